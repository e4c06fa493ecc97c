import { topic } from "../exercise.ts";

/** Text formatting: names, numbers and amounts. */
export const valueFormatting = topic("text formatting", [
  [
    `
def make_slug(title: str, longest: int = 40) -> str:
    """Turns a title into a slug: small letters and digits, with single hyphens for all that stands between them.

    A slug that is too long is cut behind the last whole word that fits; its first word is cut if it alone is too long.
    Only letters from a to z count as such.

    >>> make_slug("Hello, World! (2nd)")
    'hello-world-2nd'
    >>> make_slug("quite long title", 12)
    'quite-long'
    """
    words = []
    word = ""
    for char in title.lower() + " ":
        if "a" <= char <= "z" or "0" <= char <= "9":
            word += char
        elif word:
            words.append(word)
            word = ""
    slug = ""
    for word in words:
        if slug and len(slug) + 1 + len(word) > longest:
            break
        slug = slug + "-" + word if slug else word[:longest]
    return slug
`,
    `
assert make_slug("Hello, World! (2nd)") == "hello-world-2nd"
assert make_slug("quite long title", 12) == "quite-long"
assert make_slug("") == ""
assert make_slug(" -- ") == ""
assert make_slug("ZAP az09") == "zap-az09"
assert make_slug("Extraordinary things", 5) == "extra"
assert make_slug("ab cd ef", 5) == "ab-cd"
assert make_slug("ab cd ef", 4) == "ab"
assert make_slug("a/b_c{d}e\`f@g", 50) == "a-b-c-d-e-f-g"
assert make_slug("one  two--three") == "one-two-three"
assert make_slug("caf\\u00e9 noir") == "caf-noir"
assert make_slug("first longerword x", 8) == "first"
`,
  ],
  [
    `
def shorten_middle(text: str, width: int) -> str:
    """Shortens a text to width characters by putting '...' in place of its middle; a short text stays as it is.

    Of what is kept the beginning gets one character more when it cannot be halved. A width below 3 only keeps the
    beginning of the text, without dots.

    >>> shorten_middle("a long file name.txt", 12)
    'a lon....txt'
    >>> shorten_middle("short", 10)
    'short'
    """
    if len(text) <= width:
        return text
    if width < 3:
        return text[:max(width, 0)]
    kept = width - 3
    tail = kept // 2
    head = kept - tail
    return text[:head] + "..." + text[len(text) - tail:]
`,
    `
assert shorten_middle("a long file name.txt", 12) == "a lon....txt"
assert shorten_middle("short", 10) == "short"
assert shorten_middle("", 0) == ""
assert shorten_middle(" Exact", 6) == " Exact"
assert shorten_middle("abcdef", 5) == "a...f"
assert shorten_middle("abcdef", 4) == "a..."
assert shorten_middle("abcdef", 3) == "..."
assert shorten_middle(" Bcdef", 2) == " B"
assert shorten_middle("abcdef", 0) == ""
assert shorten_middle("abcdef", -1) == ""
assert shorten_middle(" Spaces and Case ", 10) == " Spa...se "
assert shorten_middle("0123456789", 9) == "012...789"
`,
  ],
  [
    `
def join_names(names: list[str], most: int = 3) -> str:
    """Joins names to a phrase: 'A', 'A and B', 'A, B and C'. Empty names are left out.

    When there are more than most names, only most - 1 of them stand there, and the others are counted at the end. Most is
    at least 2. Without names it is 'nobody'.

    >>> join_names(["Ann", "Bob", "Cy"])
    'Ann, Bob and Cy'
    >>> join_names(["Ann", "Bob", "Cy", "Di"])
    'Ann, Bob and 2 others'
    """
    named = [name.strip() for name in names if name.strip()]
    if not named:
        return "nobody"
    if len(named) > most:
        shown = most - 1
        named = named[:shown] + [f"{len(named) - shown} others"]
    if len(named) == 1:
        return named[0]
    return ", ".join(named[:-1]) + " and " + named[-1]
`,
    `
assert join_names(["Ann", "Bob", "Cy"]) == "Ann, Bob and Cy"
assert join_names(["Ann", "Bob", "Cy", "Di"]) == "Ann, Bob and 2 others"
assert join_names([]) == "nobody"
assert join_names(["", "  "]) == "nobody"
assert join_names(["", " Eve "]) == "Eve"
assert join_names(["", "p", "", "q", "", "r"]) == "p, q and r"
assert join_names(["Al", "", "Jo"]) == "Al and Jo"
assert join_names(["a", "b", "c"], 2) == "a and 2 others"
assert join_names(["a", "b"], 2) == "a and b"
assert join_names(["a", "b", "c", "d", "e"], 4) == "a, b, c and 2 others"
assert join_names(["a", "b", "c", "d", "e"], 5) == "a, b, c, d and e"
assert join_names(["v", "w", "x", "y", "z", " "], 3) == "v, w and 3 others"
`,
  ],
  [
    `
def with_ordinal(n: int) -> str:
    """A number with its ending as an ordinal: 1st, 2nd, 3rd, 4th; 11th to 13th in every hundred.

    From 1000 on thousands are parted by commas. The sign does not change the ending.

    >>> with_ordinal(22)
    '22nd'
    >>> with_ordinal(1112)
    '1,112th'
    """
    size = abs(n)
    ending = "th"
    if size % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(size % 10, "th")
    digits = str(size)
    groups = []
    while len(digits) > 3:
        groups.insert(0, digits[-3:])
        digits = digits[:-3]
    groups.insert(0, digits)
    sign = "-" if n < 0 else ""
    return sign + ",".join(groups) + ending
`,
    `
assert with_ordinal(22) == "22nd"
assert with_ordinal(1112) == "1,112th"
assert with_ordinal(0) == "0th"
assert with_ordinal(1) == "1st"
assert with_ordinal(3) == "3rd"
assert with_ordinal(11) == "11th"
assert with_ordinal(13) == "13th"
assert with_ordinal(111) == "111th"
assert with_ordinal(-21) == "-21st"
assert with_ordinal(1000) == "1,000th"
assert with_ordinal(999) == "999th"
assert with_ordinal(1234567) == "1,234,567th"
assert with_ordinal(-1002003) == "-1,002,003rd"
assert with_ordinal(10) == "10th"
`,
  ],
  [
    `
def format_money(cents: int, symbol: str = "EUR") -> str:
    """Writes an amount in cents with thousands parted by commas, two digits behind the point, and the symbol at the end.

    Negative amounts stand in parentheses, the symbol outside of them. An empty symbol is left out with its space.

    >>> format_money(123456)
    '1,234.56 EUR'
    >>> format_money(-5, "")
    '(0.05)'
    """
    whole, rest = divmod(abs(cents), 100)
    digits = str(whole)
    grouped = ""
    for i, digit in enumerate(digits):
        if i > 0 and (len(digits) - i) % 3 == 0:
            grouped += ","
        grouped += digit
    amount = grouped + "." + str(rest).zfill(2)
    if cents < 0:
        amount = "(" + amount + ")"
    return amount + " " + symbol if symbol else amount
`,
    `
assert format_money(123456) == "1,234.56 EUR"
assert format_money(-5, "") == "(0.05)"
assert format_money(0) == "0.00 EUR"
assert format_money(7, "USD") == "0.07 USD"
assert format_money(10) == "0.10 EUR"
assert format_money(99999) == "999.99 EUR"
assert format_money(100000) == "1,000.00 EUR"
assert format_money(-100, "kr") == "(1.00) kr"
assert format_money(123456789012, "") == "1,234,567,890.12"
assert format_money(-98765432, "Yen") == "(987,654.32) Yen"
assert format_money(1005, "") == "10.05"
`,
  ],
  [
    `
def spell_duration(seconds: int, most: int = 2) -> str:
    """Spells out a duration in days, hours, minutes and seconds, largest unit first: '1 day 2 hours'.

    Units with 0 are left out, and at most so many units are given; the rest is dropped. 0 is '0 seconds'; what is
    negative ends with ' ago'.

    >>> spell_duration(93784)
    '1 day 2 hours'
    >>> spell_duration(-61)
    '1 minute 1 second ago'
    """
    units = [("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)]
    parts = []
    rest = abs(seconds)
    for name, size in units:
        count = rest // size
        rest %= size
        if count > 0:
            parts.append(f"{count} {name}" + ("" if count == 1 else "s"))
    text = " ".join(parts[:most]) or "0 seconds"
    return text + " ago" if seconds < 0 else text
`,
    `
assert spell_duration(93784) == "1 day 2 hours"
assert spell_duration(-61) == "1 minute 1 second ago"
assert spell_duration(0) == "0 seconds"
assert spell_duration(1) == "1 second"
assert spell_duration(59) == "59 seconds"
assert spell_duration(60) == "1 minute"
assert spell_duration(3605) == "1 hour 5 seconds"
assert spell_duration(93784, 4) == "1 day 2 hours 3 minutes 4 seconds"
assert spell_duration(93784, 1) == "1 day"
assert spell_duration(-7200) == "2 hours ago"
assert spell_duration(172799, 3) == "1 day 23 hours 59 minutes"
assert spell_duration(50, 0) == "0 seconds"
`,
  ],
  [
    `
def heading_case(title: str, small: list[str]) -> str:
    """Sets a title in capitals as in headings: each word starts with a capital letter, except small words.

    The first and the last word, and a word after a colon, always get a capital. Words with a capital behind their first
    letter stay as they are. Small words are given in small letters; words are parted by single spaces in the result.

    >>> heading_case("the art of war: a NASA story", ["the", "of", "a"])
    'The Art of War: A NASA Story'
    >>> heading_case("what IS this for", ["is", "for"])
    'What IS This For'
    """
    words = title.split()
    result = []
    forced = True
    for i, word in enumerate(words):
        if i == len(words) - 1:
            forced = True
        if word[1:] != word[1:].lower():
            result.append(word)
        elif word.lower() in small and not forced:
            result.append(word.lower())
        else:
            result.append(word[0].upper() + word[1:])
        forced = word.endswith(":")
    return " ".join(result)
`,
    `
assert heading_case("the art of war: a NASA story", ["the", "of", "a"]) == "The Art of War: A NASA Story"
assert heading_case("what IS this for", ["is", "for"]) == "What IS This For"
assert heading_case("", ["a"]) == ""
assert heading_case("of", ["of"]) == "Of"
assert heading_case("  two   words ", []) == "Two Words"
assert heading_case("Gone With The Wind", ["with", "the"]) == "Gone with the Wind"
assert heading_case("my iPhone and i", ["and", "i"]) == "My iPhone and I"
assert heading_case("notes: in brief", ["in"]) == "Notes: In Brief"
assert heading_case("a b: a b a c", ["a", "b:"]) == "A b: A B a C"
assert heading_case("x-ray of 3rd hand", ["of"]) == "X-ray of 3rd Hand"
`,
  ],
  [
    `
def page_ranges(pages: list[int]) -> str:
    """Writes page numbers in short: sorted, each once, with ranges for three or more in a row.

    >>> page_ranges([1, 2, 3, 7, 8])
    '1-3, 7, 8'
    >>> page_ranges([5, 5, 4])
    '4, 5'
    """
    numbers = sorted(set(pages))
    parts = []
    start = 0
    for i in range(len(numbers)):
        if i + 1 < len(numbers) and numbers[i + 1] == numbers[i] + 1:
            continue
        if i - start >= 2:
            parts.append(f"{numbers[start]}-{numbers[i]}")
        else:
            parts.extend(str(number) for number in numbers[start:i + 1])
        start = i + 1
    return ", ".join(parts)
`,
    `
assert page_ranges([1, 2, 3, 7, 8]) == "1-3, 7, 8"
assert page_ranges([5, 5, 4]) == "4, 5"
assert page_ranges([]) == ""
assert page_ranges([9, 9, 9]) == "9"
assert page_ranges([4, 3, 2, 1]) == "1-4"
assert page_ranges([1, 3, 5]) == "1, 3, 5"
assert page_ranges([10, 11, 12, 20, 21, 22, 30]) == "10-12, 20-22, 30"
assert page_ranges([0, 2, 3, 5, 6, 7]) == "0, 2, 3, 5-7"
assert page_ranges([8, 6, 7, 7, 6, 1]) == "1, 6-8"
`,
  ],
  [
    `
def progress_bar(done: int, total: int, width: int = 10) -> str:
    """Draws progress as a bar of '#' and '.' in brackets, with percent rounded down behind it: '[###.......] 37%'.

    What is done is taken to be between 0 and the total. A bar is full only when all is done; as soon as something is
    done, it has at least one '#'. A total of 0 or less counts as done.

    >>> progress_bar(37, 100)
    '[###.......] 37%'
    >>> progress_bar(1, 1000, 5)
    '[#....] 0%'
    """
    if total <= 0:
        done, total = 1, 1
    done = min(max(done, 0), total)
    filled = done * width // total
    if done > 0 and filled == 0:
        filled = min(1, width)
    percent = done * 100 // total
    return "[" + "#" * filled + "." * (width - filled) + f"] {percent}%"
`,
    `
assert progress_bar(37, 100) == "[###.......] 37%"
assert progress_bar(1, 1000, 5) == "[#....] 0%"
assert progress_bar(0, 4) == "[..........] 0%"
assert progress_bar(4, 4) == "[##########] 100%"
assert progress_bar(3, 4, 4) == "[###.] 75%"
assert progress_bar(999, 1000, 8) == "[#######.] 99%"
assert progress_bar(0, 0, 3) == "[###] 100%"
assert progress_bar(2, -1, 2) == "[##] 100%"
assert progress_bar(-5, 10, 4) == "[....] 0%"
assert progress_bar(15, 10, 4) == "[####] 100%"
assert progress_bar(1, 2, 0) == "[] 50%"
assert progress_bar(2, 3, 6) == "[####..] 66%"
`,
  ],
]);
