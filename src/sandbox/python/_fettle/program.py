"""Runs a whole program: a script with files of its own, a way to call its host, and its output streamed out as frames.

Frames: ["w", 1 or 2, text] written to standard output or error; ["c", name, arguments] a call to the host, answered by one
line; ["f", path, content] a file as it was at the end; ["e", exit code] the program says it ended.
"""

import importlib.abc
import importlib.util
import io
import posixpath
import sys
import types

from . import files as virtual
from .codec import decode, dumps, encode, encode_call, loads

FILE_BYTES = 1_000_000
WRITE_BYTES = 8_192


class HostError(Exception):
    """The host refused a call with an error that is not a builtin one."""


class Output(io.TextIOBase):
    """A text stream whose writes leave as frames."""

    encoding = "utf-8"

    def __init__(self, number, write_line):
        self.number, self.write_line = number, write_line

    def writable(self):
        return True

    def write(self, text):
        for start in range(0, len(text), WRITE_BYTES):
            self.write_line(dumps(["w", self.number, str(text[start : start + WRITE_BYTES])]))
        return len(text)


class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports modules and packages from the program's files."""

    def __init__(self, files):
        self.files = files

    def find_spec(self, name, path=None, target=None):
        base = posixpath.join(virtual.HOME, *name.split("."))
        for file, package in ((base + "/__init__.py", True), (base + ".py", False)):
            if file in self.files.contents:
                return importlib.util.spec_from_file_location(
                    name, file, loader=self, submodule_search_locations=[base] if package else None
                )
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file = module.__spec__.origin
        exec(compile(self.files.contents[file], file, "exec"), module.__dict__)


def host_module(write_line, read_line):
    """The module `fettle_host`: `call(name, *args, **kwargs)` is answered by the host, outside this process."""
    import builtins

    def call(name, *args, **kwargs):
        write_line(dumps(["c", str(name), encode_call(args, kwargs)]))
        kind, *rest = loads(read_line())
        if kind == "v":
            return decode(rest[0])
        error = getattr(builtins, rest[0], None)
        if isinstance(error, type) and issubclass(error, Exception):
            raise error(rest[1])
        raise HostError("%s: %s" % (rest[0], rest[1]))

    module = types.ModuleType("fettle_host")
    module.call, module.HostError = call, HostError
    return module


def run(job, write_line, read_line):
    files = virtual.install(job["files"])
    sys.stdin = io.StringIO(job["stdin"])
    sys.stdout = sys.__stdout__ = Output(1, write_line)
    sys.stderr = sys.__stderr__ = Output(2, write_line)
    sys.meta_path.insert(0, Modules(files))
    sys.modules["fettle_host"] = host_module(write_line, read_line)
    name = posixpath.join(virtual.HOME, job["main"])
    sys.argv = [job["main"], *job["arguments"]]
    main = types.ModuleType("__main__")
    main.__file__ = name
    sys.modules["__main__"] = main
    code = 0
    try:
        exec(compile(files.contents[name], name, "exec"), main.__dict__)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
        if code == 1 and not isinstance(error.code, int):
            sys.stderr.write("%s\n" % (error.code,))
    except BaseException:
        code = 1
        sys.stderr.write(own_traceback(files.contents))
    for path in sorted(files.changed):
        content = files.contents[path]
        if len(content) <= FILE_BYTES:
            write_line(dumps(["f", posixpath.relpath(path, virtual.HOME), encode(content)]))
    write_line(dumps(["e", code & 255]))


def own_traceback(own):
    """The traceback from the first frame in one of the program's `own` files on."""
    import traceback

    kind, error, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename not in own:
        trace = trace.tb_next
    return "".join(traceback.format_exception(kind, error.with_traceback(trace), trace, limit=-10))
