import { topic } from "../exercise.ts";

/** Sorting: keys, ranks and merges. */
export const sorting = topic("sorting", [
  [
    `
def league_table(results: list[tuple[str, str, int, int]]) -> list[str]:
    """Order teams by the results (home, guest, home goals, guest goals) of their matches.

    A win gives three points, a draw one to each team. Equal points are decided
    by the difference of goals, then by the goals scored, each the higher the
    better, then by the name.

    >>> league_table([("ulm", "jena", 2, 1), ("jena", "kiel", 0, 0)])
    ['ulm', 'kiel', 'jena']
    >>> league_table([("b", "a", 1, 1)])
    ['a', 'b']
    """
    table = {}
    for home, guest, home_goals, guest_goals in results:
        for team, scored, conceded in ((home, home_goals, guest_goals), (guest, guest_goals, home_goals)):
            points, difference, goals = table.get(team, (0, 0, 0))
            if scored > conceded:
                points += 3
            elif scored == conceded:
                points += 1
            table[team] = (points, difference + scored - conceded, goals + scored)
    return sorted(table, key=lambda team: (-table[team][0], -table[team][1], -table[team][2], team))
`,
    `
assert league_table([("ulm", "jena", 2, 1), ("jena", "kiel", 0, 0)]) == ["ulm", "kiel", "jena"]
assert league_table([("b", "a", 1, 1)]) == ["a", "b"]
assert league_table([]) == []
assert league_table([("a", "b", 0, 1)]) == ["b", "a"]
assert league_table([("a", "b", 1, 0), ("c", "d", 4, 3)]) == ["c", "a", "d", "b"]
assert league_table([("a", "b", 1, 0), ("c", "d", 5, 1)]) == ["c", "a", "b", "d"]
assert league_table([("a", "x", 1, 1), ("a", "x", 1, 1), ("a", "x", 1, 1), ("b", "y", 1, 0)]) == ["b", "a", "x", "y"]
assert league_table([("a", "b", 2, 2), ("c", "d", 0, 0), ("a", "c", 0, 0)]) == ["a", "c", "b", "d"]
assert league_table([("p", "q", 1, 0), ("q", "p", 2, 0), ("r", "q", 0, 0)]) == ["q", "p", "r"]
assert league_table([("p", "q", 1, 0), ("q", "r", 3, 0), ("r", "p", 9, 0)]) == ["r", "q", "p"]
assert league_table([("a", "b", 5, 5), ("a", "c", 1, 0), ("d", "c", 9, 0)]) == ["a", "d", "b", "c"]
assert league_table([("z", "p", 1, 0)] + [("y", "q", 0, 0)] * 4) == ["q", "y", "z", "p"]
assert league_table([("a", "x", 0, 0), ("a", "c", 0, 5), ("b", "c", 0, 1)]) == ["c", "x", "a", "b"]
assert league_table([("a", "x", 1, 1), ("a", "y", 1, 1), ("b", "x", 3, 3), ("b", "y", 0, 0)]) == ["x", "b", "a", "y"]
`,
  ],
  [
    String.raw`
def natural_order(names: list[str]) -> list[str]:
    """Sort names so that numbers in them count by their value: 'f2' comes before 'f10'.

    Upper and lower case make no difference; names that differ in nothing else
    keep their order. Numbers come before letters.

    >>> natural_order(["f10", "F2", "f1"])
    ['f1', 'F2', 'f10']
    >>> natural_order(["b", "a3", "2"])
    ['2', 'a3', 'b']
    """
    keyed = []
    for name in names:
        key = []
        digits = ""
        for letter in name.lower() + "\n":
            if letter.isdigit():
                digits += letter
                continue
            if digits:
                key.append((0, int(digits), ""))
                digits = ""
            key.append((1, 0, letter))
        keyed.append((key[:-1], name))
    return [name for _, name in sorted(keyed, key=lambda pair: pair[0])]
`,
    `
assert natural_order(["f10", "F2", "f1"]) == ["f1", "F2", "f10"]
assert natural_order(["b", "a3", "2"]) == ["2", "a3", "b"]
assert natural_order([]) == []
assert natural_order(["10", "9", "010"]) == ["9", "10", "010"]
assert natural_order(["B", "b", "A", "a"]) == ["A", "a", "B", "b"]
assert natural_order(["a1b10", "a1b9", "a01b1"]) == ["a01b1", "a1b9", "a1b10"]
assert natural_order(["a", "", "a1", "aa"]) == ["", "a", "a1", "aa"]
assert natural_order(["x-2", "x-11", "x-2a", "x"]) == ["x", "x-2", "x-2a", "x-11"]
assert natural_order(["v1.10", "v1.9", "v1", "V1.9"]) == ["v1", "v1.9", "V1.9", "v1.10"]
`,
  ],
  [
    `
def merge_feeds(first: list[tuple[int, str]], second: list[tuple[int, str]]) -> list[str]:
    """Merge two feeds of (time, text), each sorted by time, and give the texts in order of time.

    Of entries with the same time those of the first feed come first. A text
    equal to the one just before it in the result is left out.

    >>> merge_feeds([(1, "a"), (4, "d")], [(2, "b"), (4, "x")])
    ['a', 'b', 'd', 'x']
    >>> merge_feeds([(1, "a")], [(5, "a")])
    ['a']
    """
    texts = []
    one = other = 0
    while one < len(first) or other < len(second):
        if other == len(second) or (one < len(first) and first[one][0] <= second[other][0]):
            text = first[one][1]
            one += 1
        else:
            text = second[other][1]
            other += 1
        if not texts or texts[-1] != text:
            texts.append(text)
    return texts
`,
    `
assert merge_feeds([(1, "a"), (4, "d")], [(2, "b"), (4, "x")]) == ["a", "b", "d", "x"]
assert merge_feeds([(1, "a")], [(5, "a")]) == ["a"]
assert merge_feeds([], []) == []
assert merge_feeds([], [(1, "p"), (2, "q")]) == ["p", "q"]
assert merge_feeds([(1, "p"), (2, "q")], []) == ["p", "q"]
assert merge_feeds([(3, "a"), (3, "b")], [(3, "c"), (3, "d")]) == ["a", "b", "c", "d"]
assert merge_feeds([(1, "a"), (3, "a")], [(2, "b")]) == ["a", "b", "a"]
assert merge_feeds([(1, "a"), (3, "a")], [(2, "a"), (4, "c"), (5, "c")]) == ["a", "c"]
assert merge_feeds([(-2, "n"), (0, "z")], [(-3, "m"), (-1, "")]) == ["m", "n", "", "z"]
assert merge_feeds([(9, "late")], [(1, "x"), (2, "y"), (9, "w")]) == ["x", "y", "late", "w"]
`,
  ],
  [
    `
def insertion_steps(values: list[int]) -> tuple[list[int], int]:
    """Sort values by insertion and count by how many places they were moved to the left in total.

    Each value in turn is moved to the left past all larger ones before it.

    >>> insertion_steps([3, 1, 2])
    ([1, 2, 3], 2)
    >>> insertion_steps([1, 1])
    ([1, 1], 0)
    """
    ordered = list(values)
    moves = 0
    for end in range(1, len(ordered)):
        value = ordered[end]
        place = end
        while place > 0 and ordered[place - 1] > value:
            ordered[place] = ordered[place - 1]
            place -= 1
            moves += 1
        ordered[place] = value
    return ordered, moves
`,
    `
assert insertion_steps([3, 1, 2]) == ([1, 2, 3], 2)
assert insertion_steps([1, 1]) == ([1, 1], 0)
assert insertion_steps([]) == ([], 0)
assert insertion_steps([6]) == ([6], 0)
assert insertion_steps([1, 2, 3, 4]) == ([1, 2, 3, 4], 0)
assert insertion_steps([4, 3, 2, 1]) == ([1, 2, 3, 4], 6)
assert insertion_steps([2, -1, 2, -1]) == ([-1, -1, 2, 2], 3)
assert insertion_steps([0, -7, 5, -3, 5]) == ([-7, -3, 0, 5, 5], 3)
assert insertion_steps([2, 1, 4, 3, 6, 5]) == ([1, 2, 3, 4, 5, 6], 3)
`,
  ],
  [
    `
def seat_order(guests: list[tuple[str, int, bool]]) -> list[str]:
    """Order guests (name, age, member) for boarding and give their names.

    Members come first. Within members and others, children under 12 come
    before adults; then older guests come before younger ones, and guests of
    the same age keep their order.

    >>> seat_order([("ada", 40, False), ("bo", 8, False), ("cy", 30, True)])
    ['cy', 'bo', 'ada']
    >>> seat_order([])
    []
    """
    groups = {(member, child): [] for member in (True, False) for child in (True, False)}
    for name, age, member in guests:
        groups[(member, age < 12)].append((age, name))
    names = []
    for member in (True, False):
        for child in (True, False):
            group = sorted(groups[(member, child)], key=lambda guest: guest[0], reverse=True)
            names.extend(name for _, name in group)
    return names
`,
    `
assert seat_order([("ada", 40, False), ("bo", 8, False), ("cy", 30, True)]) == ["cy", "bo", "ada"]
assert seat_order([]) == []
assert seat_order([("x", 5, False)]) == ["x"]
assert seat_order([("b", 30, True), ("a", 30, True)]) == ["b", "a"]
assert seat_order([("a", 20, False), ("b", 70, False), ("c", 50, False)]) == ["b", "c", "a"]
assert seat_order([("twelve", 12, True), ("eleven", 11, True)]) == ["eleven", "twelve"]
assert seat_order([("a", 3, False), ("b", 9, False), ("c", 90, True), ("d", 1, True)]) == ["d", "c", "b", "a"]
assert seat_order([("z", 11, False), ("y", 11, False), ("x", 12, False), ("w", 13, False)]) == ["z", "y", "w", "x"]
assert seat_order([("m", 44, True), ("n", 44, False), ("o", 45, False), ("p", 0, True)]) == ["p", "m", "o", "n"]
`,
  ],
  [
    `
def pancake_flips(values: list[int]) -> list[int]:
    """Sort a pile of pancakes by flipping its top, and give how many pancakes each flip turns.

    The first value is the top; the largest has to get to the bottom. From the
    bottom up, the largest one not yet in place, of equal ones the uppermost,
    is first flipped to the top, unless it is there, and then to its place.
    Nothing is done for a place where already one of the largest lies.

    >>> pancake_flips([2, 3, 1])
    [2, 3]
    >>> pancake_flips([1, 2, 3])
    []
    """
    pile = list(values)
    flips = []
    for size in range(len(pile), 1, -1):
        largest = max(pile[:size])
        if pile[size - 1] == largest:
            continue
        place = pile.index(largest)
        if place > 0:
            flips.append(place + 1)
            pile[:place + 1] = pile[place::-1]
        flips.append(size)
        pile[:size] = pile[size - 1::-1]
    return flips
`,
    `
assert pancake_flips([2, 3, 1]) == [2, 3]
assert pancake_flips([1, 2, 3]) == []
assert pancake_flips([]) == []
assert pancake_flips([5]) == []
assert pancake_flips([2, 1]) == [2]
assert pancake_flips([3, 1, 2]) == [3, 2]
assert pancake_flips([4, 4, 4]) == []
assert pancake_flips([1, 3, 3]) == []
assert pancake_flips([3, 1, 3, 2]) == [4, 2, 3]
assert pancake_flips([-1, -5, 0, -3]) == [3, 4, 2, 3]
assert pancake_flips([4, 3, 2, 1]) == [4]
assert pancake_flips([1, 5, 2, 4, 3]) == [2, 5, 2, 4]
`,
  ],
  [
    `
def seed_bracket(players: list[str]) -> list[tuple[str, str]]:
    """Pair players, the strongest first, for the first round of a knockout tournament.

    Free places, 'bye', fill up to the next power of two; two places is the
    least. The pairs stand in such an order that, if the stronger always wins,
    the two strongest meet only in the last round, the four strongest in the
    one before, and so on: every place of a round half as large is followed by
    its complement.

    >>> seed_bracket(["a", "b", "c", "d"])
    [('a', 'd'), ('b', 'c')]
    >>> seed_bracket(["a"])
    [('a', 'bye')]
    """
    order = [0, 1]
    while len(order) < len(players):
        last = 2 * len(order) - 1
        wider = []
        for seed in order:
            wider.append(seed)
            wider.append(last - seed)
        order = wider
    names = players + ["bye"] * (len(order) - len(players))
    pairs = []
    for place in range(0, len(order), 2):
        pairs.append((names[order[place]], names[order[place + 1]]))
    return pairs
`,
    `
assert seed_bracket(["a", "b", "c", "d"]) == [("a", "d"), ("b", "c")]
assert seed_bracket(["a"]) == [("a", "bye")]
assert seed_bracket([]) == [("bye", "bye")]
assert seed_bracket(["x", "y"]) == [("x", "y")]
assert seed_bracket(["a", "b", "c"]) == [("a", "bye"), ("b", "c")]
assert seed_bracket(list("abcdefgh")) == [("a", "h"), ("d", "e"), ("b", "g"), ("c", "f")]
assert seed_bracket(list("abcde")) == [("a", "bye"), ("d", "e"), ("b", "bye"), ("c", "bye")]
assert seed_bracket(list("abcdefghi"))[:3] == [("a", "bye"), ("h", "i"), ("d", "bye")]
assert seed_bracket(["z", "z", "a", "b"]) == [("z", "b"), ("z", "a")]
`,
  ],
]);
