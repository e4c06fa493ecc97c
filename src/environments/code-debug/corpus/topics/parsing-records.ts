import { topic } from "../exercise.ts";

/** Parsing: records, lists of settings and addresses. */
export const recordParsing = topic("parsing", [
  [
    `
def parse_query(query: str) -> dict[str, list[str]]:
    """Reads a query string: pairs 'key=value' parted by '&', maybe behind a '?'; for each key all of its values in order.

    A '+' stands for a space. A key without '=' has the value ''. Pairs without a key are left out.

    >>> parse_query("?tag=a&tag=b+c&q")
    {'tag': ['a', 'b c'], 'q': ['']}
    >>> parse_query("")
    {}
    """
    values: dict[str, list[str]] = {}
    if query.startswith("?"):
        query = query[1:]
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        key = key.replace("+", " ").strip()
        if key:
            values.setdefault(key, []).append(value.replace("+", " "))
    return values
`,
    `
assert parse_query("?tag=a&tag=b+c&q") == {"tag": ["a", "b c"], "q": [""]}
assert parse_query("") == {}
assert parse_query("?") == {}
assert parse_query("&&=x&") == {}
assert parse_query("a=1") == {"a": ["1"]}
assert parse_query("a=1=2&b==") == {"a": ["1=2"], "b": ["="]}
assert parse_query("??a=1") == {"?a": ["1"]}
assert parse_query("x+y=+z+&+=w") == {"x y": [" z "]}
assert parse_query("k=&k&k=v") == {"k": ["", "", "v"]}
assert parse_query("b=2&a=1?") == {"b": ["2"], "a": ["1?"]}
assert parse_query("+k+=1&k=2") == {"k": ["1", "2"]}
`,
  ],
  [
    `
def split_csv_line(line: str, separator: str = ",") -> list[str]:
    """Splits a line into fields. Within double quotes a separator is ordinary text, and two quotes stand for one.

    Quotes may start anywhere in a field, and are left out; one that is never closed reaches to the end.

    >>> split_csv_line('a,"b,c",d')
    ['a', 'b,c', 'd']
    >>> split_csv_line('say ""hi""')
    ['say hi']
    """
    fields = []
    field = ""
    quoted = False
    i = 0
    while i < len(line):
        char = line[i]
        if char == '"':
            if quoted and line[i + 1:i + 2] == '"':
                field += '"'
                i += 1
            else:
                quoted = not quoted
        elif char == separator and not quoted:
            fields.append(field)
            field = ""
        else:
            field += char
        i += 1
    fields.append(field)
    return fields
`,
    `
assert split_csv_line('a,"b,c",d') == ["a", "b,c", "d"]
assert split_csv_line('say ""hi""') == ["say hi"]
assert split_csv_line("") == [""]
assert split_csv_line(",") == ["", ""]
assert split_csv_line("1,,3,") == ["1", "", "3", ""]
assert split_csv_line('"he said ""no""",x') == ['he said "no"', "x"]
assert split_csv_line("a;b,c", ";") == ["a", "b,c"]
assert split_csv_line('"",""') == ["", ""]
assert split_csv_line('x"y,z"w,v') == ["xy,zw", "v"]
assert split_csv_line('p,"q,r') == ["p", "q,r"]
assert split_csv_line(' a , "b" ') == [" a ", " b "]
assert split_csv_line('""""') == ['"']
`,
  ],
  [
    `
def parse_page_ranges(text: str) -> list[int]:
    """Reads numbers and ranges such as '1-3,7' and gives all pages in rising order, each once.

    Spaces do not count. A range whose end is before its start holds nothing. Parts that are neither a number nor a range
    are ignored.

    >>> parse_page_ranges("7, 1-3, 2")
    [1, 2, 3, 7]
    >>> parse_page_ranges("x, 5-4")
    []
    """
    pages = set()
    for part in text.replace(" ", "").split(","):
        start, dash, end = part.partition("-")
        if not start.isdigit():
            continue
        if not dash:
            end = start
        if end.isdigit():
            for page in range(int(start), int(end) + 1):
                pages.add(page)
    return sorted(pages)
`,
    `
assert parse_page_ranges("7, 1-3, 2") == [1, 2, 3, 7]
assert parse_page_ranges("x, 5-4") == []
assert parse_page_ranges("") == []
assert parse_page_ranges("4") == [4]
assert parse_page_ranges("6-6") == [6]
assert parse_page_ranges("10,9,10") == [9, 10]
assert parse_page_ranges("3-,-4,5-6-7,8") == [8]
assert parse_page_ranges("1 0 - 1 2") == [10, 11, 12]
assert parse_page_ranges("2-4,3-5,,0") == [0, 2, 3, 4, 5]
assert parse_page_ranges("20-22, 1-a, a-1, 5") == [5, 20, 21, 22]
assert parse_page_ranges("100,20,3") == [3, 20, 100]
`,
  ],
  [
    String.raw`
def parse_settings(text: str) -> dict[str, dict[str, str]]:
    """Reads lines 'key = value' in sections that start with a line '[name]'; before the first, the section is ''.

    Everything from '#' on is a comment. Lines without '=' are ignored. A section named twice goes on; a key given twice
    in it takes the later value. Sections without keys are there all the same, except ''.

    >>> parse_settings("debug = no\n[net]\nport = 80 # usual")
    {'': {'debug': 'no'}, 'net': {'port': '80'}}
    >>> parse_settings("[empty]")
    {'empty': {}}
    """
    sections: dict[str, dict[str, str]] = {}
    current = ""
    for raw in text.split("\n"):
        line = raw.split("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1].strip()
            sections.setdefault(current, {})
        elif "=" in line:
            key, _, value = line.partition("=")
            sections.setdefault(current, {})[key.strip()] = value.strip()
    return sections
`,
    String.raw`
assert parse_settings("debug = no\n[net]\nport = 80 # usual") == {"": {"debug": "no"}, "net": {"port": "80"}}
assert parse_settings("[empty]") == {"empty": {}}
assert parse_settings("") == {}
assert parse_settings("# only = comment\n\n  \nno pair") == {}
assert parse_settings("a=1\na = 2 ") == {"": {"a": "2"}}
assert parse_settings("[ s ]\nk=v\n[t]\nk=w\n[s]\nm=n") == {"s": {"k": "v", "m": "n"}, "t": {"k": "w"}}
assert parse_settings("url = a=b=c") == {"": {"url": "a=b=c"}}
assert parse_settings("  [x] # note\n  key=") == {"x": {"key": ""}}
assert parse_settings("[open\nq = 1]") == {"": {"q": "1]"}}
assert parse_settings("c = #red\n[z]\n#[y]\nd = 5 # 6 # 7") == {"": {"c": ""}, "z": {"d": "5"}}
assert parse_settings("[half]=1") == {"": {"[half]": "1"}}
`,
  ],
  [
    `
def parse_access(path: str) -> list:
    """Reads a path such as 'a.b[0].c' and gives its steps: names as text, indices as numbers.

    An index may be negative. A path that is not of this form (an empty name, a bracket that is open or holds no whole
    number) gives an empty list.

    >>> parse_access("a.b[0].c")
    ['a', 'b', 0, 'c']
    >>> parse_access("a..b")
    []
    """
    steps = []
    for part in path.split("."):
        name, *indices = part.split("[")
        if not name or "]" in name:
            return []
        steps.append(name)
        for index in indices:
            digits = index[:-1]
            if not index.endswith("]") or not digits.removeprefix("-").isdigit():
                return []
            steps.append(int(digits))
    return steps
`,
    `
assert parse_access("a.b[0].c") == ["a", "b", 0, "c"]
assert parse_access("a..b") == []
assert parse_access("") == []
assert parse_access("name") == ["name"]
assert parse_access("m[1][-22]") == ["m", 1, -22]
assert parse_access("[3]") == []
assert parse_access("a[x]") == []
assert parse_access("a[1") == []
assert parse_access("a]b.c") == []
assert parse_access("a[]") == []
assert parse_access("a[--1]") == []
assert parse_access("a.") == []
assert parse_access("x[07].y_2[1].z") == ["x", 7, "y_2", 1, "z"]
assert parse_access("x[12]y") == []
`,
  ],
  [
    `
def parse_color(text: str) -> tuple[int, int, int] | None:
    """Reads a colour as '#rgb', '#rrggbb' or 'rgb(r, g, b)', and gives three numbers from 0 to 255.

    In the short form each digit counts twice. The form with 'rgb' takes decimal numbers; larger ones become 255. Case
    does not matter. Anything else gives None.

    >>> parse_color("#f80")
    (255, 136, 0)
    >>> parse_color("rgb(1, 20, 300)")
    (1, 20, 255)
    """
    text = text.strip().lower()
    if text.startswith("#"):
        digits = text[1:]
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        if len(digits) != 6 or any(digit not in "0123456789abcdef" for digit in digits):
            return None
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    if text.startswith("rgb(") and text.endswith(")"):
        parts = [part.strip() for part in text[4:-1].split(",")]
        if len(parts) == 3 and all(part.isdigit() for part in parts):
            red, green, blue = [min(int(part), 255) for part in parts]
            return red, green, blue
    return None
`,
    `
assert parse_color("#f80") == (255, 136, 0)
assert parse_color("rgb(1, 20, 300)") == (1, 20, 255)
assert parse_color("") is None
assert parse_color("#12AbfE") == (18, 171, 254)
assert parse_color(" #000 ") == (0, 0, 0)
assert parse_color("#1234") is None
assert parse_color("#12345g") is None
assert parse_color("#12345") is None
assert parse_color("RGB(255,0,256)") == (255, 0, 255)
assert parse_color("rgb(1, 2)") is None
assert parse_color("rgb(1, 2, -3)") is None
assert parse_color("rgb(1, 2, 3") is None
assert parse_color("hsl(1,2,3)") is None
assert parse_color("rgb(1,2,345") is None
assert parse_color("rgb(a, b, c)") is None
assert parse_color("rgb(9,8,7,6)") is None
`,
  ],
  [
    String.raw`
def unescape_text(text: str) -> str:
    """Replaces escapes that start with a backslash: n and t give a line break and a tab, u and four digits a character.

    The four digits are hexadecimal. Behind any other character, the backslash is just left out; one at the very end
    stays, and so does the backslash of an incomplete u.

    >>> unescape_text("a" + chr(92) + "tb") == "a" + chr(9) + "b"
    True
    >>> unescape_text(chr(92) + "u0041bc")
    'Abc'
    """
    result = ""
    i = 0
    while i < len(text):
        following = text[i + 1:i + 2]
        if text[i] != "\\" or following == "":
            result += text[i]
            i += 1
            continue
        code = text[i + 2:i + 6]
        if following == "u" and len(code) == 4 and all(digit in "0123456789abcdefABCDEF" for digit in code):
            result += chr(int(code, 16))
            i += 6
            continue
        if following == "u":
            result += "\\"
        result += {"n": "\n", "t": "\t"}.get(following, following)
        i += 2
    return result
`,
    String.raw`
assert unescape_text("") == ""
assert unescape_text("plain") == "plain"
assert unescape_text("a\\tb") == "a\tb"
assert unescape_text("\\u0041bc") == "Abc"
assert unescape_text("one\\ntwo\\n") == "one\ntwo\n"
assert unescape_text("end\\") == "end\\"
assert unescape_text("\\\\n") == "\\n"
assert unescape_text("\\\"q\\'") == "\"q'"
assert unescape_text("\\u00e9\\u20AC!") == "é€!"
assert unescape_text("\\u12") == "\\u12"
assert unescape_text("ab\\uF\\t1234\\u20AF") == "ab\\uF\t1234₯"
assert unescape_text("\\u12zz\\x") == "\\u12zzx"
assert unescape_text("\\ta\\u0030\\t") == "\ta0\t"
`,
  ],
  [
    `
def parse_outline(lines: list[str]) -> list[tuple[str, list[str]]]:
    """Reads an outline: for each entry its title and the titles of those it stands under, outermost first.

    Entries start with '-'; the number of spaces before it says how deep they are. An entry stands under the nearest entry
    before it that is less deep. Lines without '-' at the start are ignored.

    >>> parse_outline(["- plan", "  - buy", "- end"])
    [('plan', []), ('buy', ['plan']), ('end', [])]
    >>> parse_outline(["text"])
    []
    """
    entries = []
    above: list[tuple[int, str]] = []
    for line in lines:
        stripped = line.lstrip(" ")
        if not stripped.startswith("-"):
            continue
        depth = len(line) - len(stripped)
        title = stripped[1:].strip()
        while above and above[-1][0] >= depth:
            above.pop()
        entries.append((title, [name for _, name in above]))
        above.append((depth, title))
    return entries
`,
    `
assert parse_outline(["- plan", "  - buy", "- end"]) == [("plan", []), ("buy", ["plan"]), ("end", [])]
assert parse_outline(["text"]) == []
assert parse_outline([]) == []
assert parse_outline(["-a"]) == [("a", [])]
assert parse_outline(["- a", " - b", "  - c", " - d"]) == [("a", []), ("b", ["a"]), ("c", ["a", "b"]), ("d", ["a"])]
assert parse_outline(["   - x", " - y", "  - z"]) == [("x", []), ("y", []), ("z", ["y"])]
assert parse_outline(["- a", "note", "    - b", "", "    - c"]) == [("a", []), ("b", ["a"]), ("c", ["a"])]
assert parse_outline(["- 1", "  - 2", "    - 3", "      - 4", "- 5 - 6"]) == [("1", []), ("2", ["1"]), ("3", ["1", "2"]), ("4", ["1", "2", "3"]), ("5 - 6", [])]
assert parse_outline(["-", "  -- k"]) == [("", []), ("- k", [""])]
`,
  ],
]);
