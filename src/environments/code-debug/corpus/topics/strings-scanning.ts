import { topic } from "../exercise.ts";

/** Strings: looking for something in them. */
export const stringScanning = topic("strings", [
  [
    `
def longest_run(text: str) -> tuple[str, int]:
    """The character that is repeated most often in a row, with the length of that run.

    Of several runs of the same length the first one counts. An empty text gives ('', 0).

    >>> longest_run("abbbcc")
    ('b', 3)
    >>> longest_run("aabb")
    ('a', 2)
    """
    best, best_length = "", 0
    start = 0
    for i in range(1, len(text) + 1):
        if i == len(text) or text[i] != text[start]:
            if i - start > best_length:
                best, best_length = text[start], i - start
            start = i
    return best, best_length
`,
    `
assert longest_run("abbbcc") == ("b", 3)
assert longest_run("aabb") == ("a", 2)
assert longest_run("") == ("", 0)
assert longest_run("x") == ("x", 1)
assert longest_run("abc") == ("a", 1)
assert longest_run("abcccc") == ("c", 4)
assert longest_run("zzzzyzz") == ("z", 4)
assert longest_run("abaaacaaab") == ("a", 3)
assert longest_run("1122233") == ("2", 3)
assert longest_run("aAAa") == ("A", 2)
`,
  ],
  [
    `
def shared_prefix(words: list[str]) -> str:
    """The longest text that all words start with. An empty list shares nothing: ''.

    >>> shared_prefix(["interval", "internal", "into"])
    'int'
    >>> shared_prefix(["red", "blue"])
    ''
    """
    if not words:
        return ""
    prefix = words[0]
    for word in words[1:]:
        length = 0
        while length < min(len(prefix), len(word)) and prefix[length] == word[length]:
            length += 1
        prefix = prefix[:length]
        if not prefix:
            break
    return prefix
`,
    `
assert shared_prefix(["interval", "internal", "into"]) == "int"
assert shared_prefix(["red", "blue"]) == ""
assert shared_prefix([]) == ""
assert shared_prefix(["alone"]) == "alone"
assert shared_prefix(["same", "same", "same"]) == "same"
assert shared_prefix(["flow", "flower", "flight"]) == "fl"
assert shared_prefix(["abc", ""]) == ""
assert shared_prefix(["car", "carpet", "cart"]) == "car"
assert shared_prefix(["xab", "xab", "yab"]) == ""
assert shared_prefix([" Ab 1", " Ab 2"]) == " Ab "
`,
  ],
  [
    `
def edit_distance(first: str, second: str) -> int:
    """How many single characters have to be inserted, deleted or replaced to turn one text into the other, at least.

    >>> edit_distance("kitten", "sitting")
    3
    >>> edit_distance("", "abc")
    3
    """
    previous = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        current = [i]
        for j, b in enumerate(second, start=1):
            if a == b:
                current.append(previous[j - 1])
            else:
                current.append(1 + min(previous[j], current[j - 1], previous[j - 1]))
        previous = current
    return previous[-1]
`,
    `
assert edit_distance("kitten", "sitting") == 3
assert edit_distance("", "abc") == 3
assert edit_distance("abc", "") == 3
assert edit_distance("", "") == 0
assert edit_distance("same", "same") == 0
assert edit_distance("a", "b") == 1
assert edit_distance("flaw", "lawn") == 2
assert edit_distance("abcdef", "azced") == 3
assert edit_distance("sunday", "saturday") == 3
assert edit_distance("aaaa", "aa") == 2
assert edit_distance("ab", "ba") == 2
`,
  ],
  [
    `
def first_unique_letter(text: str) -> int:
    """Index of the first letter that occurs only once in the text; capital and small letters are the same.

    Characters that are no letters are passed over. Without such a letter the result is -1.

    >>> first_unique_letter("Abacus")
    1
    >>> first_unique_letter("aabb")
    -1
    """
    counts: dict[str, int] = {}
    for char in text.lower():
        if char.isalpha():
            counts[char] = counts.get(char, 0) + 1
    for i, char in enumerate(text.lower()):
        if counts.get(char, 0) == 1:
            return i
    return -1
`,
    `
assert first_unique_letter("Abacus") == 1
assert first_unique_letter("aabb") == -1
assert first_unique_letter("") == -1
assert first_unique_letter("z") == 0
assert first_unique_letter("tTx") == 2
assert first_unique_letter("1 - q") == 4
assert first_unique_letter("12!?") == -1
assert first_unique_letter("ABCabC d") == 7
assert first_unique_letter("level up") == 2
assert first_unique_letter("noon in May") == 5
`,
  ],
  [
    `
def subsequence_positions(needle: str, text: str) -> list[int]:
    """Where the characters of needle stand in text, in order, each as early as possible; not necessarily side by side.

    When text does not contain all of them in this order, the result is empty.

    >>> subsequence_positions("ace", "abcde")
    [0, 2, 4]
    >>> subsequence_positions("ca", "abc")
    []
    """
    positions = []
    start = 0
    for char in needle:
        found = text.find(char, start)
        if found == -1:
            return []
        positions.append(found)
        start = found + 1
    return positions
`,
    `
assert subsequence_positions("ace", "abcde") == [0, 2, 4]
assert subsequence_positions("ca", "abc") == []
assert subsequence_positions("", "abc") == []
assert subsequence_positions("a", "") == []
assert subsequence_positions("aa", "banana") == [1, 3]
assert subsequence_positions("aaa", "aa") == []
assert subsequence_positions("bnn", "banana") == [0, 2, 4]
assert subsequence_positions("xyz", "xyz") == [0, 1, 2]
assert subsequence_positions("d", "abcd") == [3]
assert subsequence_positions("abz", "abc") == []
assert subsequence_positions("ll", "hello world") == [2, 3]
`,
  ],
  [
    `
def wildcard_match(pattern: str, text: str) -> bool:
    """Whether the whole text fits a pattern: '*' stands for any characters or none, '?' for exactly one character.

    >>> wildcard_match("*.t?t", "notes.txt")
    True
    >>> wildcard_match("a?c", "ac")
    False
    """
    i = j = 0
    star, resume = -1, 0
    while j < len(text):
        if i < len(pattern) and pattern[i] == "*":
            star, resume = i, j
            i += 1
        elif i < len(pattern) and pattern[i] in ("?", text[j]):
            i += 1
            j += 1
        elif star >= 0:
            resume += 1
            i, j = star + 1, resume
        else:
            return False
    return all(char == "*" for char in pattern[i:])
`,
    `
assert wildcard_match("*.t?t", "notes.txt") is True
assert wildcard_match("a?c", "ac") is False
assert wildcard_match("", "") is True
assert wildcard_match("", "a") is False
assert wildcard_match("**", "") is True
assert wildcard_match("?", "") is False
assert wildcard_match("a*b*c", "aXXbYbZc") is True
assert wildcard_match("a*b*c", "aXXbYbZ") is False
assert wildcard_match("*ab", "aab") is True
assert wildcard_match("ab", "abc") is False
assert wildcard_match("abc?", "abc") is False
assert wildcard_match("*a?", "banal") is True
`,
  ],
  [
    `
def common_substring(first: str, second: str) -> str:
    """The longest text that stands in both texts; of several, the one that comes first in the first text.

    >>> common_substring("concatenate", "hyphenate")
    'enate'
    >>> common_substring("abc", "xyz")
    ''
    """
    best_start, best_length = 0, 0
    lengths = [0] * (len(second) + 1)
    for i in range(len(first)):
        previous = 0
        for j in range(len(second)):
            diagonal = previous
            previous = lengths[j + 1]
            if first[i] == second[j]:
                lengths[j + 1] = diagonal + 1
                if lengths[j + 1] > best_length:
                    best_length = lengths[j + 1]
                    best_start = i - best_length + 1
            else:
                lengths[j + 1] = 0
    return first[best_start:best_start + best_length]
`,
    `
assert common_substring("concatenate", "hyphenate") == "enate"
assert common_substring("abc", "xyz") == ""
assert common_substring("", "abc") == ""
assert common_substring("abc", "") == ""
assert common_substring("same", "same") == "same"
assert common_substring("abxcd", "cdyab") == "ab"
assert common_substring("aaaa", "aa") == "aa"
assert common_substring("xabcy", "zabcabc") == "abc"
assert common_substring("1 Up 2", "3 Up 4") == " Up "
assert common_substring("q1w2e3r4", "x3r4q1w2") == "q1w2"
assert common_substring("mississippi", "sipping") == "sippi"
`,
  ],
  [
    `
def common_bigram(text: str) -> str:
    """The pair of neighbouring letters that occurs most often, in small letters.

    Pairs do not reach across other characters. Of equally frequent pairs the first in the alphabet counts; without any
    pair the result is ''.

    >>> common_bigram("Banana")
    'an'
    >>> common_bigram("no on")
    'no'
    """
    counts: dict[str, int] = {}
    lowered = text.lower()
    for i in range(len(lowered) - 1):
        pair = lowered[i:i + 2]
        if pair.isalpha():
            counts[pair] = counts.get(pair, 0) + 1
    best = ""
    for pair in sorted(counts):
        if best == "" or counts[pair] > counts[best]:
            best = pair
    return best
`,
    `
assert common_bigram("Banana") == "an"
assert common_bigram("no on") == "no"
assert common_bigram("") == ""
assert common_bigram("a") == ""
assert common_bigram("a b c") == ""
assert common_bigram("QQ") == "qq"
assert common_bigram("the other bath, then") == "th"
assert common_bigram("zyzy") == "zy"
assert common_bigram("1212121 ok") == "ok"
assert common_bigram("xy ab xy ab") == "ab"
`,
  ],
]);
