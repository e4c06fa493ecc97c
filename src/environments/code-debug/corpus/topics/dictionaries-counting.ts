import { topic } from "../exercise.ts";

/** Dictionaries: counting and grouping. */
export const dictionaryCounting = topic("dictionaries", [
  [
    `
def count_words(text: str, shortest: int = 1) -> dict[str, int]:
    """How often each word occurs, in small letters. Words consist of letters and apostrophes within them.

    Words with fewer than shortest letters and apostrophes are left out.

    >>> count_words("Don't stop. DON'T!")
    {"don't": 2, 'stop': 1}
    >>> count_words("a bee, a cat", 2)
    {'bee': 1, 'cat': 1}
    """
    cleaned = ""
    for char in text.lower():
        cleaned += char if char.isalpha() or char == "'" else " "
    counts: dict[str, int] = {}
    for raw in cleaned.split():
        word = raw.strip("'")
        if word and len(word) >= shortest:
            counts[word] = counts.get(word, 0) + 1
    return counts
`,
    `
assert count_words("Don't stop. DON'T!") == {"don't": 2, "stop": 1}
assert count_words("a bee, a cat", 2) == {"bee": 1, "cat": 1}
assert count_words("") == {}
assert count_words("' '' 12 -") == {}
assert count_words("'quoted' words', words") == {"quoted": 1, "words": 2}
assert count_words("one-two two;three\\tthree three") == {"one": 1, "two": 2, "three": 3}
assert count_words("x2y") == {"x": 1, "y": 1}
assert count_words("it's its it'", 3) == {"it's": 1, "its": 1}
assert count_words("to be or not to be", 3) == {"not": 1}
assert count_words("'tis ' 'tis", 0) == {"tis": 2}
`,
  ],
  [
    `
def group_by_initial(names: list[str]) -> dict[str, list[str]]:
    """Groups names by their first letter as a capital; names that start otherwise go to '#', empty ones nowhere.

    Groups keep the order of the names; a name that is already in its group is not added again.

    >>> group_by_initial(["ann", "Bob", "Abe", "42"])
    {'A': ['ann', 'Abe'], 'B': ['Bob'], '#': ['42']}
    >>> group_by_initial([])
    {}
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        if not name:
            continue
        initial = name[0].upper() if name[0].isalpha() else "#"
        group = groups.setdefault(initial, [])
        if name not in group:
            group.append(name)
    return groups
`,
    `
assert group_by_initial(["ann", "Bob", "Abe", "42"]) == {"A": ["ann", "Abe"], "B": ["Bob"], "#": ["42"]}
assert group_by_initial([]) == {}
assert group_by_initial(["", ""]) == {}
assert group_by_initial(["eve", "", "_x"]) == {"E": ["eve"], "#": ["_x"]}
assert group_by_initial(["zed", "Zoe", "zed", "Zed"]) == {"Z": ["zed", "Zoe", "Zed"]}
assert group_by_initial(["-a", "9b", "-a"]) == {"#": ["-a", "9b"]}
assert group_by_initial(["c", "b", "a"]) == {"C": ["c"], "B": ["b"], "A": ["a"]}
assert group_by_initial(["m1", "n1", "m2", "n2"]) == {"M": ["m1", "m2"], "N": ["n1", "n2"]}
`,
  ],
  [
    `
def total_by_category(rows: list[tuple[str, int]], smallest: int = 0) -> dict[str, int]:
    """Adds up amounts by category; surrounding spaces and case of a category do not count.

    Rows without a category go to 'other'. Categories whose total is below smallest in size, whatever the sign, are left
    out.

    >>> total_by_category([("Food", 30), (" food", 12), ("", 5)])
    {'food': 42, 'other': 5}
    >>> total_by_category([("a", 3), ("b", -9)], 5)
    {'b': -9}
    """
    totals: dict[str, int] = {}
    for category, amount in rows:
        key = category.strip().lower() or "other"
        totals[key] = totals.get(key, 0) + amount
    return {key: total for key, total in totals.items() if abs(total) >= smallest}
`,
    `
assert total_by_category([("Food", 30), (" food", 12), ("", 5)]) == {"food": 42, "other": 5}
assert total_by_category([("a", 3), ("b", -9)], 5) == {"b": -9}
assert total_by_category([]) == {}
assert total_by_category([("x", 0)]) == {"x": 0}
assert total_by_category([("x", 0)], 1) == {}
assert total_by_category([("  ", 2), ("Other", 3)]) == {"other": 5}
assert total_by_category([("Rent ", 700), ("RENT", -700), ("gas", 60)], 60) == {"gas": 60}
assert total_by_category([("q", 4), ("r", 5), ("q", -10)], 6) == {"q": -6}
assert total_by_category([("two words", 1), ("Two Words", 1)]) == {"two words": 2}
`,
  ],
  [
    `
def merge_counts(counts: list[dict[str, int]]) -> dict[str, int]:
    """Adds up several dictionaries of counts. Keys whose sum is 0 are left out; the others come in order of the alphabet.

    >>> merge_counts([{"b": 1, "a": 2}, {"b": 4}])
    {'a': 2, 'b': 5}
    >>> merge_counts([{"x": 3}, {"x": -3}])
    {}
    """
    merged: dict[str, int] = {}
    for part in counts:
        for key, count in part.items():
            merged[key] = merged.get(key, 0) + count
    result = {}
    for key in sorted(merged):
        if merged[key] != 0:
            result[key] = merged[key]
    return result
`,
    `
assert merge_counts([{"b": 1, "a": 2}, {"b": 4}]) == {"a": 2, "b": 5}
assert merge_counts([{"x": 3}, {"x": -3}]) == {}
assert merge_counts([]) == {}
assert merge_counts([{}, {}]) == {}
assert merge_counts([{"n": 0, "m": 7}]) == {"m": 7}
assert merge_counts([{"k": -2}, {"k": -5, "j": 1}]) == {"k": -7, "j": 1}
assert merge_counts([{"a": 1}, {"a": 1}, {"a": 1}]) == {"a": 3}
assert list(merge_counts([{"q": 1, "c": 1}, {"p": 2, "a": 9}])) == ["a", "c", "p", "q"]
assert merge_counts([{"u": 5}, {"v": 6}, {"u": -4, "v": -6}]) == {"u": 1}
`,
  ],
  [
    `
def average_by_key(rows: list[dict], key: str, field: str) -> dict:
    """The mean of a field for each value of a key, rounded to 1 digit.

    Rows that lack the key are left out; so are rows whose field is missing or None.

    >>> average_by_key([{"t": "x", "n": 1}, {"t": "x", "n": 2}, {"t": "y"}], "t", "n")
    {'x': 1.5}
    >>> average_by_key([], "t", "n")
    {}
    """
    sums: dict = {}
    for row in rows:
        value = row.get(field)
        if key not in row or value is None:
            continue
        total, count = sums.get(row[key], (0, 0))
        sums[row[key]] = (total + value, count + 1)
    return {group: round(total / count, 1) for group, (total, count) in sums.items()}
`,
    `
assert average_by_key([{"t": "x", "n": 1}, {"t": "x", "n": 2}, {"t": "y"}], "t", "n") == {"x": 1.5}
assert average_by_key([], "t", "n") == {}
assert average_by_key([{"n": 4}], "t", "n") == {}
assert average_by_key([{"t": 1, "n": None}, {"t": 1, "n": 8}], "t", "n") == {1: 8.0}
assert average_by_key([{"t": 1, "n": 0}, {"t": 1, "n": 3}], "t", "n") == {1: 1.5}
assert average_by_key([{"c": "a", "v": 1}, {"c": "a", "v": 1}, {"c": "a", "v": 2}], "c", "v") == {"a": 1.3}
assert average_by_key([{"c": "a", "v": -7}, {"c": "b", "v": 5}], "c", "v") == {"a": -7.0, "b": 5.0}
assert average_by_key([{"c": None, "v": 6}, {"v": 9}, {"c": None, "v": 2}], "c", "v") == {None: 4.0}
assert average_by_key([{"k": 5}, {"k": 5}, {"k": 2}], "k", "k") == {5: 5.0, 2: 2.0}
`,
  ],
  [
    `
def favourite_by_group(votes: list[tuple[str, str]]) -> dict[str, str]:
    """What each group voted for most. Votes are (group, choice); of choices with the same number the first named wins.

    >>> favourite_by_group([("A", "tea"), ("A", "milk"), ("A", "milk"), ("B", "tea")])
    {'A': 'milk', 'B': 'tea'}
    >>> favourite_by_group([("A", "tea"), ("A", "milk")])
    {'A': 'tea'}
    """
    tallies: dict[str, dict[str, int]] = {}
    for group, choice in votes:
        tally = tallies.setdefault(group, {})
        tally[choice] = tally.get(choice, 0) + 1
    winners = {}
    for group, tally in tallies.items():
        best = ""
        for choice, count in tally.items():
            if count > tally.get(best, 0):
                best = choice
        winners[group] = best
    return winners
`,
    `
assert favourite_by_group([("A", "tea"), ("A", "milk"), ("A", "milk"), ("B", "tea")]) == {"A": "milk", "B": "tea"}
assert favourite_by_group([("A", "tea"), ("A", "milk")]) == {"A": "tea"}
assert favourite_by_group([]) == {}
assert favourite_by_group([("g", "only")]) == {"g": "only"}
assert favourite_by_group([("g", "z"), ("g", "a"), ("g", "a"), ("g", "z")]) == {"g": "z"}
assert favourite_by_group([("1", "x"), ("2", "x"), ("2", "y"), ("1", "y"), ("2", "y")]) == {"1": "x", "2": "y"}
assert favourite_by_group([("k", "p"), ("k", "q"), ("k", "r"), ("k", "r"), ("k", "q"), ("k", "r")]) == {"k": "r"}
assert favourite_by_group([("b", "u"), ("a", "v"), ("b", "v"), ("b", "v"), ("a", "u")]) == {"b": "v", "a": "v"}
`,
  ],
  [
    `
def apply_moves(stock: dict[str, int], moves: list[tuple[str, int]]) -> dict[str, int]:
    """Stock after some moves, each of an item and a change. The given stock itself stays as it is.

    A move that would leave fewer than 0 of an item is skipped as a whole. Items of which nothing is left vanish.

    >>> apply_moves({"nut": 5}, [("nut", -2), ("bolt", 4), ("nut", -9)])
    {'nut': 3, 'bolt': 4}
    >>> apply_moves({"nut": 5}, [("nut", -5)])
    {}
    """
    left = dict(stock)
    for item, change in moves:
        amount = left.get(item, 0) + change
        if amount < 0:
            continue
        if amount == 0:
            left.pop(item, None)
        else:
            left[item] = amount
    return left
`,
    `
assert apply_moves({"nut": 5}, [("nut", -2), ("bolt", 4), ("nut", -9)]) == {"nut": 3, "bolt": 4}
assert apply_moves({"nut": 5}, [("nut", -5)]) == {}
assert apply_moves({}, []) == {}
assert apply_moves({"a": 1, "b": 2}, []) == {"a": 1, "b": 2}
assert apply_moves({}, [("x", -1)]) == {}
assert apply_moves({}, [("x", 0)]) == {}
assert apply_moves({"a": 1}, [("a", -2), ("a", -1), ("a", -1)]) == {}
assert apply_moves({"a": 3}, [("b", 2), ("a", 1), ("b", -2), ("b", 7)]) == {"a": 4, "b": 7}
assert apply_moves({"p": 10}, [("p", -4), ("p", -4), ("p", -4), ("p", 1)]) == {"p": 3}
assert apply_moves({"a": 1, "b": 1, "c": 1}, [("b", -1)]) == {"a": 1, "c": 1}
`,
  ],
  [
    `
def histogram_bins(values: list[int], width: int) -> dict[int, int]:
    """How many values fall into each bin of the given width. Bins are named by their lower end, a multiple of the width.

    Bins come in rising order, those without values between others included. A width below 1 gives no bins.

    >>> histogram_bins([3, 12, 14, 35], 10)
    {0: 1, 10: 2, 20: 0, 30: 1}
    >>> histogram_bins([-1], 5)
    {-5: 1}
    """
    if not values or width < 1:
        return {}
    lowest = min(values) // width * width
    bins = {start: 0 for start in range(lowest, max(values) + 1, width)}
    for value in values:
        bins[value // width * width] += 1
    return bins
`,
    `
assert histogram_bins([3, 12, 14, 35], 10) == {0: 1, 10: 2, 20: 0, 30: 1}
assert histogram_bins([-1], 5) == {-5: 1}
assert histogram_bins([], 10) == {}
assert histogram_bins([1, 2], 0) == {}
assert histogram_bins([1, 2], -4) == {}
assert histogram_bins([0, 9, 10], 10) == {0: 2, 10: 1}
assert histogram_bins([7, 5, 7], 1) == {5: 1, 6: 0, 7: 2}
assert histogram_bins([-12, -3, 4, 0], 6) == {-12: 1, -6: 1, 0: 2}
assert histogram_bins([100, 149, 151], 50) == {100: 2, 150: 1}
assert list(histogram_bins([9, 1], 3)) == [0, 3, 6, 9]
`,
  ],
]);
