"""Files in memory for a whole program, behind the usual functions: the real file system stays read-only.

This is a convenience for honest programs, not a wall: a program that goes around it meets the sandbox itself.
Relative paths and everything under /work and /tmp live here; other paths are the real ones.
"""

import builtins
import errno
import io
import os
import posixpath
import stat as modes

HOME = "/work"
ROOTS = ("/work", "/tmp")


class Files:
    def __init__(self, contents):
        self.folders = set(ROOTS)
        self.contents = {}
        self.changed = set()
        self.here = HOME
        for path, text in contents.items():
            name = posixpath.normpath(posixpath.join(HOME, path))
            self.add_folders(posixpath.dirname(name))
            self.contents[name] = text.encode()

    def add_folders(self, path):
        while path not in self.folders and path != "/":
            self.folders.add(path)
            path = posixpath.dirname(path)

    def locate(self, path):
        """The name of a path that lives here, else None."""
        if isinstance(path, int):
            return None
        name = posixpath.normpath(posixpath.join(self.here, os.fsdecode(os.fspath(path))))
        return name if name.startswith(tuple(root + "/" for root in ROOTS)) or name in ROOTS else None

    def save(self, name, data):
        self.contents[name] = bytes(data)
        self.changed.add(name)


def fail(code, path):
    raise OSError(code, os.strerror(code), path)


class Buffer(io.BytesIO):
    """An open file: what was written is kept when it is flushed or closed."""

    def __init__(self, files, name, writable, data):
        super().__init__(data)
        self.files, self.file_name, self.is_writable = files, name, writable
        self.name = name

    def writable(self):
        return self.is_writable

    def write(self, data):
        if not self.is_writable:
            raise io.UnsupportedOperation("not writable")
        return super().write(data)

    def flush(self):
        if self.is_writable and not self.closed:
            self.files.save(self.file_name, self.getbuffer())

    def close(self):
        self.flush()
        super().close()


class Entry:
    """What os.scandir yields."""

    def __init__(self, folder, name, is_folder):
        self.name, self.path, self._folder = name, posixpath.join(folder, name), is_folder

    def is_dir(self, follow_symlinks=True):
        return self._folder

    def is_file(self, follow_symlinks=True):
        return not self._folder

    def is_symlink(self):
        return False

    def stat(self, follow_symlinks=True):
        return os.stat(self.path)

    def __fspath__(self):
        return self.path


class Scan(list):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def close(self):
        pass


def install(contents):
    """Puts the files in place of the real ones and returns them."""
    files = Files(contents)
    real_open = io.open
    real = {name: getattr(os, name) for name in ("stat", "lstat", "listdir", "scandir")}

    def open_file(path, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
        name = files.locate(path)
        if name is None:
            return real_open(path, mode, buffering, encoding, errors, newline, closefd, opener)
        if name in files.folders:
            fail(errno.EISDIR, path)
        exists, create = name in files.contents, any(letter in mode for letter in "wax")
        if exists and "x" in mode:
            fail(errno.EEXIST, path)
        if not exists and (not create or posixpath.dirname(name) not in files.folders):
            fail(errno.ENOENT, path)
        if "w" in mode or not exists:
            files.save(name, b"")
        buffer = Buffer(files, name, create or "+" in mode, files.contents[name])
        if "a" in mode:
            buffer.seek(0, io.SEEK_END)
        return buffer if "b" in mode else io.TextIOWrapper(buffer, encoding or "utf-8", errors, newline)

    def status(function):
        def stat(path, **options):
            name = files.locate(path)
            if name is None:
                return real[function](path, **options)
            if name in files.folders:
                return os.stat_result((modes.S_IFDIR | 0o755, 0, 0, 1, 0, 0, 0, 0, 0, 0))
            if name not in files.contents:
                fail(errno.ENOENT, path)
            return os.stat_result((modes.S_IFREG | 0o644, 0, 0, 1, 0, 0, len(files.contents[name]), 0, 0, 0))

        return stat

    def inside(name, path):
        if name not in files.folders:
            fail(errno.ENOTDIR if name in files.contents else errno.ENOENT, path)
        return sorted({entry[len(name) + 1 :].split("/")[0] for entry in (*files.contents, *files.folders) if entry.startswith(name + "/")})

    def listdir(path="."):
        name = files.locate(path)
        return real["listdir"](path) if name is None else inside(name, path)

    def scandir(path="."):
        name = files.locate(path)
        if name is None:
            return real["scandir"](path)
        return Scan(Entry(os.fspath(path), entry, posixpath.join(name, entry) in files.folders) for entry in inside(name, path))

    def mkdir(path, mode=0o777, **_):
        name = files.locate(path)
        if name is None:
            fail(errno.EROFS, path)
        if name in files.folders or name in files.contents:
            fail(errno.EEXIST, path)
        if posixpath.dirname(name) not in files.folders:
            fail(errno.ENOENT, path)
        files.folders.add(name)

    def remove(path, **_):
        name = files.locate(path)
        if name not in files.contents:
            fail(errno.EROFS if name is None else errno.ENOENT, path)
        del files.contents[name]
        files.changed.discard(name)

    def rmdir(path, **_):
        name = files.locate(path)
        if name is None or name in ROOTS:
            fail(errno.EROFS, path)
        if inside(name, path):
            fail(errno.ENOTEMPTY, path)
        files.folders.discard(name)

    def rename(source, target, **_):
        before, after = files.locate(source), files.locate(target)
        if before is None or after is None or before in files.folders:
            fail(errno.EROFS, source)
        if before not in files.contents:
            fail(errno.ENOENT, source)
        files.save(after, files.contents.pop(before))
        files.changed.discard(before)

    def chdir(path):
        name = files.locate(path)
        if name not in files.folders:
            fail(errno.ENOENT, path)
        files.here = name

    builtins.open = io.open = open_file
    os.stat, os.lstat, os.listdir, os.scandir = status("stat"), status("lstat"), listdir, scandir
    os.mkdir, os.rmdir, os.chdir, os.getcwd = mkdir, rmdir, chdir, lambda: files.here
    os.remove = os.unlink = remove
    os.rename = os.replace = rename
    for name in ("exists", "isfile", "isdir", "lexists"):  # some builds answer these without os.stat
        setattr(os.path, name, {"exists": exists, "lexists": exists, "isfile": is_file, "isdir": is_folder}[name])
    return files


def _mode(path):
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return 0


def exists(path):
    return _mode(path) != 0


def is_file(path):
    return modes.S_ISREG(_mode(path))


def is_folder(path):
    return modes.S_ISDIR(_mode(path))
