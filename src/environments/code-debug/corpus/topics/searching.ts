import { topic } from "../exercise.ts";

/** Searching, mostly by halving. */
export const searching = topic("searching", [
  [
    `
def count_between(values: list[int], low: int, high: int) -> int:
    """Count the values of a sorted list from low to high, both included.

    >>> count_between([1, 2, 2, 5, 9], 2, 5)
    3
    >>> count_between([1, 2], 4, 3)
    0
    """
    def position(bound: int) -> int:
        start, stop = 0, len(values)
        while start < stop:
            middle = (start + stop) // 2
            if values[middle] < bound:
                start = middle + 1
            else:
                stop = middle
        return start

    if low > high:
        return 0
    return position(high + 1) - position(low)
`,
    `
assert count_between([1, 2, 2, 5, 9], 2, 5) == 3
assert count_between([1, 2], 4, 3) == 0
assert count_between([], 0, 10) == 0
assert count_between([5], 5, 5) == 1
assert count_between([5], 6, 9) == 0
assert count_between([5, 5, 5], 5, 5) == 3
assert count_between([-9, -4, -4, 0, 3], -4, 0) == 3
assert count_between([1, 2, 3, 4, 5, 6], 0, 100) == 6
assert count_between([1, 2, 3, 4, 5, 6], 5, 2) == 0
assert count_between([10, 20, 30, 40], 11, 39) == 2
`,
  ],
  [
    `
def find_in_rotated(values: list[int], wanted: int) -> int:
    """Find a value in a sorted list that was rotated, as [6, 8, 1, 3] is, by halving.

    All values are different. Returns the position, or -1 for a value that is
    not there.

    >>> find_in_rotated([6, 8, 1, 3], 3)
    3
    >>> find_in_rotated([6, 8, 1, 3], 5)
    -1
    """
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[low] <= values[middle]:
            if values[low] <= wanted < values[middle]:
                high = middle - 1
            else:
                low = middle + 1
        elif values[middle] < wanted <= values[high]:
            low = middle + 1
        else:
            high = middle - 1
    return -1
`,
    `
assert find_in_rotated([6, 8, 1, 3], 3) == 3
assert find_in_rotated([6, 8, 1, 3], 5) == -1
assert find_in_rotated([], 1) == -1
assert find_in_rotated([4], 4) == 0
assert find_in_rotated([2, 1], 1) == 1
assert [find_in_rotated([5, 7, 9, 11, 1, 3], value) for value in (5, 7, 9, 11, 1, 3)] == [0, 1, 2, 3, 4, 5]
assert [find_in_rotated([9, -4, -1, 0, 2, 6, 8], value) for value in (9, -4, -1, 0, 2, 6, 8)] == [0, 1, 2, 3, 4, 5, 6]
assert [find_in_rotated([1, 2, 3, 4, 5], value) for value in (0, 1, 5, 6)] == [-1, 0, 4, -1]
assert [find_in_rotated([5, 7, 9, 11, 1, 3], value) for value in (0, 2, 4, 6, 10, 12)] == [-1, -1, -1, -1, -1, -1]
assert find_in_rotated([3, 4, 5, 6, 1, 2], 2) == 5
assert find_in_rotated([2, 3, 4, 1], 4) == 2
assert find_in_rotated([4, 1, 2, 3], 1) == 1
`,
  ],
  [
    `
def whole_root(number: int, degree: int) -> int:
    """Find the largest whole number whose power of the given degree is at most number, by halving.

    Returns -1 for a negative number or a degree below 1.

    >>> whole_root(26, 3)
    2
    >>> whole_root(-1, 2)
    -1
    """
    if number < 0 or degree < 1:
        return -1
    low, high = 0, number + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** degree <= number:
            low = middle
        else:
            high = middle
    return low
`,
    `
assert whole_root(26, 3) == 2
assert whole_root(-1, 2) == -1
assert whole_root(27, 3) == 3
assert whole_root(0, 2) == 0
assert whole_root(1, 9) == 1
assert whole_root(99, 2) == 9
assert whole_root(100, 2) == 10
assert whole_root(7, 1) == 7
assert whole_root(7, 0) == -1
assert whole_root(1023, 10) == 1
assert whole_root(1024, 10) == 2
assert whole_root(10 ** 30, 2) == 10 ** 15
`,
  ],
  [
    `
def peak_position(values: list[int]) -> int:
    """Find the position of the largest value of a list that first rises and then falls, by halving.

    Neighbours are never equal. The list may also only rise or only fall. An
    empty list gives -1.

    >>> peak_position([1, 4, 6, 3])
    2
    >>> peak_position([])
    -1
    """
    if not values:
        return -1
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] < values[middle + 1]:
            low = middle + 1
        else:
            high = middle
    return low
`,
    `
assert peak_position([1, 4, 6, 3]) == 2
assert peak_position([]) == -1
assert peak_position([8]) == 0
assert peak_position([1, 2]) == 1
assert peak_position([2, 1]) == 0
assert peak_position([1, 2, 3, 4, 5]) == 4
assert peak_position([5, 4, 3, 2, 1]) == 0
assert peak_position([-9, -5, -7, -8, -10, -11]) == 1
assert peak_position([0, 2, 4, 6, 8, 9, 1]) == 5
`,
  ],
  [
    `
def closest_pair_sum(values: list[int], target: int) -> tuple[int, int] | None:
    """Choose two values of a sorted list, at different places, whose sum is closest to a target.

    Gives them as (smaller, larger). Of equally close pairs the one with the
    smallest first value is taken, and of several such pairs the one with the
    largest second value. Returns None for fewer than two values.

    >>> closest_pair_sum([1, 3, 5, 9], 11)
    (1, 9)
    >>> closest_pair_sum([4], 8)
    """
    best = None
    left, right = 0, len(values) - 1
    while left < right:
        total = values[left] + values[right]
        if best is None or abs(total - target) < abs(best[0] + best[1] - target):
            best = (values[left], values[right])
        if total < target:
            left += 1
        elif total > target:
            right -= 1
        else:
            break
    return best
`,
    `
assert closest_pair_sum([1, 3, 5, 9], 11) == (1, 9)
assert closest_pair_sum([4], 8) is None
assert closest_pair_sum([], 0) is None
assert closest_pair_sum([2, 2], 10) == (2, 2)
assert closest_pair_sum([1, 2, 3, 4], 5) == (1, 4)
assert closest_pair_sum([1, 4, 6, 8], 12) == (4, 8)
assert closest_pair_sum([-7, -2, 0, 6], -3) == (-2, 0)
assert closest_pair_sum([1, 2, 3], 100) == (2, 3)
assert closest_pair_sum([1, 2, 3], -100) == (1, 2)
assert closest_pair_sum([1, 4, 6], 6) == (1, 6)
assert closest_pair_sum([-5, 1, 2, 8, 12], 4) == (-5, 8)
`,
  ],
  [
    `
def smallest_capacity(weights: list[int], trips: int) -> int:
    """Find the smallest capacity of a cart with which all goods can be moved in so many trips.

    Goods are loaded in the given order, and no trip may carry more than the
    capacity. Weights are positive and trips at least 1. No goods need none.

    >>> smallest_capacity([3, 2, 4, 1], 2)
    5
    >>> smallest_capacity([], 3)
    0
    """
    low, high = max(weights, default=0), sum(weights)
    while low < high:
        capacity = (low + high) // 2
        needed = 1
        load = 0
        for weight in weights:
            if load + weight > capacity:
                needed += 1
                load = 0
            load += weight
        if needed <= trips:
            high = capacity
        else:
            low = capacity + 1
    return low
`,
    `
assert smallest_capacity([3, 2, 4, 1], 2) == 5
assert smallest_capacity([], 3) == 0
assert smallest_capacity([7], 1) == 7
assert smallest_capacity([7], 5) == 7
assert smallest_capacity([1, 2, 3], 1) == 6
assert smallest_capacity([1, 2, 3], 3) == 3
assert smallest_capacity([1, 2, 3], 10) == 3
assert smallest_capacity([5, 5, 5, 5], 3) == 10
assert smallest_capacity([1, 9, 1, 9, 1], 3) == 10
assert smallest_capacity([4, 8, 2, 6, 7, 3], 3) == 12
assert smallest_capacity([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5) == 15
`,
  ],
  [
    `
def quick_select(values: list[int], place: int) -> int | None:
    """Find the value that would stand at a place, from 0, if the values were sorted.

    Negative places count from the end, as in a list. Returns None for a place
    that does not exist.

    >>> quick_select([9, 4, 7], 1)
    7
    >>> quick_select([9, 4, 7], -1)
    9
    """
    if place < 0:
        place += len(values)
    if not 0 <= place < len(values):
        return None
    candidates = list(values)
    while True:
        pivot = candidates[len(candidates) // 2]
        smaller = [value for value in candidates if value < pivot]
        equal = candidates.count(pivot)
        if place < len(smaller):
            candidates = smaller
        elif place < len(smaller) + equal:
            return pivot
        else:
            place -= len(smaller) + equal
            candidates = [value for value in candidates if value > pivot]
`,
    `
assert quick_select([9, 4, 7], 1) == 7
assert quick_select([9, 4, 7], -1) == 9
assert quick_select([], 0) is None
assert quick_select([5], 0) == 5
assert quick_select([5], 1) is None
assert quick_select([5], -1) == 5
assert quick_select([5], -2) is None
assert [quick_select([3, 1, 3, 2, 3], place) for place in range(5)] == [1, 2, 3, 3, 3]
assert [quick_select([-4, 8, 0, -4, 6, 2], place) for place in range(6)] == [-4, -4, 0, 2, 6, 8]
assert [quick_select([10, 30, 20, 40], place) for place in (-4, -3, -2)] == [10, 20, 30]
assert quick_select([1, 2, 3], 3) is None
`,
  ],
  [
    `
def search_sorted_grid(grid: list[list[int]], wanted: int) -> tuple[int, int, int] | None:
    """Find a value in a grid whose rows rise to the right and whose columns rise downwards.

    The search begins in the upper right corner and goes one step to the left
    from values that are too large, and one down from values that are too
    small. Gives row, column and the number of steps, or None.

    >>> search_sorted_grid([[1, 4], [2, 6]], 2)
    (1, 0, 2)
    >>> search_sorted_grid([[1, 4], [2, 6]], 5)
    """
    if not grid:
        return None
    row, column = 0, len(grid[0]) - 1
    steps = 0
    while row < len(grid) and column >= 0:
        value = grid[row][column]
        if value == wanted:
            return row, column, steps
        if value > wanted:
            column -= 1
        else:
            row += 1
        steps += 1
    return None
`,
    `
assert search_sorted_grid([[1, 4], [2, 6]], 2) == (1, 0, 2)
assert search_sorted_grid([[1, 4], [2, 6]], 5) is None
assert search_sorted_grid([], 1) is None
assert search_sorted_grid([[], []], 1) is None
assert search_sorted_grid([[3]], 3) == (0, 0, 0)
assert search_sorted_grid([[3]], 2) is None
assert search_sorted_grid([[3]], 4) is None
assert search_sorted_grid([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 7) == (2, 0, 4)
assert search_sorted_grid([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 6) == (1, 2, 1)
assert search_sorted_grid([[-5, -2, 0, 8], [-4, -1, 9, 10]], -4) == (1, 0, 4)
assert search_sorted_grid([[1], [3], [5], [7]], 7) == (3, 0, 3)
assert search_sorted_grid([[1, 3, 5]], 1) == (0, 0, 2)
`,
  ],
]);
