import { topic } from "../exercise.ts";

/** Check digits and check bits. */
export const checkDigits = topic("encodings", [
  [
    `
def isbn_check_digit(digits: str) -> str:
    """Compute the last digit of an ISBN from the nine or twelve digits before it.

    For nine digits the first counts ten times, the next nine times and so on;
    the check digit brings the sum to a multiple of 11, and 10 is written as
    'X'. For twelve digits every second digit counts three times, and the check
    digit brings the sum to a multiple of 10. Any other length gives ''.

    >>> isbn_check_digit("030640615")
    '2'
    >>> isbn_check_digit("978030640615")
    '7'
    """
    total = 0
    if len(digits) == 9:
        for position, digit in enumerate(digits):
            total += (10 - position) * int(digit)
        check = -total % 11
        return "X" if check == 10 else str(check)
    if len(digits) != 12:
        return ""
    for position, digit in enumerate(digits):
        weight = 3 if position % 2 == 1 else 1
        total += weight * int(digit)
    return str(-total % 10)
`,
    `
assert isbn_check_digit("030640615") == "2"
assert isbn_check_digit("978030640615") == "7"
assert isbn_check_digit("") == ""
assert isbn_check_digit("1234567890") == ""
assert isbn_check_digit("000000000") == "0"
assert isbn_check_digit("000000000000") == "0"
assert isbn_check_digit("080442957") == "X"
assert isbn_check_digit("000000006") == "X"
assert isbn_check_digit("100000000000") == "9"
assert isbn_check_digit("010000000000") == "7"
assert isbn_check_digit("123456789") == "X"
assert isbn_check_digit("978316148410") == "0"
`,
  ],
  [
    `
def parity_fix(block: list[list[int]]) -> list[list[int]] | None:
    """Repair at most one wrong bit in a block of bits in which every row and column has even sum.

    Returns the block as it is when all sums are even, a repaired copy when
    exactly one row and one column are odd, and None otherwise.

    >>> parity_fix([[1, 1], [1, 0]])
    [[1, 1], [1, 1]]
    >>> parity_fix([[1, 0], [0, 1]])
    """
    width = len(block[0]) if block else 0
    rows = [y for y, row in enumerate(block) if sum(row) % 2 == 1]
    columns = [x for x in range(width) if sum(row[x] for row in block) % 2 == 1]
    fixed = [row[:] for row in block]
    if len(rows) == 0 and len(columns) == 0:
        return fixed
    if len(rows) != 1 or len(columns) != 1:
        return None
    y, x = rows[0], columns[0]
    fixed[y][x] = 1 - fixed[y][x]
    return fixed
`,
    `
assert parity_fix([[1, 1], [1, 0]]) == [[1, 1], [1, 1]]
assert parity_fix([[1, 0]]) == [[0, 0]]
assert parity_fix([]) == []
assert parity_fix([[1]]) == [[0]]
assert parity_fix([[1, 1, 0], [1, 1, 0], [0, 1, 0]]) == [[1, 1, 0], [1, 1, 0], [0, 0, 0]]
assert parity_fix([[1, 0, 1], [0, 0, 0], [1, 0, 0]]) == [[1, 0, 1], [0, 0, 0], [1, 0, 1]]
assert parity_fix([[1, 1], [0, 0]]) is None
assert parity_fix([[1, 0], [1, 0]]) is None
assert parity_fix([[1, 0], [0, 1]]) is None
assert parity_fix([[0, 1, 0], [0, 0, 0]]) == [[0, 0, 0], [0, 0, 0]]
assert parity_fix([[1, 1, 1], [1, 1, 0]]) == [[1, 1, 0], [1, 1, 0]]
assert parity_fix([[1, 1, 1], [0, 0, 0]]) is None
assert parity_fix([[1], [1], [1]]) is None
assert parity_fix([[1, 1, 0], [0, 0, 0], [1, 1, 0]]) == [[1, 1, 0], [0, 0, 0], [1, 1, 0]]
`,
  ],
  [
    `
def crc_remainder(bits: str, divisor: str) -> str:
    """Compute the check bits of a text of '0' and '1' by polynomial division.

    As many zeros as the divisor has bits after its first are appended; then,
    from left to right, wherever a bit of the message is '1', the divisor is
    added there bit by bit without carry. The check bits are what is left at
    the end. The divisor begins with '1'.

    >>> crc_remainder("1101", "1011")
    '001'
    >>> crc_remainder("", "11")
    '0'
    """
    width = len(divisor) - 1
    work = [int(bit) for bit in bits] + [0] * width
    for start in range(len(bits)):
        if work[start] == 0:
            continue
        for offset, bit in enumerate(divisor):
            if bit == "1":
                work[start + offset] = 1 - work[start + offset]
    return "".join(str(bit) for bit in work[len(bits):])
`,
    `
assert crc_remainder("1101", "1011") == "001"
assert crc_remainder("", "11") == "0"
assert crc_remainder("0000", "1011") == "000"
assert crc_remainder("1", "1011") == "011"
assert crc_remainder("1", "1") == ""
assert crc_remainder("10111", "11") == "0"
assert crc_remainder("10110", "11") == "1"
assert crc_remainder("11010011101100", "1011") == "100"
assert crc_remainder("1011", "1011") == "000"
assert crc_remainder("0001", "10011") == "0011"
`,
  ],
  [
    `
def account_check(account: str) -> bool:
    """Check an international account number: two letters, two check digits and at least one more character.

    Spaces are ignored. The first four characters are moved to the end, and
    letters replaced by numbers, 10 for A up to 35 for Z; the number that comes
    out leaves 1 when divided by 97. Small letters, or anything but digits and
    letters, make it wrong.

    >>> account_check("GB82 WEST 1234 5698 7654 32")
    True
    >>> account_check("GB82 WEST 1234 5698 7654 33")
    False
    """
    compact = account.replace(" ", "")
    if len(compact) < 5 or not compact[2:4].isdigit():
        return False
    if compact[0].isdigit() or compact[1].isdigit():
        return False
    rest = 0
    for letter in compact[4:] + compact[:4]:
        if "0" <= letter <= "9":
            rest = (rest * 10 + int(letter)) % 97
        elif "A" <= letter <= "Z":
            rest = (rest * 100 + ord(letter) - ord("A") + 10) % 97
        else:
            return False
    return rest == 1
`,
    `
assert account_check("GB82 WEST 1234 5698 7654 32") is True
assert account_check("GB82 WEST 1234 5698 7654 33") is False
assert account_check("") is False
assert account_check("DE89 3704 0044 0532 0130 00") is True
assert account_check("DE98370400440532013000") is False
assert account_check("de89370400440532013000") is False
assert account_check("FR14 2004 1010 0505 0001 3M02 606") is True
assert account_check("FR14 2004 1010 0505 0001 3M02-606") is False
assert account_check("AZ 25 Z") is True
assert account_check("Q A28") is False
assert account_check("AAA42") is False
assert account_check("QA0M2") is False
assert account_check("0A065") is False
assert account_check("Q0041") is False
assert account_check("AA106") is True
`,
  ],
]);
