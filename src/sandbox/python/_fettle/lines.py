"""Lines over plain descriptors."""

import os


class Lines:
    """Reads lines from a descriptor."""

    def __init__(self, descriptor):
        self.descriptor, self.rest = descriptor, bytearray()

    def read(self):
        start = 0
        while (end := self.rest.find(b"\n", start)) < 0:
            start = len(self.rest)
            chunk = os.read(self.descriptor, 1 << 16)
            if not chunk:
                raise EOFError
            self.rest += chunk
        line = bytes(self.rest[:end])
        del self.rest[: end + 1]
        return line


def read_alone(descriptor):
    """A line after which nothing comes before it is answered, without its end. Raises EOFError where there is none.

    For the child of a fork: it touches fewer pages of Python than `Lines`.
    """
    line = chunk = os.read(descriptor, 1 << 16)
    while chunk and chunk[-1] != 10:
        chunk = os.read(descriptor, 1 << 16)
        line += chunk
    if not chunk:
        raise EOFError
    return line[:-1]


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
