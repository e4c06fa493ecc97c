import { topic } from "../exercise.ts";

/** Intervals: merging, cutting and overlaps. */
export const intervals = topic("intervals", [
  [
    `
def merge_bookings(bookings: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join bookings (start, end) that overlap or touch, in order of their start.

    Bookings that end before or when they start are ignored.

    >>> merge_bookings([(5, 8), (1, 3), (3, 4)])
    [(1, 4), (5, 8)]
    >>> merge_bookings([(4, 4)])
    []
    """
    merged = []
    for start, end in sorted(bookings):
        if end <= start:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
`,
    `
assert merge_bookings([(5, 8), (1, 3), (3, 4)]) == [(1, 4), (5, 8)]
assert merge_bookings([]) == []
assert merge_bookings([(4, 4)]) == []
assert merge_bookings([(6, 2), (3, 5)]) == [(3, 5)]
assert merge_bookings([(1, 10), (2, 3)]) == [(1, 10)]
assert merge_bookings([(1, 2), (3, 4)]) == [(1, 2), (3, 4)]
assert merge_bookings([(-5, -1), (-2, 0), (0, 2)]) == [(-5, 2)]
assert merge_bookings([(1, 4), (1, 4), (1, 2)]) == [(1, 4)]
assert merge_bookings([(7, 9), (1, 5), (2, 3), (4, 6)]) == [(1, 6), (7, 9)]
`,
  ],
  [
    `
def free_slots(busy: list[tuple[int, int]], opening: int, closing: int, least: int) -> list[tuple[int, int]]:
    """Find the times between opening and closing in which nothing is planned.

    Busy times (start, end) may overlap, be in any order and reach beyond the
    opening hours. Gaps shorter than least are left out.

    >>> free_slots([(10, 11), (13, 15)], 9, 17, 2)
    [(11, 13), (15, 17)]
    >>> free_slots([], 9, 17, 9)
    []
    """
    slots = []
    free_from = opening
    for start, end in sorted(busy):
        if start >= closing:
            break
        if start - free_from >= least and start > free_from:
            slots.append((free_from, start))
        free_from = max(free_from, end)
    if closing - free_from >= least and closing > free_from:
        slots.append((free_from, closing))
    return slots
`,
    `
assert free_slots([(10, 11), (13, 15)], 9, 17, 2) == [(11, 13), (15, 17)]
assert free_slots([], 9, 17, 9) == []
assert free_slots([], 9, 17, 8) == [(9, 17)]
assert free_slots([(8, 18)], 9, 17, 1) == []
assert free_slots([(9, 10), (10, 17)], 9, 17, 0) == []
assert free_slots([(12, 13), (9, 14), (15, 16)], 9, 17, 1) == [(14, 15), (16, 17)]
assert free_slots([(6, 10), (16, 20)], 9, 17, 1) == [(10, 16)]
assert free_slots([(17, 19), (20, 21)], 9, 17, 1) == [(9, 17)]
assert free_slots([(5, 7)], 9, 12, 3) == [(9, 12)]
assert free_slots([(11, 12), (14, 15)], 9, 16, 2) == [(9, 11), (12, 14)]
`,
  ],
  [
    `
def most_rooms(meetings: list[tuple[int, int]]) -> int:
    """Count the rooms needed so that all meetings (start, end) can take place.

    A room is free again at the moment a meeting ends. Meetings without
    duration need no room.

    >>> most_rooms([(9, 11), (10, 12), (11, 13)])
    2
    >>> most_rooms([])
    0
    """
    changes = []
    for start, end in meetings:
        if start < end:
            changes.append((start, 1))
            changes.append((end, -1))
    used = rooms = 0
    for _, change in sorted(changes):
        used += change
        rooms = max(rooms, used)
    return rooms
`,
    `
assert most_rooms([(9, 11), (10, 12), (11, 13)]) == 2
assert most_rooms([]) == 0
assert most_rooms([(3, 3), (3, 3)]) == 0
assert most_rooms([(1, 2)]) == 1
assert most_rooms([(1, 5), (5, 9), (9, 12)]) == 1
assert most_rooms([(1, 9), (2, 8), (3, 7), (4, 6)]) == 4
assert most_rooms([(4, 6), (1, 5), (5, 7), (1, 2)]) == 2
assert most_rooms([(-3, 0), (-3, 0), (-1, 4)]) == 3
assert most_rooms([(8, 2), (3, 4)]) == 1
assert most_rooms([(1, 3), (4, 6), (5, 7)]) == 2
assert most_rooms([(1, 5), (2, 5), (5, 8), (6, 7), (6, 9)]) == 3
`,
  ],
  [
    `
def common_times(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Intersect two sorted lists of disjoint intervals (start, end).

    Intervals that only touch have nothing in common.

    >>> common_times([(1, 5), (8, 10)], [(4, 9)])
    [(4, 5), (8, 9)]
    >>> common_times([(1, 3)], [(3, 6)])
    []
    """
    common = []
    one = other = 0
    while one < len(first) and other < len(second):
        start = max(first[one][0], second[other][0])
        end = min(first[one][1], second[other][1])
        if start < end:
            common.append((start, end))
        if first[one][1] < second[other][1]:
            one += 1
        else:
            other += 1
    return common
`,
    `
assert common_times([(1, 5), (8, 10)], [(4, 9)]) == [(4, 5), (8, 9)]
assert common_times([(1, 3)], [(3, 6)]) == []
assert common_times([], [(1, 2)]) == []
assert common_times([(1, 2)], []) == []
assert common_times([(0, 10)], [(1, 2), (3, 4), (9, 12)]) == [(1, 2), (3, 4), (9, 10)]
assert common_times([(1, 4), (5, 7)], [(1, 4), (5, 7)]) == [(1, 4), (5, 7)]
assert common_times([(1, 2), (3, 4)], [(2, 3), (4, 5)]) == []
assert common_times([(-4, -1), (2, 6)], [(-2, 3), (5, 9)]) == [(-2, -1), (2, 3), (5, 6)]
assert common_times([(3, 8)], [(1, 2), (6, 8), (9, 11)]) == [(6, 8)]
`,
  ],
  [
    `
def subtract_interval(intervals: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """Cut the time from start to end out of intervals (start, end).

    What is left of an interval on both sides stays in its place; nothing of
    zero length is left. Where end is not after start nothing is cut out.

    >>> subtract_interval([(1, 10)], 4, 6)
    [(1, 4), (6, 10)]
    >>> subtract_interval([(3, 5), (5, 8)], 2, 6)
    [(6, 8)]
    """
    if end <= start:
        return list(intervals)
    left = []
    for low, high in intervals:
        if high <= start or low >= end:
            left.append((low, high))
            continue
        if low < start:
            left.append((low, start))
        if high > end:
            left.append((end, high))
    return left
`,
    `
assert subtract_interval([(1, 10)], 4, 6) == [(1, 4), (6, 10)]
assert subtract_interval([(3, 5), (5, 8)], 2, 6) == [(6, 8)]
assert subtract_interval([], 1, 2) == []
assert subtract_interval([(1, 4)], 1, 4) == []
assert subtract_interval([(1, 4)], 4, 9) == [(1, 4)]
assert subtract_interval([(4, 9)], 1, 4) == [(4, 9)]
assert subtract_interval([(1, 4)], 3, 3) == [(1, 4)]
assert subtract_interval([(5, 6), (1, 2)], -1, -3) == [(5, 6), (1, 2)]
assert subtract_interval([(9, 11), (1, 2), (-9, -1)], -5, -3) == [(9, 11), (1, 2), (-9, -5), (-3, -1)]
assert subtract_interval([(6, 9), (-2, 7)], 0, 8) == [(8, 9), (-2, 0)]
assert subtract_interval([(0, 3), (2, 6)], 2, 3) == [(0, 2), (3, 6)]
assert subtract_interval([(1, 5)], 1, 3) == [(3, 5)]
`,
  ],
  [
    `
def pick_talks(talks: list[tuple[str, int, int]]) -> list[str]:
    """Choose as many talks (title, start, end) as can be heard one after another.

    Takes the talk that ends first, then of the talks that start no earlier
    than it ends again the one that ends first, and so on. Of talks that end
    together the one with the smaller title comes first. Gives the titles in
    the order of the day.

    >>> pick_talks([("b", 1, 4), ("a", 3, 5), ("c", 4, 6)])
    ['b', 'c']
    >>> pick_talks([])
    []
    """
    chosen = []
    free_from = None
    for title, start, end in sorted(talks, key=lambda talk: (talk[2], talk[0])):
        if start >= end:
            continue
        if free_from is None or start >= free_from:
            chosen.append(title)
            free_from = end
    return chosen
`,
    `
assert pick_talks([("b", 1, 4), ("a", 3, 5), ("c", 4, 6)]) == ["b", "c"]
assert pick_talks([]) == []
assert pick_talks([("x", 5, 5)]) == []
assert pick_talks([("x", 6, 2), ("y", 1, 9)]) == ["y"]
assert pick_talks([("b", 2, 3), ("a", 1, 3)]) == ["a"]
assert pick_talks([("long", 0, 10), ("one", 1, 2), ("two", 2, 3), ("three", 3, 4)]) == ["one", "two", "three"]
assert pick_talks([("early", -5, -2), ("zero", -2, 0), ("late", -1, 3)]) == ["early", "zero"]
assert pick_talks([("c", 4, 8), ("b", 4, 6), ("a", 6, 8), ("d", 3, 5)]) == ["d", "a"]
assert pick_talks([("z", 0, 1), ("z", 0, 1), ("z", 1, 2)]) == ["z", "z"]
`,
  ],
  [
    `
def longest_gap(days: list[int]) -> tuple[int, int] | None:
    """Find the longest stretch without an entry between the first and the last day of a diary.

    Days may be in any order and repeat. Gives the first and the last day of
    the stretch, the earlier one of equally long stretches, or None when no day
    is missing.

    >>> longest_gap([3, 10, 4, 12])
    (5, 9)
    >>> longest_gap([7, 8, 9])
    """
    longest = None
    length = 0
    previous = None
    for day in sorted(set(days)):
        if previous is not None and day - previous - 1 > length:
            length = day - previous - 1
            longest = (previous + 1, day - 1)
        previous = day
    return longest
`,
    `
assert longest_gap([3, 10, 4, 12]) == (5, 9)
assert longest_gap([7, 8, 9]) is None
assert longest_gap([]) is None
assert longest_gap([5]) is None
assert longest_gap([5, 5, 5]) is None
assert longest_gap([1, 3]) == (2, 2)
assert longest_gap([9, 1, 5]) == (2, 4)
assert longest_gap([1, 3, 8, 10, 16]) == (11, 15)
assert longest_gap([-4, 0, 2, -4]) == (-3, -1)
`,
  ],
  [
    `
def insert_range(ranges: list[tuple[int, int]], new: tuple[int, int]) -> list[tuple[int, int]]:
    """Add a range of whole numbers to a sorted list of ranges that do not touch.

    Both ends of a range (first, last) belong to it, so that (1, 3) and (4, 6)
    join to (1, 6). The result is sorted again and its ranges do not touch.

    >>> insert_range([(1, 3), (8, 9)], (4, 6))
    [(1, 6), (8, 9)]
    >>> insert_range([], (2, 2))
    [(2, 2)]
    """
    first, last = new
    result = []
    for position, (low, high) in enumerate(ranges):
        if high + 1 < first:
            result.append((low, high))
        elif last + 1 < low:
            return result + [(first, last)] + ranges[position:]
        else:
            first = min(first, low)
            last = max(last, high)
    result.append((first, last))
    return result
`,
    `
assert insert_range([(1, 3), (8, 9)], (4, 6)) == [(1, 6), (8, 9)]
assert insert_range([], (2, 2)) == [(2, 2)]
assert insert_range([(5, 6)], (1, 3)) == [(1, 3), (5, 6)]
assert insert_range([(5, 6)], (1, 4)) == [(1, 6)]
assert insert_range([(5, 6)], (8, 9)) == [(5, 6), (8, 9)]
assert insert_range([(1, 9)], (3, 4)) == [(1, 9)]
assert insert_range([(1, 2), (4, 5), (7, 8)], (3, 6)) == [(1, 8)]
assert insert_range([(1, 2), (5, 6), (9, 9)], (4, 7)) == [(1, 2), (4, 7), (9, 9)]
assert insert_range([(-9, -7), (0, 0), (4, 4)], (-2, 1)) == [(-9, -7), (-2, 1), (4, 4)]
assert insert_range([(1, 2), (10, 20), (30, 40)], (5, 25)) == [(1, 2), (5, 25), (30, 40)]
`,
  ],
]);
