import { topic } from "../exercise.ts";

/** Parsing: expressions, and values with units. */
export const valueParsing = topic("parsing", [
  [
    `
def parse_duration(text: str) -> int:
    """Reads a duration such as '1h 30m' and gives seconds. Units are d, h, m and s; a number without one means seconds.

    Spaces do not count, units may come in any order and more than once. Anything else gives -1, an empty text 0.

    >>> parse_duration("1h 30m")
    5400
    >>> parse_duration("2x")
    -1
    """
    sizes = {"d": 86400, "h": 3600, "m": 60, "s": 1}
    total = 0
    digits = ""
    for char in text.replace(" ", ""):
        if char in "0123456789":
            digits += char
        elif char in sizes and digits:
            total += int(digits) * sizes[char]
            digits = ""
        else:
            return -1
    if digits:
        total += int(digits)
    return total
`,
    `
assert parse_duration("1h 30m") == 5400
assert parse_duration("2x") == -1
assert parse_duration("") == 0
assert parse_duration("45") == 45
assert parse_duration("1d1h1m1s") == 90061
assert parse_duration("m5") == -1
assert parse_duration("5mm") == -1
assert parse_duration("10m 5m") == 900
assert parse_duration("1 2 s 3h") == 10812
assert parse_duration("1m 7") == 67
assert parse_duration("-5s") == -1
assert parse_duration("09s") == 9
`,
  ],
  [
    `
def compare_versions(first: str, second: str) -> int:
    """Compares two versions such as '1.10' and '1.9.2': -1 when the first one is older, 1 when it is newer, 0 otherwise.

    Parts are compared as numbers; missing ones count as 0. A version with a suffix behind '-' is older than the same
    version without; two suffixes compare as text.

    >>> compare_versions("1.10", "1.9.2")
    1
    >>> compare_versions("2.0-beta", "2")
    -1
    """
    numbers, suffixes = [], []
    for version in (first, second):
        core, _, suffix = version.partition("-")
        numbers.append([int(part) for part in core.split(".")])
        suffixes.append(suffix)
    length = max(len(numbers[0]), len(numbers[1]))
    for parts in numbers:
        parts.extend([0] * (length - len(parts)))
    if numbers[0] != numbers[1]:
        return -1 if numbers[0] < numbers[1] else 1
    if suffixes[0] == suffixes[1]:
        return 0
    if suffixes[0] == "" or suffixes[1] == "":
        return 1 if suffixes[0] == "" else -1
    return -1 if suffixes[0] < suffixes[1] else 1
`,
    `
assert compare_versions("1.10", "1.9.2") == 1
assert compare_versions("2.0-beta", "2") == -1
assert compare_versions("1.0", "1") == 0
assert compare_versions("1", "1.0.1") == -1
assert compare_versions("3.2.1", "3.2.1") == 0
assert compare_versions("0.9", "0.10") == -1
assert compare_versions("1.0-alpha", "1.0-beta") == -1
assert compare_versions("1.0-rc", "1-beta") == 1
assert compare_versions("4", "4.0.0-x") == 1
assert compare_versions("1.2-z", "1.3-a") == -1
assert compare_versions("10.0", "9.9.9") == 1
assert compare_versions("5-a", "5.0-a") == 0
assert compare_versions("2-a-b", "2-a") == 1
`,
  ],
  [
    `
def split_tokens(text: str) -> list[str]:
    """Splits a formula into numbers, names and single signs; spaces part them and are left out.

    A number has digits and at most one point, which a digit follows. A name starts with a letter or '_' and goes on with
    letters, digits and '_'.

    >>> split_tokens("2*rate_1+.5")
    ['2', '*', 'rate_1', '+', '.', '5']
    >>> split_tokens(" 3.14 ")
    ['3.14']
    """
    tokens = []
    i = 0
    while i < len(text):
        start = i
        if text[i].isspace():
            i += 1
            continue
        if text[i].isdigit():
            while i < len(text) and text[i].isdigit():
                i += 1
            if text[i:i + 1] == "." and text[i + 1:i + 2].isdigit():
                i += 1
                while i < len(text) and text[i].isdigit():
                    i += 1
        elif text[i].isalpha() or text[i] == "_":
            while i < len(text) and (text[i].isalnum() or text[i] == "_"):
                i += 1
        else:
            i += 1
        tokens.append(text[start:i])
    return tokens
`,
    `
assert split_tokens("2*rate_1+.5") == ["2", "*", "rate_1", "+", ".", "5"]
assert split_tokens(" 3.14 ") == ["3.14"]
assert split_tokens("") == []
assert split_tokens("   ") == []
assert split_tokens("(a+b)*12") == ["(", "a", "+", "b", ")", "*", "12"]
assert split_tokens("1.2.3") == ["1.2", ".", "3"]
assert split_tokens("7.x") == ["7", ".", "x"]
assert split_tokens("10px _y") == ["10", "px", "_y"]
assert split_tokens("a<=b") == ["a", "<", "=", "b"]
assert split_tokens("x1y_2 3") == ["x1y_2", "3"]
assert split_tokens("0.50-00.1") == ["0.50", "-", "00.1"]
assert split_tokens("5.") == ["5", "."]
`,
  ],
  [
    `
def evaluate_postfix(expression: str) -> int | None:
    """Evaluates an expression in which the operator stands behind its two operands, as in '3 4 + 2 *'.

    Operators are +, -, * and /, which rounds down. None when operands are missing or left over, for a division by zero
    and for anything that is neither a whole number nor an operator.

    >>> evaluate_postfix("3 4 + 2 *")
    14
    >>> evaluate_postfix("1 +") is None
    True
    """
    stack: list[int] = []
    for token in expression.split():
        if token.lstrip("-").isdigit():
            stack.append(int(token))
            continue
        if token not in ("+", "-", "*", "/") or len(stack) < 2:
            return None
        right = stack.pop()
        left = stack.pop()
        if token == "+":
            stack.append(left + right)
        elif token == "-":
            stack.append(left - right)
        elif token == "*":
            stack.append(left * right)
        elif right == 0:
            return None
        else:
            stack.append(left // right)
    return stack[0] if len(stack) == 1 else None
`,
    `
assert evaluate_postfix("3 4 + 2 *") == 14
assert evaluate_postfix("1 +") is None
assert evaluate_postfix("") is None
assert evaluate_postfix("42") == 42
assert evaluate_postfix("1 2") is None
assert evaluate_postfix("7 2 /") == 3
assert evaluate_postfix("-7 2 /") == -4
assert evaluate_postfix("5 0 /") is None
assert evaluate_postfix("0 5 /") == 0
assert evaluate_postfix("10 4 - 3 -") == 3
assert evaluate_postfix("2 3 ^") is None
assert evaluate_postfix("4 -2 *") == -8
assert evaluate_postfix("1 2 3 * + 4 -") == 3
assert evaluate_postfix("- 1 2") is None
assert evaluate_postfix("20 2 3 * 4 - /") == 10
assert evaluate_postfix("1 10 3 / +") == 4
assert evaluate_postfix("9 0 0 + 5 + 0 - -") == 4
`,
  ],
  [
    `
def evaluate_formula(text: str) -> int:
    """Evaluates whole numbers with + and *, where * binds more tightly; parts in parentheses come first.

    Spaces do not count. The formula is well formed.

    >>> evaluate_formula("2+3*4")
    14
    >>> evaluate_formula("(2+3)*4")
    20
    """
    total, product = 0, 1
    i = 0
    while i < len(text):
        char = text[i]
        end = i + 1
        if char.isdigit():
            while end < len(text) and text[end].isdigit():
                end += 1
            product *= int(text[i:end])
        elif char == "(":
            depth = 1
            while depth > 0:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            product *= evaluate_formula(text[i + 1:end - 1])
        elif char == "+":
            total += product
            product = 1
        i = end
    return total + product
`,
    `
assert evaluate_formula("2+3*4") == 14
assert evaluate_formula("(2+3)*4") == 20
assert evaluate_formula("7") == 7
assert evaluate_formula("0") == 0
assert evaluate_formula("12 * 10 + 1") == 121
assert evaluate_formula("1+2+3") == 6
assert evaluate_formula("2*3*4") == 24
assert evaluate_formula("((5))") == 5
assert evaluate_formula("(1+1)*(2+3*(4+1))") == 34
assert evaluate_formula("10*0+(6)") == 6
assert evaluate_formula("3*(1+(2))+4") == 13
assert evaluate_formula("100+(20*3)*2") == 220
`,
  ],
  [
    `
def parse_size(text: str) -> int:
    """Reads an amount of data such as '1.5 KB' and gives bytes, rounded down. Units are B, KB, MB and GB, of 1024 each.

    Case and spaces do not count; without a unit it is bytes. At most three digits behind the point are looked at. Anything
    else gives -1.

    >>> parse_size("1.5 KB")
    1536
    >>> parse_size("ten")
    -1
    """
    cleaned = text.replace(" ", "").upper()
    factor = 1
    for power, unit in ((3, "GB"), (2, "MB"), (1, "KB"), (0, "B")):
        if cleaned.endswith(unit):
            cleaned = cleaned[:-len(unit)]
            factor = 1024 ** power
            break
    whole, point, digits = cleaned.partition(".")
    if not whole.isdigit() or (point and not digits.isdigit()):
        return -1
    thousandths = int((digits + "000")[:3])
    return int(whole) * factor + thousandths * factor // 1000
`,
    `
assert parse_size("1.5 KB") == 1536
assert parse_size("ten") == -1
assert parse_size("") == -1
assert parse_size("17") == 17
assert parse_size("0b") == 0
assert parse_size("3 mb") == 3145728
assert parse_size("2GB") == 2147483648
assert parse_size("1.999 B") == 1
assert parse_size("0.25kb") == 256
assert parse_size("5.") == -1
assert parse_size(".5 KB") == -1
assert parse_size("1.0009 KB") == 1024
assert parse_size("1.02 KB") == 1044
assert parse_size("7 TB") == -1
assert parse_size("-1 KB") == -1
`,
  ],
  [
    `
def parse_clock(text: str) -> int:
    """Reads a time of day such as '14:05', '2:05 pm' or '7am' and gives minutes since midnight, or -1.

    With am or pm hours go from 1 to 12, and 12 am is midnight; otherwise from 0 to 23. Minutes have two digits and may be
    left out only with am or pm. Case and spaces do not count.

    >>> parse_clock("2:05 pm")
    845
    >>> parse_clock("25:00")
    -1
    """
    cleaned = text.replace(" ", "").lower()
    half = cleaned[-2:] if cleaned.endswith(("am", "pm")) else ""
    if half:
        cleaned = cleaned[:-2]
        if ":" not in cleaned:
            cleaned += ":00"
    hour_text, _, minute_text = cleaned.partition(":")
    if not hour_text.isdigit() or not minute_text.isdigit() or len(minute_text) != 2:
        return -1
    hour, minute = int(hour_text), int(minute_text)
    if minute > 59:
        return -1
    if half:
        if hour < 1 or hour > 12:
            return -1
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + minute if hour < 24 else -1
`,
    `
assert parse_clock("2:05 pm") == 845
assert parse_clock("25:00") == -1
assert parse_clock("14:05") == 845
assert parse_clock("0:00") == 0
assert parse_clock("23:59") == 1439
assert parse_clock("24:00") == -1
assert parse_clock("12 AM") == 0
assert parse_clock("12:30 pm") == 750
assert parse_clock("7am") == 420
assert parse_clock("11:59 P M") == 1439
assert parse_clock("13 pm") == -1
assert parse_clock("0:10 am") == -1
assert parse_clock("9") == -1
assert parse_clock("9:5") == -1
assert parse_clock("9:60") == -1
assert parse_clock("1:15 am") == 75
`,
  ],
  [
    `
def parse_fraction(text: str) -> tuple[int, int]:
    """Reads '3/4', '1 3/4', '-2' or '0.35' and gives numerator and denominator in lowest terms.

    Parts parted by spaces add up. A sign at the front counts for all of it; the denominator is positive. For a denominator
    of 0 the result is (0, 0). The text is well formed otherwise.

    >>> parse_fraction("1 6/8")
    (7, 4)
    >>> parse_fraction("-0.35")
    (-7, 20)
    """
    rest = text.strip()
    negative = rest.startswith("-")
    if negative:
        rest = rest[1:]
    numerator, denominator = 0, 1
    for part in rest.split():
        top, slash, bottom = part.partition("/")
        if not slash:
            whole, _, digits = part.partition(".")
            top, bottom = whole + digits, "1" + "0" * len(digits)
        numerator = numerator * int(bottom) + int(top) * denominator
        denominator *= int(bottom)
    a, b = numerator, denominator
    while b != 0:
        a, b = b, a % b
    if denominator == 0:
        return 0, 0
    return (-numerator if negative else numerator) // a, denominator // a
`,
    `
assert parse_fraction("1 6/8") == (7, 4)
assert parse_fraction("-0.35") == (-7, 20)
assert parse_fraction("3/4") == (3, 4)
assert parse_fraction("-2") == (-2, 1)
assert parse_fraction("0") == (0, 1)
assert parse_fraction("0/5") == (0, 1)
assert parse_fraction("4/0") == (0, 0)
assert parse_fraction("- 1 1/2") == (-3, 2)
assert parse_fraction(" 10/4 ") == (5, 2)
assert parse_fraction("12.50") == (25, 2)
assert parse_fraction("2 9/3") == (5, 1)
assert parse_fraction(" -1/2 1/3") == (-5, 6)
assert parse_fraction("0 0/7") == (0, 1)
assert parse_fraction("-100/6") == (-50, 3)
`,
  ],
]);
