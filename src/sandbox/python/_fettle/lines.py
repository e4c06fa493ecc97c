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


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
