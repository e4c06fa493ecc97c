"""Values as one line of ASCII JSON, with tags for what JSON lacks. Decoding builds plain builtin values only.

Plain: null, booleans, numbers, strings, lists. Everything else is an object with one member, its tag:
t tuple, d dict (pairs), s set, f frozenset, i integer beyond 63 bits (hex), b bytes, B bytearray (hex), c complex, r range,
o a value that is no data (its type's name).
"""

import json
import re

DEPTH = 100
"""Deepest nesting that crosses."""
HEX_DIGITS = 1 << 16
"""Longest integer that crosses, in hex digits: arithmetic on it stays fast."""
WORD = 1 << 63

BRACKETS = 4 * DEPTH + 20
"""Deepest nesting of the text: a dictionary takes three brackets a level."""

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decoder = json.JSONDecoder()


def loads(text):
    """The data of a line that has JSON and nothing else, no space around it either. Raises ValueError."""
    data, end = _decoder.raw_decode(text)  # decode would search for space by regular expressions
    if end != len(text):
        raise ValueError("more than one value")
    return data


_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def parse(text):
    """`loads` for text an untrusted side wrote: refuses nesting that would overflow the parser's stack (ValueError)."""
    if text.count("[") + text.count("{") > BRACKETS:
        depth = 0
        for token in _TOKENS.finditer(text):
            first = text[token.start()]
            depth += 1 if first in "[{" else -1 if first in "]}" else 0
            if depth > BRACKETS:
                raise ValueError("nested too deeply")
    return loads(text)


class Unencodable(Exception):
    """A value that cannot cross: too deep or too large."""


class Opaque:
    """Stands for a value that is no data. Equal to nothing, itself included, so no trick with __eq__ crosses."""

    __slots__ = ("type_name",)
    __hash__ = None

    def __init__(self, type_name):
        self.type_name = type_name

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __repr__(self):
        return "<%s object>" % self.type_name


def encode(value, depth=0):
    """The JSON form of a value. Subclasses of builtin types are reduced to the builtin type."""
    kind = type(value)
    if kind is str or kind is bool or kind is float or value is None:
        return value
    if kind is int:
        return value if -WORD < value < WORD else {"i": _hex(value)}
    if depth > DEPTH:
        raise Unencodable("nested too deeply")
    depth += 1
    if isinstance(value, list):
        return [encode(item, depth) for item in list.__iter__(value)]
    if isinstance(value, tuple):
        return {"t": [encode(item, depth) for item in tuple.__iter__(value)]}
    if isinstance(value, dict):
        return {"d": [[encode(key, depth), encode(item, depth)] for key, item in dict.items(value)]}
    if isinstance(value, set):
        return {"s": [encode(item, depth) for item in set.__iter__(value)]}
    if isinstance(value, frozenset):
        return {"f": [encode(item, depth) for item in frozenset.__iter__(value)]}
    if isinstance(value, int):
        return encode(int.__index__(value), depth)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bytes):
        return {"b": bytes.hex(value)}
    if isinstance(value, bytearray):
        return {"B": bytearray.hex(value)}
    if kind is complex:
        return {"c": [value.real, value.imag]}
    if kind is range:
        return {"r": [encode(value.start), encode(value.stop), encode(value.step)]}
    return {"o": str(kind.__name__)[:40]}


def _hex(value):
    if value.bit_length() > 4 * HEX_DIGITS:
        raise Unencodable("an integer of %d bits" % value.bit_length())
    return hex(value)


def decode(data):
    """The value of a JSON form. Raises ValueError, TypeError or RecursionError for what `encode` never writes."""
    kind = type(data)
    if kind is list:
        return [decode(item) for item in data]
    if kind is not dict:
        return data
    ((tag, body),) = data.items()
    if tag == "t":
        return tuple([decode(item) for item in body])
    if tag == "d":
        return {decode(key): decode(item) for key, item in body}
    if tag == "s":
        return {decode(item) for item in body}
    if tag == "f":
        return frozenset([decode(item) for item in body])
    if tag == "i" and len(body) <= HEX_DIGITS + 3:
        return int(body, 16)
    if tag == "b":
        return bytes.fromhex(body)
    if tag == "B":
        return bytearray.fromhex(body)
    if tag == "c":
        return complex(*[float(part) for part in body])
    if tag == "r":
        return range(*[decode(part) for part in body])
    if tag == "o":
        return Opaque(str(body))
    raise ValueError("unknown tag")


def has_opaque(data):
    """Whether an encoded value contains something that is no data; its type's name if so, else None."""
    if type(data) is list:
        return next((name for name in map(has_opaque, data) if name), None)
    if type(data) is not dict:
        return None
    ((tag, body),) = data.items()
    return str(body) if tag == "o" else has_opaque(body)


def encode_call(args, kwargs):
    """One line that names a call's arguments: equal calls give equal lines."""
    return dumps([encode(list(args)), [[name, encode(value)] for name, value in kwargs.items()]])


def decode_call(line):
    """(positional arguments, keyword arguments) of such a line."""
    args, kwargs = parse(line)
    return decode(args), {name: decode(value) for name, value in kwargs}
