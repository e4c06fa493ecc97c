import { topic } from "../exercise.ts";

/** Text formatting: laying out lines. */
export const lineFormatting = topic("text formatting", [
  [
    `
def wrap_words(text: str, width: int) -> list[str]:
    """Breaks a text into lines of at most width characters, between words, with single spaces.

    A word that is longer than a line is cut where the line ends; it starts on a line of its own. A width below 1 gives no
    lines.

    >>> wrap_words("the quick brown fox", 10)
    ['the quick', 'brown fox']
    >>> wrap_words("a wonderful b", 4)
    ['a', 'wond', 'erfu', 'l b']
    """
    if width < 1:
        return []
    lines = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        line = line + " " + word if line else word
        while len(line) > width:
            lines.append(line[:width])
            line = line[width:]
    if line:
        lines.append(line)
    return lines
`,
    `
assert wrap_words("the quick brown fox", 10) == ["the quick", "brown fox"]
assert wrap_words("a wonderful b", 4) == ["a", "wond", "erfu", "l b"]
assert wrap_words("", 5) == []
assert wrap_words("word", 0) == []
assert wrap_words("  many   spaces ", 20) == ["many spaces"]
assert wrap_words("abc", 3) == ["abc"]
assert wrap_words("abcdef", 3) == ["abc", "def"]
assert wrap_words("ab cd ef", 5) == ["ab cd", "ef"]
assert wrap_words("ab cd ef", 4) == ["ab", "cd", "ef"]
assert wrap_words("x yy z", 1) == ["x", "y", "y", "z"]
assert wrap_words("one two three four", 7) == ["one two", "three", "four"]
assert wrap_words("hi", -3) == []
`,
  ],
  [
    `
def justify_words(words: list[str], width: int) -> str:
    """Sets words on a line of exactly width characters, with at least one space between them.

    Spaces are spread as evenly as possible; the gaps on the left get those that are left over. A single word is filled up
    on its right. When the words do not fit, they are joined by single spaces all the same.

    >>> justify_words(["to", "be", "or"], 11)
    'to   be  or'
    >>> justify_words(["hello"], 8)
    'hello   '
    """
    gaps = len(words) - 1
    spaces = width - sum(len(word) for word in words)
    if gaps < 1:
        return "".join(words).ljust(width)
    if spaces < gaps:
        return " ".join(words)
    size, extra = divmod(spaces, gaps)
    line = words[0]
    for i, word in enumerate(words[1:]):
        line += " " * (size + 1 if i < extra else size) + word
    return line
`,
    `
assert justify_words(["to", "be", "or"], 11) == "to   be  or"
assert justify_words(["hello"], 8) == "hello   "
assert justify_words([], 3) == "   "
assert justify_words([], 0) == ""
assert justify_words(["a", "b"], 6) == "a    b"
assert justify_words(["a", "b"], 3) == "a b"
assert justify_words(["a", "b"], 2) == "a b"
assert justify_words([" Long", "words "], 4) == " Long words "
assert justify_words(["w", "x", "y", "z"], 12) == "w   x   y  z"
assert justify_words(["w", "x", "y", "z"], 11) == "w   x  y  z"
assert justify_words(["TooLong"], 3) == "TooLong"
assert justify_words([" ab", "CD", "ef "], 12) == " ab  CD  ef "
`,
  ],
  [
    `
def format_table(rows: list[list[str]], right: list[int]) -> list[str]:
    """Lines of a table: each column as wide as its widest cell, two spaces between columns, no spaces at the end.

    Cells are set to the left; those of the columns in right, counted from 0, to the right. Rows may be of different
    lengths.

    >>> format_table([["id", "name"], ["1", "Ann"], ["12"]], [0])
    ['id  name', ' 1  Ann', '12']
    >>> format_table([], [])
    []
    """
    widths: list[int] = []
    for row in rows:
        for i, cell in enumerate(row):
            if i == len(widths):
                widths.append(0)
            widths[i] = max(widths[i], len(cell))
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            cells.append(cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]))
        lines.append("  ".join(cells).rstrip())
    return lines
`,
    `
assert format_table([["id", "name"], ["1", "Ann"], ["12"]], [0]) == ["id  name", " 1  Ann", "12"]
assert format_table([], []) == []
assert format_table([[]], []) == [""]
assert format_table([["a", "b"]], []) == ["a  b"]
assert format_table([["a", "bbb"], ["aaaa", "b"]], [1]) == ["a     bbb", "aaaa    b"]
assert format_table([["x"], ["yy", "z"]], []) == ["x", "yy  z"]
assert format_table([["7", "", "q"], ["10", "mid", "r"]], [0, 1]) == [" 7       q", "10  mid  r"]
assert format_table([["k", " "], ["", "v"]], []) == ["k", "   v"]
assert format_table([["a", "b", "c"], ["dd", "e", "ff"]], [2]) == ["a   b   c", "dd  e  ff"]
`,
  ],
  [
    `
def frame_lines(lines: list[str], title: str = "") -> list[str]:
    """Draws a frame around lines: '+' at the corners, '-' above and below, '|' at the sides with a space beside it.

    The title, if any, stands in the upper edge behind '- ' and is followed by a space. The frame is as wide as the
    longest line or the title needs.

    >>> frame_lines(["hi", "there"])
    ['+-------+', '| hi    |', '| there |', '+-------+']
    >>> frame_lines(["x"], "Note")
    ['+- Note +', '| x     |', '+-------+']
    """
    label = f"- {title} " if title else ""
    inner = len(label)
    for line in lines:
        inner = max(inner, len(line) + 2)
    framed = ["+" + label + "-" * (inner - len(label)) + "+"]
    for line in lines:
        framed.append("| " + line + " " * (inner - len(line) - 1) + "|")
    framed.append("+" + "-" * inner + "+")
    return framed
`,
    `
assert frame_lines(["hi", "there"]) == ["+-------+", "| hi    |", "| there |", "+-------+"]
assert frame_lines(["x"], "Note") == ["+- Note +", "| x     |", "+-------+"]
assert frame_lines([]) == ["++", "++"]
assert frame_lines([""]) == ["+--+", "|  |", "+--+"]
assert frame_lines([], "T") == ["+- T +", "+----+"]
assert frame_lines(["a longer line"], "ab") == ["+- ab ----------+", "| a longer line |", "+---------------+"]
assert frame_lines(["abc"], "x") == ["+- x -+", "| abc |", "+-----+"]
assert frame_lines(["1", "22", "333"]) == ["+-----+", "| 1   |", "| 22  |", "| 333 |", "+-----+"]
assert frame_lines([" a ", ""]) == ["+-----+", "|  a  |", "|     |", "+-----+"]
`,
  ],
  [
    `
def align_decimals(numbers: list[str]) -> list[str]:
    """Pads numbers with spaces on both sides so that their points stand below each other.

    A number without a point is treated as if it stood behind its last digit.

    >>> align_decimals(["3.14", "10", "2.5"])
    [' 3.14', '10   ', ' 2.5 ']
    >>> align_decimals(["1", "20"])
    [' 1', '20']
    """
    left, right = 0, 0
    for number in numbers:
        whole, point, digits = number.partition(".")
        left = max(left, len(whole))
        right = max(right, len(point + digits))
    aligned = []
    for number in numbers:
        whole, point, digits = number.partition(".")
        aligned.append(whole.rjust(left) + (point + digits).ljust(right))
    return aligned
`,
    `
assert align_decimals(["3.14", "10", "2.5"]) == [" 3.14", "10   ", " 2.5 "]
assert align_decimals(["1", "20"]) == [" 1", "20"]
assert align_decimals([]) == []
assert align_decimals(["-7.25"]) == ["-7.25"]
assert align_decimals([".5", "12."]) == ["  .5", "12. "]
assert align_decimals(["100", "-1.125", "0.5"]) == ["100    ", " -1.125", "  0.5  "]
assert align_decimals(["1.5", "1.25", "1.125"]) == ["1.5  ", "1.25 ", "1.125"]
assert align_decimals(["", "4.0"]) == ["   ", "4.0"]
`,
  ],
  [
    `
def number_lines(lines: list[str], first: int = 1, mark: int = 0) -> list[str]:
    """Puts a number and ': ' before each line, the numbers set to the right in equal width.

    The line whose number is mark gets '>' before its number, all others a space; without a mark (0) nothing is put there.

    >>> number_lines(["a", "b"], 9)
    [' 9: a', '10: b']
    >>> number_lines(["a", "b"], 1, 2)
    [' 1: a', '>2: b']
    """
    width = len(str(first + len(lines) - 1))
    numbered = []
    for number, line in enumerate(lines, start=first):
        prefix = str(number).rjust(width)
        if mark > 0:
            prefix = (">" if number == mark else " ") + prefix
        numbered.append(f"{prefix}: {line}".rstrip())
    return numbered
`,
    `
assert number_lines(["a", "b"], 9) == [" 9: a", "10: b"]
assert number_lines(["a", "b"], 1, 2) == [" 1: a", ">2: b"]
assert number_lines([]) == []
assert number_lines(["only"]) == ["1: only"]
assert number_lines(["  x = 1", "", "y "]) == ["1:   x = 1", "2:", "3: y"]
assert number_lines(["p"], 99, 1) == [" 99: p"]
assert number_lines(["p", "q"], 99, 100) == ["  99: p", ">100: q"]
assert number_lines(["l"] * 10)[8:] == [" 9: l", "10: l"]
assert number_lines(["l"] * 9)[8] == "9: l"
assert number_lines(["m", "n"], 1, 1) == [">1: m", " 2: n"]
`,
  ],
  [
    `
def in_columns(names: list[str], width: int) -> list[str]:
    """Lists names in columns, from top to bottom and then from left to right, in lines of at most width characters.

    All columns are as wide as the longest name, with two spaces between them; there are as many columns as fit, and at
    least one. Lines have no spaces at the end.

    >>> in_columns(["ant", "bee", "cat", "dog", "eel"], 10)
    ['ant  dog', 'bee  eel', 'cat']
    >>> in_columns([], 10)
    []
    """
    if not names:
        return []
    size = max(len(name) for name in names)
    columns = max(1, (width + 2) // (size + 2))
    height = (len(names) + columns - 1) // columns
    lines = []
    for row in range(height):
        cells = [name.ljust(size) for name in names[row::height]]
        lines.append("  ".join(cells).rstrip())
    return lines
`,
    `
assert in_columns(["ant", "bee", "cat", "dog", "eel"], 10) == ["ant  dog", "bee  eel", "cat"]
assert in_columns([], 10) == []
assert in_columns(["a"], 0) == ["a"]
assert in_columns(["longer", "b"], 3) == ["longer", "b"]
assert in_columns(["a", "b", "c"], 7) == ["a  b  c"]
assert in_columns(["a", "b", "c"], 6) == ["a  c", "b"]
assert in_columns(["a", "bb", "c", "dd"], 6) == ["a   c", "bb  dd"]
assert in_columns(["x", "y", "z", "w"], 100) == ["x  y  z  w"]
assert in_columns(["1", "2", "3", "4", "5", "6", "7"], 9) == ["1  4  7", "2  5", "3  6"]
assert in_columns(["ab ", "c"], 8) == ["ab   c"]
`,
  ],
  [
    `
def hex_rows(data: list[int], per_row: int = 4) -> list[str]:
    """Shows bytes (0 to 255) in rows: the position of the first in four hexadecimal digits, the bytes, and their text.

    Bytes take two digits each and are parted by spaces; a short last row is filled up with spaces. The text stands behind
    two spaces; bytes outside of 32 to 126 are shown as '.'. With fewer than one per row there are no rows.

    >>> hex_rows([72, 105, 0, 255, 65], 4)
    ['0000 48 69 00 ff  Hi..', '0004 41           A']
    >>> hex_rows([], 4)
    []
    """
    if per_row < 1:
        return []
    rows = []
    for start in range(0, len(data), per_row):
        row = data[start:start + per_row]
        cells = " ".join(f"{byte:02x}" for byte in row)
        text = "".join(chr(byte) if 32 <= byte <= 126 else "." for byte in row)
        rows.append(f"{start:04x} " + cells.ljust(3 * per_row - 1) + "  " + text)
    return rows
`,
    `
assert hex_rows([72, 105, 0, 255, 65], 4) == ["0000 48 69 00 ff  Hi..", "0004 41           A"]
assert hex_rows([], 4) == []
assert hex_rows([65], 0) == []
assert hex_rows([32, 126], 1) == ["0000 20   ", "0001 7e  ~"]
assert hex_rows([31, 127], 2) == ["0000 1f 7f  .."]
assert hex_rows([97, 98, 99, 100]) == ["0000 61 62 63 64  abcd"]
assert hex_rows([48] * 18, 17)[1] == "0011 30                                                  0"
assert hex_rows([10, 90], 3) == ["0000 0a 5a     .Z"]
assert hex_rows([33, 34, 35], -2) == []
assert len(hex_rows([1] * 9, 2)) == 5
`,
  ],
]);
