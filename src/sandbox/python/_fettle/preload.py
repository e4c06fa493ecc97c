"""Imports what programs commonly use, once, before any of them starts: C extensions cannot be loaded later."""

import importlib

MODULES = """
__future__ abc array ast base64 binascii bisect calendar cmath collections collections.abc contextlib copy dataclasses
datetime decimal difflib enum fractions functools graphlib hashlib heapq hmac inspect io itertools json keyword locale math
numbers operator os pathlib pprint queue random re reprlib secrets statistics string struct sys textwrap time token tokenize
traceback types typing unicodedata uuid warnings weakref zlib
_bisect _blake2 _contextvars _csv _datetime _decimal _hashlib _heapq _json _md5 _opcode _pickle _queue _random _sha1 _sha2
_sha256 _sha3 _sha512 _statistics _struct _zoneinfo
""".split()


def preload():
    for name in MODULES:
        try:
            importlib.import_module(name)
        except Exception:  # not in this build of Python
            pass
