import { topic } from "../exercise.ts";

/** Strings: making others out of them. */
export const stringRewriting = topic("strings", [
  [
    `
def compress_runs(text: str) -> str:
    """Writes each run of equal characters as the character and its length; a length of 1 is left out.

    >>> compress_runs("aaabcc")
    'a3bc2'
    >>> compress_runs("")
    ''
    """
    pieces = []
    count = 0
    for i, char in enumerate(text):
        count += 1
        if i + 1 == len(text) or text[i + 1] != char:
            pieces.append(char)
            if count > 1:
                pieces.append(str(count))
            count = 0
    return "".join(pieces)
`,
    `
assert compress_runs("aaabcc") == "a3bc2"
assert compress_runs("") == ""
assert compress_runs("x") == "x"
assert compress_runs("xx") == "x2"
assert compress_runs("abc") == "abc"
assert compress_runs("abba") == "ab2a"
assert compress_runs("z" * 12) == "z12"
assert compress_runs(" aaAA  b") == " a2A2 2b"
assert compress_runs("mississippi") == "mis2is2ip2i"
assert compress_runs("abbb") == "ab3"
`,
  ],
  [
    `
def expand_runs(code: str) -> str:
    """Repeats each character as often as the number behind it says; without a number, once.

    A number may have several digits; 0 leaves the character out. Digits at the very start are ignored.

    >>> expand_runs("a3bc2")
    'aaabcc'
    >>> expand_runs("x12")
    'xxxxxxxxxxxx'
    """
    result = []
    char, digits = "", ""
    for symbol in code:
        if symbol.isdigit():
            digits += symbol
        else:
            result.append(char * int(digits or "1"))
            char, digits = symbol, ""
    result.append(char * int(digits or "1"))
    return "".join(result)
`,
    `
assert expand_runs("a3bc2") == "aaabcc"
assert expand_runs("x12") == "xxxxxxxxxxxx"
assert expand_runs("") == ""
assert expand_runs("q") == "q"
assert expand_runs("ab0c") == "ac"
assert expand_runs("42a2") == "aa"
assert expand_runs("-3 2") == "---  "
assert expand_runs("a10b") == "aaaaaaaaaab"
assert expand_runs("a02") == "aa"
assert expand_runs("z1y1") == "zy"
`,
  ],
  [
    `
def camel_to_snake(name: str) -> str:
    """Turns a name in camel case into snake case.

    An underscore goes before a capital letter that follows a small letter or a digit, and before the last capital of a
    row of them when a small letter comes next.

    >>> camel_to_snake("parseHTTPResponse")
    'parse_http_response'
    >>> camel_to_snake("userId2Name")
    'user_id2_name'
    """
    result = ""
    for i, char in enumerate(name):
        if char.isupper() and i > 0:
            before = name[i - 1]
            after = name[i + 1] if i + 1 < len(name) else ""
            if before.islower() or before.isdigit():
                result += "_"
            elif before.isupper() and after.islower():
                result += "_"
        result += char.lower()
    return result
`,
    `
assert camel_to_snake("parseHTTPResponse") == "parse_http_response"
assert camel_to_snake("userId2Name") == "user_id2_name"
assert camel_to_snake("") == ""
assert camel_to_snake("word") == "word"
assert camel_to_snake("Word") == "word"
assert camel_to_snake("HTTP") == "http"
assert camel_to_snake("getX") == "get_x"
assert camel_to_snake("ABTest") == "ab_test"
assert camel_to_snake("already_snake") == "already_snake"
assert camel_to_snake("Mixed_Case") == "mixed_case"
assert camel_to_snake("aBC") == "a_bc"
`,
  ],
  [
    `
def snake_to_camel(name: str, capital: bool = False) -> str:
    """Turns a name in snake case into camel case; its first letter becomes a capital only when asked for.

    Underscores at the start stay; several in a row, and those at the end, count as one and vanish.

    >>> snake_to_camel("max_line_width")
    'maxLineWidth'
    >>> snake_to_camel("_cache__size", True)
    '_CacheSize'
    """
    bare = name.lstrip("_")
    lead = name[:len(name) - len(bare)]
    parts = [part for part in bare.split("_") if part]
    result = lead
    for i, part in enumerate(parts):
        if i == 0 and not capital:
            result += part.lower()
        else:
            result += part[0].upper() + part[1:].lower()
    return result
`,
    `
assert snake_to_camel("max_line_width") == "maxLineWidth"
assert snake_to_camel("_cache__size", True) == "_CacheSize"
assert snake_to_camel("") == ""
assert snake_to_camel("", True) == ""
assert snake_to_camel("___") == "___"
assert snake_to_camel("word", True) == "Word"
assert snake_to_camel("HTTP_STATUS") == "httpStatus"
assert snake_to_camel("a_b_c_") == "aBC"
assert snake_to_camel("__init_me", False) == "__initMe"
assert snake_to_camel("x_2_y") == "x2Y"
`,
  ],
  [
    `
def mask_digits(number: str, keep: int = 4) -> str:
    """Replaces all digits but the last few by '*'; other characters stay as they are.

    When there are no more digits than are to be kept, nothing changes.

    >>> mask_digits("4111-2222-3333")
    '****-****-3333'
    >>> mask_digits("12 34", 1)
    '** *4'
    """
    left = sum(1 for char in number if char.isdigit()) - keep
    result = []
    for char in number:
        if char.isdigit() and left > 0:
            result.append("*")
            left -= 1
        else:
            result.append(char)
    return "".join(result)
`,
    `
assert mask_digits("4111-2222-3333") == "****-****-3333"
assert mask_digits("12 34", 1) == "** *4"
assert mask_digits("") == ""
assert mask_digits("1234") == "1234"
assert mask_digits("12345") == "*2345"
assert mask_digits("98", 0) == "**"
assert mask_digits("no digits", 2) == "no digits"
assert mask_digits("Tel. 555 0199 ", 2) == "Tel. *** **99 "
assert mask_digits("7a8b9", 2) == "*a8b9"
assert mask_digits("123", 9) == "123"
`,
  ],
  [
    `
def pig_latin(sentence: str) -> str:
    """Turns each word of small letters into Pig Latin; words are parted by single spaces in the result.

    The consonants a word starts with move to its end, 'qu' as one of them, and 'ay' is added. A word that starts with a
    vowel gets 'way'. Words without any vowel (a, e, i, o, u) only get 'ay'.

    >>> pig_latin("quick string apple")
    'ickquay ingstray appleway'
    >>> pig_latin("shh")
    'shhay'
    """
    result = []
    for word in sentence.split():
        i = 0
        while i < len(word) and word[i] not in "aeiou":
            if word[i:i + 2] == "qu":
                i += 1
            i += 1
        if i == 0:
            result.append(word + "way")
        else:
            result.append(word[i:] + word[:i] + "ay")
    return " ".join(result)
`,
    `
assert pig_latin("quick string apple") == "ickquay ingstray appleway"
assert pig_latin("shh") == "shhay"
assert pig_latin("") == ""
assert pig_latin("a") == "away"
assert pig_latin("  two   words ") == "otway ordsway"
assert pig_latin("square") == "aresquay"
assert pig_latin("equal") == "equalway"
assert pig_latin("iq uno") == "iqway unoway"
assert pig_latin("by the pool") == "byay ethay oolpay"
assert pig_latin("b") == "bay"
assert pig_latin("qat") == "atqay"
`,
  ],
  [
    `
def keyword_cipher(text: str, key: str, decode: bool = False) -> str:
    """Shifts each letter of a text by the alphabet position (a is 0) of the next letter of the key, which is repeated.

    Other characters stay, and use up no letter of the key. Case is kept. The key consists of small letters; an empty key
    changes nothing. With decode the shift goes back.

    >>> keyword_cipher("Attack now", "bc")
    'Bvucdm oqx'
    >>> keyword_cipher("Bvucdm oqx", "bc", True)
    'Attack now'
    """
    if not key:
        return text
    result = ""
    used = 0
    for char in text:
        if not char.isalpha():
            result += char
            continue
        base = ord("A") if char.isupper() else ord("a")
        shift = ord(key[used % len(key)]) - ord("a")
        if decode:
            shift = -shift
        result += chr((ord(char) - base + shift) % 26 + base)
        used += 1
    return result
`,
    `
assert keyword_cipher("Attack now", "bc") == "Bvucdm oqx"
assert keyword_cipher("Bvucdm oqx", "bc", True) == "Attack now"
assert keyword_cipher("", "key") == ""
assert keyword_cipher("Text", "") == "Text"
assert keyword_cipher("xyz XYZ", "d") == "abc ABC"
assert keyword_cipher("abc ABC", "d", True) == "xyz XYZ"
assert keyword_cipher("a-b-c", "abc") == "a-c-e"
assert keyword_cipher("Zz", "az") == "Zy"
assert keyword_cipher(" 2 + 2", "q") == " 2 + 2"
assert keyword_cipher("lemon", "lemon") == "wiyca"
`,
  ],
  [
    `
def rail_fence(text: str, rails: int) -> str:
    """Writes a text down and up along a number of rails and reads it off rail by rail.

    With a single rail, or fewer, the text stays as it is.

    >>> rail_fence("WEAREHERE", 3)
    'WEEERHRAE'
    >>> rail_fence("abc", 1)
    'abc'
    """
    if rails <= 1:
        return text
    rows = [""] * rails
    row, step = 0, 1
    for char in text:
        rows[row] += char
        if row == 0:
            step = 1
        elif row == rails - 1:
            step = -1
        row += step
    return "".join(rows)
`,
    `
assert rail_fence("WEAREHERE", 3) == "WEEERHRAE"
assert rail_fence("abc", 1) == "abc"
assert rail_fence("", 3) == ""
assert rail_fence(" Abc", 0) == " Abc"
assert rail_fence("abcdef", 2) == "acebdf"
assert rail_fence("abcdefgh", 4) == "agbfhced"
assert rail_fence("abc", 5) == "abc"
assert rail_fence(" Xy z ", 2) == " yzX  "
assert rail_fence("one two", 3) == "otn weo"
assert rail_fence("0123456789", 3) == "0481357926"
`,
  ],
  [
    `
def acronym(phrase: str, skip: list[str]) -> str:
    """The first letters of the words of a phrase as capitals. Words are parted by spaces or hyphens.

    Words in skip (given in small letters) are left out, except as the first word.

    >>> acronym("Portable network-graphics", [])
    'PNG'
    >>> acronym("the Lord of the Rings", ["of", "the"])
    'TLR'
    """
    letters = []
    for word in phrase.replace("-", " ").split():
        if letters and word.lower() in skip:
            continue
        for char in word:
            if char.isalpha():
                letters.append(char.upper())
                break
    return "".join(letters)
`,
    `
assert acronym("Portable network-graphics", []) == "PNG"
assert acronym("the Lord of the Rings", ["of", "the"]) == "TLR"
assert acronym("", ["a"]) == ""
assert acronym("  - ", []) == ""
assert acronym("Ministry OF Silly Walks", ["of"]) == "MSW"
assert acronym("'quoted' (text)", []) == "QT"
assert acronym("3 blind mice", []) == "BM"
assert acronym("of mice and men", ["of", "and"]) == "OMM"
assert acronym("x-ray--unit", ["ray"]) == "XU"
assert acronym("first in first out", []) == "FIFO"
`,
  ],
]);
