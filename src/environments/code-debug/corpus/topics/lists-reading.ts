import { topic } from "../exercise.ts";

/** Lists: finding out about them. */
export const listReading = topic("lists", [
  [
    `
def best_window(values: list[int], size: int) -> tuple[int, int]:
    """Start and sum of the stretch of the given size with the largest sum; the first one of several.

    A size that is not positive, or longer than the list, gives (-1, 0).

    >>> best_window([1, 9, 2, 8, 3], 2)
    (1, 11)
    >>> best_window([4], 3)
    (-1, 0)
    """
    if size <= 0 or size > len(values):
        return -1, 0
    total = sum(values[:size])
    best_start, best_total = 0, total
    for i in range(size, len(values)):
        total += values[i] - values[i - size]
        if total > best_total:
            best_start, best_total = i - size + 1, total
    return best_start, best_total
`,
    `
assert best_window([1, 9, 2, 8, 3], 2) == (1, 11)
assert best_window([4], 3) == (-1, 0)
assert best_window([], 1) == (-1, 0)
assert best_window([5, 6], 0) == (-1, 0)
assert best_window([5, 6], -1) == (-1, 0)
assert best_window([5, 6], 2) == (0, 11)
assert best_window([2, 2, 2], 1) == (0, 2)
assert best_window([-5, -2, -9], 1) == (1, -2)
assert best_window([1, 2, 3, 4], 3) == (1, 9)
assert best_window([3, -1, 3, -1, 3], 3) == (0, 5)
assert best_window([0, 0, 7, 1, 1, 6], 4) == (2, 15)
`,
  ],
  [
    `
def longest_climb(values: list[int]) -> list[int]:
    """The longest stretch of neighbours in which every value is larger than the one before; the first of several.

    >>> longest_climb([5, 1, 2, 4, 3, 6])
    [1, 2, 4]
    >>> longest_climb([])
    []
    """
    best_start, best_length = 0, 0
    start = 0
    for i in range(len(values)):
        if i > 0 and values[i] <= values[i - 1]:
            start = i
        if i - start + 1 > best_length:
            best_start, best_length = start, i - start + 1
    return values[best_start:best_start + best_length]
`,
    `
assert longest_climb([5, 1, 2, 4, 3, 6]) == [1, 2, 4]
assert longest_climb([]) == []
assert longest_climb([7]) == [7]
assert longest_climb([9, 5, 3]) == [9]
assert longest_climb([1, 2, 3]) == [1, 2, 3]
assert longest_climb([2, 2, 2]) == [2]
assert longest_climb([1, 2, 2, 3, 4]) == [2, 3, 4]
assert longest_climb([1, 5, 0, 9]) == [1, 5]
assert longest_climb([-3, -1, -2, 0, 4, 3]) == [-2, 0, 4]
`,
  ],
  [
    `
def peak_indices(heights: list[int]) -> list[int]:
    """Indices of the values that are larger than each neighbour. The first and the last value have only one.

    >>> peak_indices([1, 5, 2, 2, 3])
    [1, 4]
    >>> peak_indices([3, 3])
    []
    """
    peaks = []
    for i, height in enumerate(heights):
        if i > 0 and heights[i - 1] >= height:
            continue
        if i < len(heights) - 1 and heights[i + 1] >= height:
            continue
        peaks.append(i)
    return peaks
`,
    `
assert peak_indices([1, 5, 2, 2, 3]) == [1, 4]
assert peak_indices([3, 3]) == []
assert peak_indices([]) == []
assert peak_indices([8]) == [0]
assert peak_indices([9, 4]) == [0]
assert peak_indices([4, 9]) == [1]
assert peak_indices([1, 2, 2, 1]) == []
assert peak_indices([0, -1, 0, -1, -2]) == [0, 2]
assert peak_indices([1, 2, 3, 2, 1, 4, 1]) == [2, 5]
`,
  ],
  [
    `
def competition_ranks(scores: list[int]) -> list[int]:
    """The rank of each score, 1 for the highest. Equal scores share a rank, and the ranks after them are left out.

    >>> competition_ranks([50, 80, 80, 30])
    [3, 1, 1, 4]
    >>> competition_ranks([])
    []
    """
    ordered = sorted(scores, reverse=True)
    rank_of: dict[int, int] = {}
    for position, score in enumerate(ordered, start=1):
        if score not in rank_of:
            rank_of[score] = position
    return [rank_of[score] for score in scores]
`,
    `
assert competition_ranks([50, 80, 80, 30]) == [3, 1, 1, 4]
assert competition_ranks([]) == []
assert competition_ranks([7]) == [1]
assert competition_ranks([2, 2, 2]) == [1, 1, 1]
assert competition_ranks([1, 2, 3]) == [3, 2, 1]
assert competition_ranks([-4, 0, -4, 5]) == [3, 2, 3, 1]
assert competition_ranks([9, 8, 9, 8, 7]) == [1, 3, 1, 3, 5]
assert competition_ranks([0, 10, 0, 10, 0, 5]) == [4, 1, 4, 1, 4, 3]
`,
  ],
  [
    `
def count_inversions(values: list[int]) -> int:
    """How many pairs are in the wrong order: a larger value somewhere before a smaller one.

    >>> count_inversions([3, 1, 2])
    2
    >>> count_inversions([1, 1, 2])
    0
    """
    if len(values) < 2:
        return 0
    middle = len(values) // 2
    left, right = values[:middle], values[middle:]
    count = count_inversions(left) + count_inversions(right)
    left, right = sorted(left), sorted(right)
    j = 0
    for value in left:
        while j < len(right) and right[j] < value:
            j += 1
        count += j
    return count
`,
    `
assert count_inversions([3, 1, 2]) == 2
assert count_inversions([1, 1, 2]) == 0
assert count_inversions([]) == 0
assert count_inversions([5]) == 0
assert count_inversions([2, 1]) == 1
assert count_inversions([4, 3, 2, 1]) == 6
assert count_inversions([5, 1, 9, 2]) == 3
assert count_inversions([2, 2, 1, 1]) == 4
assert count_inversions([1, 3, 5, 2, 4, 6]) == 3
assert count_inversions([0, -1, -2, 7, 3]) == 4
assert count_inversions([10, 2, 8, 4, 6]) == 6
`,
  ],
  [
    `
def first_at_least(values: list[int], bound: int) -> int:
    """Index of the first value of a sorted list that is at least the bound; the list's length when there is none.

    Looks at only a few of the values.

    >>> first_at_least([10, 20, 20, 30], 20)
    1
    >>> first_at_least([10, 20], 25)
    2
    """
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low
`,
    `
assert first_at_least([10, 20, 20, 30], 20) == 1
assert first_at_least([10, 20], 25) == 2
assert first_at_least([], 5) == 0
assert first_at_least([5], 5) == 0
assert first_at_least([5], 6) == 1
assert first_at_least([1, 3, 5, 7, 9], 0) == 0
assert first_at_least([1, 3, 5, 7, 9], 9) == 4
assert first_at_least([1, 3, 5, 7, 9], 6) == 3
assert first_at_least([4, 4, 4, 4, 4, 4], 4) == 0
assert first_at_least([-9, -5, -5, 0, 2, 2], -5) == 1
assert first_at_least([1, 2, 3, 4, 5, 6, 7, 8], 8) == 7
`,
  ],
  [
    `
def balance_point(weights: list[int]) -> int:
    """The first index where the values before it and the values behind it have the same sum; -1 if there is none.

    >>> balance_point([1, 7, 3, 6, 5])
    -1
    >>> balance_point([2, 3, 9, 4, 1])
    2
    """
    total = sum(weights)
    before = 0
    for i, weight in enumerate(weights):
        behind = total - before - weight
        if before == behind:
            return i
        before += weight
    return -1
`,
    `
assert balance_point([1, 7, 3, 6, 5]) == -1
assert balance_point([2, 3, 9, 4, 1]) == 2
assert balance_point([]) == -1
assert balance_point([6]) == 0
assert balance_point([1, 2]) == -1
assert balance_point([0, 0, 0]) == 0
assert balance_point([5, 1, -1]) == 0
assert balance_point([3, -3, 8]) == 2
assert balance_point([-1, 4, 6, 3]) == 2
assert balance_point([1, 2, 3, 4, 5, 7, 8, 4, 0, 3]) == 5
`,
  ],
  [
    `
def most_frequent(values: list[int], count: int) -> list[int]:
    """The values that occur most often, at most count of them, the most frequent one first.

    Of values that occur equally often the smaller one comes first.

    >>> most_frequent([4, 7, 7, 4, 1, 7], 2)
    [7, 4]
    >>> most_frequent([3, 2, 1], 2)
    [1, 2]
    """
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    pairs = sorted((-times, value) for value, times in counts.items())
    return [value for _, value in pairs[:max(count, 0)]]
`,
    `
assert most_frequent([4, 7, 7, 4, 1, 7], 2) == [7, 4]
assert most_frequent([3, 2, 1], 2) == [1, 2]
assert most_frequent([], 3) == []
assert most_frequent([5, 5], 4) == [5]
assert most_frequent([5, 6], 0) == []
assert most_frequent([0, 0, 6, 7], 1) == [0]
assert most_frequent([5, 6, 7], -1) == []
assert most_frequent([9, -1, -1, 9, 0], 2) == [-1, 9]
assert most_frequent([8, 8, 8, 2, 2, 6, 6, 1], 3) == [8, 2, 6]
assert most_frequent([1, 2, 2, 3, 3, 3], 1) == [3]
`,
  ],
]);
