import { topic } from "../exercise.ts";

/** Lists: building new ones. */
export const listBuilding = topic("lists", [
  [
    `
def split_evenly(items: list[int], parts: int) -> list[list[int]]:
    """Cuts a list into a number of stretches whose lengths differ by at most 1; the longer ones come first.

    With more parts than items some are empty. Fewer than one part gives an empty list.

    >>> split_evenly([1, 2, 3, 4, 5], 3)
    [[1, 2], [3, 4], [5]]
    >>> split_evenly([1], 2)
    [[1], []]
    """
    if parts < 1:
        return []
    size, extra = divmod(len(items), parts)
    result = []
    start = 0
    for part in range(parts):
        end = start + size
        if part < extra:
            end += 1
        result.append(items[start:end])
        start = end
    return result
`,
    `
assert split_evenly([1, 2, 3, 4, 5], 3) == [[1, 2], [3, 4], [5]]
assert split_evenly([1], 2) == [[1], []]
assert split_evenly([], 2) == [[], []]
assert split_evenly([1, 2], 0) == []
assert split_evenly([1, 2], -3) == []
assert split_evenly([7, 8, 9], 1) == [[7, 8, 9]]
assert split_evenly([1, 2, 3, 4, 5, 6], 2) == [[1, 2, 3], [4, 5, 6]]
assert split_evenly([1, 2, 3, 4, 5, 6, 7], 5) == [[1, 2], [3, 4], [5], [6], [7]]
assert split_evenly([9, 8, 7], 3) == [[9], [8], [7]]
`,
  ],
  [
    `
def merge_sorted(first: list[int], second: list[int]) -> list[int]:
    """Merges two sorted lists into one sorted list. A value that stands in both is taken from both.

    >>> merge_sorted([1, 4, 6], [2, 4])
    [1, 2, 4, 4, 6]
    >>> merge_sorted([], [3])
    [3]
    """
    merged = []
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i] <= second[j]:
            merged.append(first[i])
            i += 1
        else:
            merged.append(second[j])
            j += 1
    merged.extend(first[i:])
    merged.extend(second[j:])
    return merged
`,
    `
assert merge_sorted([1, 4, 6], [2, 4]) == [1, 2, 4, 4, 6]
assert merge_sorted([], [3]) == [3]
assert merge_sorted([3], []) == [3]
assert merge_sorted([], []) == []
assert merge_sorted([1, 2], [8, 9]) == [1, 2, 8, 9]
assert merge_sorted([8, 9], [1, 2]) == [1, 2, 8, 9]
assert merge_sorted([5, 5], [5]) == [5, 5, 5]
assert merge_sorted([-2, 0, 7], [-3, -2, 1, 10, 11]) == [-3, -2, -2, 0, 1, 7, 10, 11]
assert merge_sorted([0, 1, 2, 3], [2]) == [0, 1, 2, 2, 3]
`,
  ],
  [
    `
def moving_average(values: list[float], window: int) -> list[float]:
    """The mean of each value and those before it, window values in all; fewer at the start, where there are no more.

    Results are rounded to 2 digits. A window below 1 gives an empty list.

    >>> moving_average([2, 4, 6, 8], 2)
    [2.0, 3.0, 5.0, 7.0]
    >>> moving_average([1, 2, 2], 5)
    [1.0, 1.5, 1.67]
    """
    if window < 1:
        return []
    averages = []
    total = 0.0
    for i, value in enumerate(values):
        total += value
        if i >= window:
            total -= values[i - window]
        averages.append(round(total / min(i + 1, window), 2))
    return averages
`,
    `
assert moving_average([2, 4, 6, 8], 2) == [2.0, 3.0, 5.0, 7.0]
assert moving_average([1, 2, 2], 5) == [1.0, 1.5, 1.67]
assert moving_average([], 3) == []
assert moving_average([1, 2], 0) == []
assert moving_average([1, 2], -2) == []
assert moving_average([7, 9, 4], 1) == [7.0, 9.0, 4.0]
assert moving_average([10, 20, 30, 40, 50], 3) == [10.0, 15.0, 20.0, 30.0, 40.0]
assert moving_average([-3, 3, 0, 1], 3) == [-3.0, 0.0, 0.0, 1.33]
assert moving_average([0.5, 0.25, 4], 2) == [0.5, 0.38, 2.12]
`,
  ],
  [
    `
def run_lengths(values: list[int]) -> list[tuple[int, int]]:
    """Puts runs of equal neighbours together: pairs of a value and the length of its run.

    >>> run_lengths([4, 4, 1, 4])
    [(4, 2), (1, 1), (4, 1)]
    >>> run_lengths([])
    []
    """
    runs: list[tuple[int, int]] = []
    for value in values:
        if runs and runs[-1][0] == value:
            runs[-1] = (value, runs[-1][1] + 1)
        else:
            runs.append((value, 1))
    return runs
`,
    `
assert run_lengths([4, 4, 1, 4]) == [(4, 2), (1, 1), (4, 1)]
assert run_lengths([]) == []
assert run_lengths([0]) == [(0, 1)]
assert run_lengths([6, 6, 6, 6]) == [(6, 4)]
assert run_lengths([1, 2, 3]) == [(1, 1), (2, 1), (3, 1)]
assert run_lengths([3, 3, 3, -1, -1, 3]) == [(3, 3), (-1, 2), (3, 1)]
assert run_lengths([2, 0, 0, 0, 2, 2]) == [(2, 1), (0, 3), (2, 2)]
`,
  ],
  [
    `
def flatten_levels(items: list, depth: int) -> list:
    """Takes inner lists apart, down to the given depth; deeper ones stay. A depth of 0 or less changes nothing.

    >>> flatten_levels([1, [2, [3, [4]]]], 1)
    [1, 2, [3, [4]]]
    >>> flatten_levels([[1], [], [[2]]], 5)
    [1, 2]
    """
    if depth <= 0:
        return list(items)
    flat = []
    for item in items:
        if isinstance(item, list):
            flat.extend(flatten_levels(item, depth - 1))
        else:
            flat.append(item)
    return flat
`,
    `
assert flatten_levels([1, [2, [3, [4]]]], 1) == [1, 2, [3, [4]]]
assert flatten_levels([[1], [], [[2]]], 5) == [1, 2]
assert flatten_levels([], 2) == []
assert flatten_levels([[1], 2], 0) == [[1], 2]
assert flatten_levels([[1], 2], -1) == [[1], 2]
assert flatten_levels([1, [2, [3, [4]]]], 2) == [1, 2, 3, [4]]
assert flatten_levels([1, [2, [3, [4]]]], 3) == [1, 2, 3, 4]
assert flatten_levels([[[]], [[[7]]]], 2) == [[7]]
assert flatten_levels(["ab", ["cd", ("e", ["f"])]], 3) == ["ab", "cd", ("e", ["f"])]
`,
  ],
  [
    `
def transpose_ragged(rows: list[list[int]], fill: int) -> list[list[int]]:
    """Turns rows into columns. Rows that are too short are treated as if fill stood in the missing places.

    >>> transpose_ragged([[1, 2, 3], [4]], 0)
    [[1, 4], [2, 0], [3, 0]]
    >>> transpose_ragged([], 9)
    []
    """
    width = 0
    for row in rows:
        width = max(width, len(row))
    columns = []
    for i in range(width):
        column = []
        for row in rows:
            column.append(row[i] if i < len(row) else fill)
        columns.append(column)
    return columns
`,
    `
assert transpose_ragged([[1, 2, 3], [4]], 0) == [[1, 4], [2, 0], [3, 0]]
assert transpose_ragged([], 9) == []
assert transpose_ragged([[], []], 1) == []
assert transpose_ragged([[1, 2], [3, 4]], 0) == [[1, 3], [2, 4]]
assert transpose_ragged([[5, 6, 7]], 0) == [[5], [6], [7]]
assert transpose_ragged([[5], [6], [7]], 0) == [[5, 6, 7]]
assert transpose_ragged([[], [1, 2]], -1) == [[-1, 1], [-1, 2]]
assert transpose_ragged([[8], [9, 9, 9], [7, 6]], 3) == [[8, 9, 7], [3, 9, 6], [3, 9, 3]]
`,
  ],
  [
    `
def leaving_order(people: list[int], step: int) -> list[int]:
    """The order in which people in a circle leave it: each time counting goes on, and the one at step goes.

    Counting starts with the first person as 1. A step below 1 lets nobody leave.

    >>> leaving_order([1, 2, 3, 4, 5], 2)
    [2, 4, 1, 5, 3]
    >>> leaving_order([7, 8], 1)
    [7, 8]
    """
    if step < 1:
        return []
    circle = list(people)
    order = []
    at = 0
    while circle:
        at = (at + step - 1) % len(circle)
        order.append(circle.pop(at))
    return order
`,
    `
assert leaving_order([1, 2, 3, 4, 5], 2) == [2, 4, 1, 5, 3]
assert leaving_order([7, 8], 1) == [7, 8]
assert leaving_order([], 3) == []
assert leaving_order([4], 10) == [4]
assert leaving_order([1, 2, 3], 0) == []
assert leaving_order([1, 2, 3], -2) == []
assert leaving_order([1, 2, 3, 4, 5, 6, 7], 3) == [3, 6, 2, 7, 5, 1, 4]
assert leaving_order([10, 20, 30], 5) == [20, 30, 10]
assert leaving_order([5, 5, 6, 6], 4) == [6, 5, 6, 5]
`,
  ],
  [
    `
def round_robin(queues: list[list[str]]) -> list[str]:
    """Takes the first item of each list in turn, then the second of each, and so on; lists that are used up are passed.

    >>> round_robin([["a", "b", "c"], ["x"], ["p", "q"]])
    ['a', 'x', 'p', 'b', 'q', 'c']
    >>> round_robin([])
    []
    """
    taken = []
    position = 0
    going = True
    while going:
        going = False
        for queue in queues:
            if position < len(queue):
                taken.append(queue[position])
                going = True
        position += 1
    return taken
`,
    `
assert round_robin([["a", "b", "c"], ["x"], ["p", "q"]]) == ["a", "x", "p", "b", "q", "c"]
assert round_robin([]) == []
assert round_robin([[], []]) == []
assert round_robin([["z", "y", "x"]]) == ["z", "y", "x"]
assert round_robin([[], ["m"], [], ["n", "o"]]) == ["m", "n", "o"]
assert round_robin([["b", "a"], ["d", "c"]]) == ["b", "d", "a", "c"]
assert round_robin([["k"], ["k"], ["k", "k", "j"]]) == ["k", "k", "k", "k", "j"]
assert round_robin([["1", "3"], ["2", "4", "5", "6"]]) == ["1", "2", "3", "4", "5", "6"]
`,
  ],
  [
    `
def split_on(values: list[int], separator: int) -> list[list[int]]:
    """Cuts a list at each separator, which is left out. Stretches without a value are left out too.

    >>> split_on([1, 2, 0, 3, 0, 0, 4], 0)
    [[1, 2], [3], [4]]
    >>> split_on([0], 0)
    []
    """
    groups = []
    current: list[int] = []
    for value in values:
        if value != separator:
            current.append(value)
        elif current:
            groups.append(current)
            current = []
    if current:
        groups.append(current)
    return groups
`,
    `
assert split_on([1, 2, 0, 3, 0, 0, 4], 0) == [[1, 2], [3], [4]]
assert split_on([0], 0) == []
assert split_on([], 5) == []
assert split_on([5, 6], 7) == [[5, 6]]
assert split_on([7, 5, 6, 7], 7) == [[5, 6]]
assert split_on([0, -1, 0, -1, 0], -1) == [[0], [0], [0]]
assert split_on([3, 3, 2, 1, 3, 1, 2], 3) == [[2, 1], [1, 2]]
assert split_on([9, 8, 8, 9, 9], 8) == [[9], [9, 9]]
`,
  ],
]);
