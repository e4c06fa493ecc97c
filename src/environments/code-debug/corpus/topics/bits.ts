import { topic } from "../exercise.ts";

/** Bits and bytes. */
export const bits = topic("encodings", [
  [
    `
def bit_positions(number: int) -> list[int]:
    """List the positions of the bits that are set in a number, the lowest, position 0, first.

    A negative number has no positions.

    >>> bit_positions(10)
    [1, 3]
    >>> bit_positions(0)
    []
    """
    positions = []
    position = 0
    while number > 0:
        if number & 1 == 1:
            positions.append(position)
        number >>= 1
        position += 1
    return positions
`,
    `
assert bit_positions(10) == [1, 3]
assert bit_positions(0) == []
assert bit_positions(1) == [0]
assert bit_positions(8) == [3]
assert bit_positions(15) == [0, 1, 2, 3]
assert bit_positions(-6) == []
assert bit_positions(2 ** 20 + 1) == [0, 20]
assert bit_positions(0b101100) == [2, 3, 5]
`,
  ],
  [
    `
def varint_bytes(number: int) -> list[int]:
    """Encode a number as bytes of seven bits each, the lowest bits first.

    All bytes but the last have 128 added. A negative number has no bytes.

    >>> varint_bytes(300)
    [172, 2]
    >>> varint_bytes(5)
    [5]
    """
    if number < 0:
        return []
    encoded = []
    while number >= 128:
        encoded.append(number % 128 + 128)
        number //= 128
    encoded.append(number)
    return encoded
`,
    `
assert varint_bytes(300) == [172, 2]
assert varint_bytes(5) == [5]
assert varint_bytes(0) == [0]
assert varint_bytes(-1) == []
assert varint_bytes(127) == [127]
assert varint_bytes(128) == [128, 1]
assert varint_bytes(129) == [129, 1]
assert varint_bytes(255) == [255, 1]
assert varint_bytes(16383) == [255, 127]
assert varint_bytes(16384) == [128, 128, 1]
assert varint_bytes(624485) == [229, 142, 38]
`,
  ],
  [
    `
def read_varints(data: list[int]) -> list[int] | None:
    """Decode numbers that are written one after another in bytes of seven bits each.

    The lowest bits come first; bytes of 128 and more say that another byte of
    the same number follows. Returns None when the last number is cut off.

    >>> read_varints([5, 172, 2])
    [5, 300]
    >>> read_varints([128])
    """
    numbers = []
    current = 0
    shift = 0
    for byte in data:
        current += (byte & 127) << shift
        if byte >= 128:
            shift += 7
        else:
            numbers.append(current)
            current = 0
            shift = 0
    return None if shift > 0 else numbers
`,
    `
assert read_varints([5, 172, 2]) == [5, 300]
assert read_varints([128]) is None
assert read_varints([]) == []
assert read_varints([0, 0]) == [0, 0]
assert read_varints([127, 128, 1]) == [127, 128]
assert read_varints([255, 255]) is None
assert read_varints([1, 200]) is None
assert read_varints([128, 128, 1, 7]) == [16384, 7]
assert read_varints([229, 142, 38, 255, 127]) == [624485, 16383]
assert read_varints([128, 0, 3]) == [0, 3]
`,
  ],
  [
    `
def gray_codes(width: int) -> list[str]:
    """List all codes of so many bits in an order in which neighbours differ in one bit only.

    The list for one bit is '0', '1'. Each further bit puts '0' before all
    codes so far and then '1' before the same codes in reverse order. Below
    one bit there are no codes.

    >>> gray_codes(2)
    ['00', '01', '11', '10']
    >>> gray_codes(0)
    []
    """
    if width < 1:
        return []
    codes = ["0", "1"]
    for _ in range(width - 1):
        mirrored = codes[::-1]
        codes = ["0" + code for code in codes] + ["1" + code for code in mirrored]
    return codes
`,
    `
assert gray_codes(2) == ["00", "01", "11", "10"]
assert gray_codes(0) == []
assert gray_codes(-3) == []
assert gray_codes(1) == ["0", "1"]
assert gray_codes(3) == ["000", "001", "011", "010", "110", "111", "101", "100"]
assert len(gray_codes(5)) == 32
assert gray_codes(4)[7:10] == ["0100", "1100", "1101"]
assert gray_codes(6)[-1] == "100000"
`,
  ],
  [
    `
def gray_to_number(code: str) -> int:
    """Give the place, from 0, of a code of '0' and '1' in the reflected Gray order.

    A binary digit of the place is 1 where the number of '1's from the first
    digit of the code to there is odd. Returns -1 for an empty code or one with
    other letters.

    >>> gray_to_number("110")
    4
    >>> gray_to_number("2")
    -1
    """
    if not code:
        return -1
    number = 0
    digit = 0
    for letter in code:
        if letter == "1":
            digit = 1 - digit
        elif letter != "0":
            return -1
        number = number * 2 + digit
    return number
`,
    `
assert gray_to_number("110") == 4
assert gray_to_number("2") == -1
assert gray_to_number("") == -1
assert gray_to_number("0") == 0
assert gray_to_number("1") == 1
assert gray_to_number("0011") == 2
assert [gray_to_number(code) for code in ("00", "01", "11", "10")] == [0, 1, 2, 3]
assert gray_to_number("1000") == 15
assert gray_to_number("10x") == -1
assert gray_to_number("101010") == 51
`,
  ],
  [
    `
def permission_text(mode: int) -> str:
    """Write file permissions, a number from 0 to 0o7777, the way 'ls' shows them.

    Nine places show 'rwx' for owner, group and others, '-' where a bit is not
    set. The bits 0o4000 and 0o2000 turn the x of owner and group to 's', or to
    'S' where it is not set; 0o1000 that of others to 't' or 'T'.

    >>> permission_text(0o754)
    'rwxr-xr--'
    >>> permission_text(0o4644)
    'rwSr--r--'
    """
    text = ""
    for place, special in ((2, "s"), (1, "s"), (0, "t")):
        bits = mode >> (3 * place) & 7
        text += "r" if bits & 4 else "-"
        text += "w" if bits & 2 else "-"
        last = "x" if bits & 1 else "-"
        if mode & (0o1000 << place):
            last = special if bits & 1 else special.upper()
        text += last
    return text
`,
    `
assert permission_text(0o754) == "rwxr-xr--"
assert permission_text(0o4644) == "rwSr--r--"
assert permission_text(0) == "---------"
assert permission_text(0o777) == "rwxrwxrwx"
assert permission_text(0o124) == "--x-w-r--"
assert permission_text(0o1777) == "rwxrwxrwt"
assert permission_text(0o1776) == "rwxrwxrwT"
assert permission_text(0o2755) == "rwxr-sr-x"
assert permission_text(0o2000) == "-----S---"
assert permission_text(0o7000) == "--S--S--T"
assert permission_text(0o6111) == "--s--s--x"
`,
  ],
]);
