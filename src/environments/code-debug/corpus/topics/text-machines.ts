import { topic } from "../exercise.ts";

/** Machines that read texts. */
export const textMachines = topic("stacks-and-queues", [
  [
    `
def log_levels(lines: list[str], least: str) -> list[str]:
    """Keep the entries of a log that are at least as severe as a level.

    A line 'LEVEL: text' begins an entry, where the level is DEBUG, INFO, WARN
    or ERROR. Every other line belongs to the entry before it and is kept or
    left out with it; lines before the first entry are left out.

    >>> log_levels(["INFO: start", "WARN: slow", "  5 s", "DEBUG: x"], "WARN")
    ['WARN: slow', '  5 s']
    >>> log_levels(["hello", "ERROR: e"], "DEBUG")
    ['ERROR: e']
    """
    levels = ["DEBUG", "INFO", "WARN", "ERROR"]
    threshold = levels.index(least)
    keeping = False
    kept = []
    for line in lines:
        level, colon, _ = line.partition(": ")
        if colon and level in levels:
            keeping = levels.index(level) >= threshold
        if keeping:
            kept.append(line)
    return kept
`,
    `
assert log_levels(["INFO: start", "WARN: slow", "  5 s", "DEBUG: x"], "WARN") == ["WARN: slow", "  5 s"]
assert log_levels(["hello", "ERROR: e"], "DEBUG") == ["ERROR: e"]
assert log_levels([], "INFO") == []
assert log_levels(["DEBUG: a", "INFO: b", "WARN: c", "ERROR: d"], "INFO") == ["INFO: b", "WARN: c", "ERROR: d"]
assert log_levels(["ERROR", "ERROR: x", "INFO"], "ERROR") == ["ERROR: x", "INFO"]
assert log_levels(["DEBUG: a", "more", "NOTE: b"], "INFO") == []
assert log_levels(["WARN: a", "NOTE: b", "", "INFO: c", "d"], "WARN") == ["WARN: a", "NOTE: b", ""]
assert log_levels(["INFO:tight", "WARN: w: x", "INFO:tight"], "INFO") == ["WARN: w: x", "INFO:tight"]
assert log_levels(["WARN: a", "WARN: a", "INFO: ERROR: b"], "WARN") == ["WARN: a", "WARN: a"]
`,
  ],
  [
    `
def strip_comments(code: str) -> str:
    """Leave the comments out of a piece of code.

    '#' begins a comment that ends before the next ';', '(*' one that ends with
    the next '*)'. Inside of single quotes nothing is a comment, and inside of
    a comment nothing else begins. What is not closed goes on to the end.

    >>> strip_comments("a # note; b")
    'a ; b'
    >>> strip_comments("x(* y *)z '#1'")
    "xz '#1'"
    """
    kept = ""
    state = "code"
    position = 0
    while position < len(code):
        letter = code[position]
        if state == "line" and letter == ";":
            state = "code"
        elif state == "block" and code[position:position + 2] == "*)":
            state = "code"
            position += 2
            continue
        elif state == "code" and letter == "#":
            state = "line"
        elif state == "code" and code[position:position + 2] == "(*":
            state = "block"
            position += 1
        elif letter == "'" and state in ("code", "text"):
            state = "text" if state == "code" else "code"
        if state in ("code", "text"):
            kept += letter
        position += 1
    return kept
`,
    `
assert strip_comments("a # note; b") == "a ; b"
assert strip_comments("x(* y *)z '#1'") == "xz '#1'"
assert strip_comments("") == ""
assert strip_comments("a;b;c") == "a;b;c"
assert strip_comments("#") == ""
assert strip_comments("a#b'c;d'e#f;g'") == "a;d'e#f;g'"
assert strip_comments("(*)a*)b") == "b"
assert strip_comments("p(* # ; 'q*)r;s") == "pr;s"
assert strip_comments("a(b*c)*d") == "a(b*c)*d"
assert strip_comments("'(* no *)' (* yes") == "'(* no *)' "
assert strip_comments("a(*1*)(*2*)b#c;#d") == "ab;"
assert strip_comments("'it''s' # x; 'y") == "'it''s' ; 'y"
assert strip_comments("a #(*;b *)") == "a ;b *)"
`,
  ],
  [
    `
def type_on_keypad(presses: str) -> str:
    """Give the text typed on the number keys of an old phone.

    '2' stands for a, b and c, '3' for d, e and f, and so on up to '9' for w to
    z; pressing a key several times in a row goes through its letters and
    begins again after the last. '0' is a space each time it is pressed, '1'
    turns to capitals and back. A '.' is a pause, so that the same key can
    begin a new letter. '*' takes back the last letter. Other keys are ignored
    and are a pause as well.

    >>> type_on_keypad("44.444")
    'hi'
    >>> type_on_keypad("1223")
    'BD'
    """
    groups = {"2": "abc", "3": "def", "4": "ghi", "5": "jkl", "6": "mno", "7": "pqrs", "8": "tuv", "9": "wxyz"}
    text = ""
    capitals = False
    position = 0
    while position < len(presses):
        key = presses[position]
        count = 1
        if key in groups:
            while presses[position + count:position + count + 1] == key:
                count += 1
            letter = groups[key][(count - 1) % len(groups[key])]
            text += letter.upper() if capitals else letter
        elif key == "0":
            text += " "
        elif key == "1":
            capitals = not capitals
        elif key == "*":
            text = text[:-1]
        position += count
    return text
`,
    `
assert type_on_keypad("44.444") == "hi"
assert type_on_keypad("1223") == "BD"
assert type_on_keypad("") == ""
assert type_on_keypad("2.2.2") == "aaa"
assert type_on_keypad("2222") == "a"
assert type_on_keypad("7777.9999") == "sz"
assert type_on_keypad("99999777777") == "wq"
assert type_on_keypad("200203") == "a  a d"
assert type_on_keypad("1.21.21.2") == "AaA"
assert type_on_keypad("23*4") == "ag"
assert type_on_keypad("*5**6") == "m"
assert type_on_keypad("8x8##88.") == "ttu"
assert type_on_keypad("121102") == "A A"
assert type_on_keypad("222333444555") == "cfil"
assert type_on_keypad("0666.777788.999.0") == " osuy "
`,
  ],
]);
