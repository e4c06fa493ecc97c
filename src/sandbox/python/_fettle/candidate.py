"""Runs one untrusted job: answers recorded calls, or runs a whole program. It holds no test and no expected value.

Everything written here is only a claim of the program: the other side bounds it, decodes it to plain data and compares.
Frames are lines of JSON: ["ok"] loaded; ["l", type, message, trace] did not load; then for each call ["v", result],
["m", result, arguments] if it changed its arguments, ["x", type, message, trace] raised.
"""

import random
import sys

from .codec import decode, dumps, encode, loads
from .lines import read_alone, write_all

VALUE_BYTES = 4_000_000
SOURCE_NAME = "<candidate>"


class Discard:
    """A text stream that keeps nothing."""

    encoding = "utf-8"
    closed = False

    def write(self, text):
        return len(text)

    def writelines(self, lines):
        for _ in lines:
            pass

    def flush(self):
        pass

    def isatty(self):
        return False

    def fileno(self):
        raise OSError("this stream has no file descriptor")


def run(job, descriptor):
    """`job` is decoded JSON. Frames are written to the descriptor, and replies to them read from it."""

    def write_line(line):
        write_all(descriptor, line.encode("ascii") + b"\n")

    random.seed(job["seed"])
    if job["mode"] == "calls":
        answer_calls(job, write_line)
    else:
        from . import program

        program.run(job, write_line, read_line=lambda: read_alone(descriptor).decode("ascii"))


def answer_calls(job, write_line):
    sys.stdin = None
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Discard()
    space = {"__name__": "candidate", "__builtins__": __builtins__}
    try:
        exec(compile(job["source"], SOURCE_NAME, "exec"), space)
        function = space.get(job["entry"])
        if not callable(function):
            raise NameError("the source defines no function %s" % job["entry"])
    except BaseException as error:
        write_line(dumps(["l"] + describe(error)))
        return
    write_line('["ok"]')
    for call in job["calls"]:
        write_line(answer(function, call))


def answer(function, call):
    """The frame that answers one call. Never raises."""
    args, kwargs = loads(call)
    values = decode(args)
    try:
        result = function(*values, **{name: decode(value) for name, value in kwargs})
    except BaseException as error:
        return dumps(["x"] + describe(error))
    try:
        after = encode(values)
        changed = dumps(after) != dumps(args)
        line = dumps(["m", encode(result), after] if changed else ["v", encode(result)])
        return line if len(line) <= VALUE_BYTES else dumps(["x", "ResultTooLarge", "the result is too large", []])
    except BaseException as error:
        return dumps(["x", "Unencodable", describe(error)[1], []])


def describe(error):
    """[type name, message, [[line, function], ...] in the program's own code, innermost last]."""
    try:
        message = str(error)[:200]
    except BaseException:
        message = ""
    trace = []
    try:
        if isinstance(error, SyntaxError) and error.filename == SOURCE_NAME:
            trace.append([int(error.lineno or 0), "<module>"])
        link = error.__traceback__
        while link is not None:
            code = link.tb_frame.f_code
            if code.co_filename == SOURCE_NAME:
                trace.append([link.tb_lineno, str(code.co_name)[:60]])
            link = link.tb_next
    except BaseException:
        pass
    return [str(type(error).__name__)[:60], message, trace[-5:]]
