import { topic } from "../exercise.ts";

/** Encodings: texts written in another form. */
export const encodings = topic("encodings", [
  [
    `
def balanced_ternary(number: int) -> str:
    """Write a whole number with the digits '-', '0' and '+', which stand for -1, 0 and 1, in base 3.

    >>> balanced_ternary(5)
    '+--'
    >>> balanced_ternary(-3)
    '-0'
    """
    if number == 0:
        return "0"
    text = ""
    while number != 0:
        number, digit = divmod(number, 3)
        if digit == 2:
            text = "-" + text
            number += 1
        elif digit == 1:
            text = "+" + text
        else:
            text = "0" + text
    return text
`,
    `
assert balanced_ternary(5) == "+--"
assert balanced_ternary(-3) == "-0"
assert balanced_ternary(0) == "0"
assert balanced_ternary(1) == "+"
assert balanced_ternary(-1) == "-"
assert balanced_ternary(2) == "+-"
assert balanced_ternary(-2) == "-+"
assert balanced_ternary(9) == "+00"
assert balanced_ternary(13) == "+++"
assert balanced_ternary(14) == "+---"
assert balanced_ternary(-26) == "-00+"
assert balanced_ternary(100) == "++-0+"
`,
  ],
  [
    `
def percent_encode(text: str, keep: str) -> str:
    """Replace all letters of a text that are neither ASCII letters, digits nor kept by '%' codes.

    Each byte of the letter in UTF-8 becomes '%' and two upper case
    hexadecimal digits; a space becomes '+', unless spaces are kept.

    >>> percent_encode("a b&c", "")
    'a+b%26c'
    >>> percent_encode("50%/x", "/")
    '50%25/x'
    """
    encoded = ""
    for letter in text:
        plain = letter.isascii() and letter.isalnum()
        if plain or letter in keep:
            encoded += letter
        elif letter == " ":
            encoded += "+"
        else:
            for byte in letter.encode():
                encoded += f"%{byte:02X}"
    return encoded
`,
    String.raw`
assert percent_encode("a b&c", "") == "a+b%26c"
assert percent_encode("50%/x", "/") == "50%25/x"
assert percent_encode("", "-") == ""
assert percent_encode("abcXYZ019", "") == "abcXYZ019"
assert percent_encode("a b", " ") == "a b"
assert percent_encode("é", "") == "%C3%A9"
assert percent_encode("é", "é") == "é"
assert percent_encode("1+1=2", "") == "1%2B1%3D2"
assert percent_encode("x-y_z~", "-_") == "x-y_z%7E"
assert percent_encode("\n ", "") == "%0A+"
assert percent_encode("€5", "") == "%E2%82%AC5"
`,
  ],
  [
    `
def letters_to_column(name: str) -> int:
    """Give the number of a spreadsheet's column from its name: 1 for 'A', 26 for 'Z', 27 for 'AA'.

    Case makes no difference. Returns 0 for an empty name or one with anything
    but letters from A to Z.

    >>> letters_to_column("AB")
    28
    >>> letters_to_column("a1")
    0
    """
    number = 0
    for letter in name.upper():
        if letter < "A" or letter > "Z":
            return 0
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
`,
    `
assert letters_to_column("AB") == 28
assert letters_to_column("a1") == 0
assert letters_to_column("") == 0
assert letters_to_column("A") == 1
assert letters_to_column("Z") == 26
assert letters_to_column("aa") == 27
assert letters_to_column("AZ") == 52
assert letters_to_column("zz") == 702
assert letters_to_column("XFD") == 16384
assert letters_to_column("[") == 0
assert letters_to_column("1A") == 0
`,
  ],
  [
    `
def morse_words(code: str) -> str:
    """Decode Morse code of the letters e, t, a, n, i, m, s, o, r and k.

    Letters are separated by a space and words by ' / '. Unknown codes give
    '?'. Superfluous spaces are ignored, but every '/' gives a space.

    >>> morse_words("... --- ...")
    'sos'
    >>> morse_words(".- / -")
    'a t'
    """
    table = {".": "e", "-": "t", ".-": "a", "-.": "n", "..": "i", "--": "m"}
    table.update({"...": "s", "---": "o", ".-.": "r", "-.-": "k"})
    words = []
    for word in code.split("/"):
        letters = ""
        for signs in word.split():
            letters += table.get(signs, "?")
        words.append(letters)
    return " ".join(words)
`,
    `
assert morse_words("... --- ...") == "sos"
assert morse_words(".- / -") == "a t"
assert morse_words("") == ""
assert morse_words("  . ") == "e"
assert morse_words("-. -- -") == "nmt"
assert morse_words("-.- .. - / .-. .- -") == "kit rat"
assert morse_words("..... -") == "?t"
assert morse_words("./ /-") == "e  t"
assert morse_words("/") == " "
assert morse_words("x .") == "?e"
`,
  ],
  [
    `
def stuff_bits(bits: str) -> str:
    """Put a '0' after every five '1's in a row, so that six never follow each other.

    The inserted '0' begins a new count, also at the end of the text.

    >>> stuff_bits("0111111")
    '01111101'
    >>> stuff_bits("11111")
    '111110'
    """
    stuffed = ""
    ones = 0
    for bit in bits:
        stuffed += bit
        if bit == "1":
            ones += 1
        else:
            ones = 0
        if ones == 5:
            stuffed += "0"
            ones = 0
    return stuffed
`,
    `
assert stuff_bits("0111111") == "01111101"
assert stuff_bits("11111") == "111110"
assert stuff_bits("") == ""
assert stuff_bits("1111") == "1111"
assert stuff_bits("0000000") == "0000000"
assert stuff_bits("111110") == "1111100"
assert stuff_bits("1" * 11) == "1111101111101"
assert stuff_bits("11110111101") == "11110111101"
assert stuff_bits("01111011111") == "011110111110"
`,
  ],
  [
    `
def zigzag_deltas(values: list[int]) -> list[int]:
    """Write whole numbers as differences to the number before, without signs.

    The first number counts as a difference to 0. A difference d becomes 2 * d
    when it is not negative and -2 * d - 1 when it is.

    >>> zigzag_deltas([3, 5, 4])
    [6, 4, 1]
    >>> zigzag_deltas([])
    []
    """
    encoded = []
    previous = 0
    for value in values:
        difference = value - previous
        if difference >= 0:
            encoded.append(2 * difference)
        else:
            encoded.append(-2 * difference - 1)
        previous = value
    return encoded
`,
    `
assert zigzag_deltas([3, 5, 4]) == [6, 4, 1]
assert zigzag_deltas([]) == []
assert zigzag_deltas([0]) == [0]
assert zigzag_deltas([-1]) == [1]
assert zigzag_deltas([7, 7, 7]) == [14, 0, 0]
assert zigzag_deltas([-2, 2, -2]) == [3, 8, 7]
assert zigzag_deltas([1, 2, 3, 4]) == [2, 2, 2, 2]
assert zigzag_deltas([10, 0, -10, 90]) == [20, 19, 19, 200]
`,
  ],
  [
    `
def pack_sextets(data: list[int]) -> str:
    """Write bytes, numbers from 0 to 255, as text with six bits a letter.

    Three bytes make four letters out of A to Z, a to z, 0 to 9, '+' and '/',
    the highest bits first. If one or two bytes are left, zero bits fill the
    last letter, and '=' fills up to four letters.

    >>> pack_sextets([77, 97, 110])
    'TWFu'
    >>> pack_sextets([77])
    'TQ=='
    """
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    packed = ""
    for start in range(0, len(data), 3):
        chunk = data[start:start + 3]
        bits = 0
        for place in range(3):
            bits = bits * 256 + (chunk[place] if place < len(chunk) else 0)
        for letter in range(4):
            if letter <= len(chunk):
                packed += alphabet[bits >> (18 - 6 * letter) & 63]
            else:
                packed += "="
    return packed
`,
    `
assert pack_sextets([77, 97, 110]) == "TWFu"
assert pack_sextets([77]) == "TQ=="
assert pack_sextets([]) == ""
assert pack_sextets([77, 97]) == "TWE="
assert pack_sextets([0]) == "AA=="
assert pack_sextets([255, 255, 255]) == "////"
assert pack_sextets([251, 239]) == "++8="
assert pack_sextets([0, 0, 1, 0]) == "AAABAA=="
assert pack_sextets([104, 101, 108, 108, 111]) == "aGVsbG8="
assert pack_sextets([16, 131, 16, 81, 135, 32]) == "EIMQUYcg"
`,
  ],
]);
