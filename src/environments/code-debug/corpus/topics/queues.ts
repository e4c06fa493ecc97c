import { topic } from "../exercise.ts";

/** Queues: caches, budgets and waiting lines. */
export const queues = topic("stacks-and-queues", [
  [
    `
def cache_misses(capacity: int, keys: list[str]) -> tuple[int, list[str]]:
    """Simulate a cache that drops what has not been used for longest when it is full.

    Every key is asked for in turn; one that is not in the cache is a miss and
    is put there. Gives the number of misses and what is in the cache at the
    end, the least recently used first. A cache without capacity holds nothing.

    >>> cache_misses(2, ["a", "b", "a", "c", "b"])
    (4, ['c', 'b'])
    >>> cache_misses(2, [])
    (0, [])
    """
    cache = []
    misses = 0
    for key in keys:
        if key in cache:
            cache.remove(key)
        else:
            misses += 1
            if cache and len(cache) >= capacity:
                cache.pop(0)
        if capacity > 0:
            cache.append(key)
    return misses, cache
`,
    `
assert cache_misses(2, ["a", "b", "a", "c", "b"]) == (4, ["c", "b"])
assert cache_misses(2, []) == (0, [])
assert cache_misses(0, ["a", "a"]) == (2, [])
assert cache_misses(1, ["a", "a", "b", "a"]) == (3, ["a"])
assert cache_misses(3, ["x", "y", "z"]) == (3, ["x", "y", "z"])
assert cache_misses(3, ["x", "y", "z", "x"]) == (3, ["y", "z", "x"])
assert cache_misses(3, ["x", "y", "z", "x", "w"]) == (4, ["z", "x", "w"])
assert cache_misses(2, ["a", "b", "c", "a", "b", "c"]) == (6, ["b", "c"])
assert cache_misses(10, ["k", "k", "k"]) == (1, ["k"])
`,
  ],
  [
    `
def token_bucket(capacity: int, rate: int, requests: list[tuple[int, int]]) -> list[bool]:
    """Tell which requests (second, cost) a token bucket lets pass.

    The bucket starts full at second 0, gains rate tokens with every second
    and never holds more than its capacity. A request passes if the bucket
    holds its cost, which is then taken out; otherwise nothing is taken.
    Requests are in order of time.

    >>> token_bucket(5, 1, [(0, 4), (1, 3), (2, 3)])
    [True, False, True]
    >>> token_bucket(2, 1, [(9, 3)])
    [False]
    """
    tokens = capacity
    last = 0
    passed = []
    for second, cost in requests:
        tokens = min(capacity, tokens + (second - last) * rate)
        last = second
        if cost <= tokens:
            tokens -= cost
            passed.append(True)
        else:
            passed.append(False)
    return passed
`,
    `
assert token_bucket(5, 1, [(0, 4), (1, 3), (2, 3)]) == [True, False, True]
assert token_bucket(2, 1, [(9, 3)]) == [False]
assert token_bucket(3, 1, []) == []
assert token_bucket(4, 0, [(0, 2), (5, 2), (99, 1)]) == [True, True, False]
assert token_bucket(3, 2, [(0, 3), (1, 3), (2, 3)]) == [True, False, True]
assert token_bucket(3, 5, [(0, 3), (1, 3), (1, 1), (3, 3)]) == [True, True, False, True]
assert token_bucket(10, 1, [(100, 10), (100, 1), (101, 1)]) == [True, False, True]
assert token_bucket(0, 7, [(1, 1), (2, 0)]) == [False, True]
assert token_bucket(6, 2, [(0, 5), (0, 2), (0, 1), (2, 4), (3, 3)]) == [True, False, True, True, False]
`,
  ],
  [
    `
def run_in_turns(jobs: list[tuple[str, int]], slice_length: int) -> list[tuple[str, int]]:
    """Give every job the time at which it is finished, in the order in which they finish.

    Jobs (name, duration) wait in a queue. The first runs for at most
    slice_length, at least 1, and goes to the end of the queue if it is not
    done. Jobs that take no time are finished when it is first their turn.

    >>> run_in_turns([("a", 3), ("b", 2)], 2)
    [('b', 4), ('a', 5)]
    >>> run_in_turns([], 1)
    []
    """
    queue = list(jobs)
    clock = 0
    finished = []
    while queue:
        name, left = queue.pop(0)
        if left > slice_length:
            clock += slice_length
            queue.append((name, left - slice_length))
        else:
            clock += left
            finished.append((name, clock))
    return finished
`,
    `
assert run_in_turns([("a", 3), ("b", 2)], 2) == [("b", 4), ("a", 5)]
assert run_in_turns([], 1) == []
assert run_in_turns([("a", 4)], 1) == [("a", 4)]
assert run_in_turns([("a", 0), ("b", 0)], 5) == [("a", 0), ("b", 0)]
assert run_in_turns([("a", 2), ("b", 2)], 2) == [("a", 2), ("b", 4)]
assert run_in_turns([("a", 5), ("b", 1), ("c", 3)], 10) == [("a", 5), ("b", 6), ("c", 9)]
assert run_in_turns([("a", 5), ("b", 1), ("c", 3)], 1) == [("b", 2), ("c", 7), ("a", 9)]
assert run_in_turns([("a", 7), ("b", 4), ("c", 6)], 3) == [("b", 13), ("c", 16), ("a", 17)]
assert run_in_turns([("x", 1), ("x", 3), ("x", 2)], 1) == [("x", 1), ("x", 5), ("x", 6)]
`,
  ],
  [
    `
def checkout_time(customers: list[int], tills: int) -> int:
    """Give the minutes until all customers in one queue are served at several tills.

    Each number is the time one customer takes. The next in the queue goes to
    the till that is free first. With no till at all the answer is -1, unless
    there is nobody to serve.

    >>> checkout_time([5, 3, 4], 2)
    7
    >>> checkout_time([2], 0)
    -1
    """
    if not customers:
        return 0
    if tills < 1:
        return -1
    free_at = [0] * tills
    for duration in customers:
        till = free_at.index(min(free_at))
        free_at[till] += duration
    return max(free_at)
`,
    `
assert checkout_time([5, 3, 4], 2) == 7
assert checkout_time([2], 0) == -1
assert checkout_time([], 3) == 0
assert checkout_time([], 0) == 0
assert checkout_time([5, 3, 4], 1) == 12
assert checkout_time([10, 2, 3, 3], 2) == 10
assert checkout_time([2, 2, 3, 3, 4, 4], 2) == 9
assert checkout_time([1, 2, 3], 100) == 3
assert checkout_time([4, 1, 1, 1, 6], 3) == 7
assert checkout_time([0, 0, 7], 1) == 7
`,
  ],
  [
    `
def sliding_maximum(values: list[int], width: int) -> list[int]:
    """Give the largest of every width neighbouring values, from left to right.

    A width below 1, or larger than the number of values, gives an empty list.

    >>> sliding_maximum([4, 1, 3, 5], 2)
    [4, 3, 5]
    >>> sliding_maximum([1, 2], 3)
    []
    """
    largest = []
    if width < 1:
        return largest
    candidates = []
    for position, value in enumerate(values):
        while candidates and values[candidates[-1]] <= value:
            candidates.pop()
        candidates.append(position)
        if candidates[0] <= position - width:
            candidates.pop(0)
        if position >= width - 1:
            largest.append(values[candidates[0]])
    return largest
`,
    `
assert sliding_maximum([4, 1, 3, 5], 2) == [4, 3, 5]
assert sliding_maximum([1, 2], 3) == []
assert sliding_maximum([], 1) == []
assert sliding_maximum([1, 2], 0) == []
assert sliding_maximum([7], 1) == [7]
assert sliding_maximum([3, 1, 2], 1) == [3, 1, 2]
assert sliding_maximum([3, 1, 2], 3) == [3]
assert sliding_maximum([9, 8, 7, 6, 5], 3) == [9, 8, 7]
assert sliding_maximum([-5, -6, -6, -7, -1], 2) == [-5, -6, -6, -1]
assert sliding_maximum([5, 5, 1, 2, 5, 0, 0, 4], 3) == [5, 5, 5, 5, 5, 4]
assert sliding_maximum([3, 2, 1, 5], 3) == [3, 5]
assert sliding_maximum([2, 9, 1, 0], 2) == [9, 9, 1]
`,
  ],
  [
    `
def triage_order(arrivals: list[tuple[int, str, int]], duration: int) -> list[str]:
    """Give the order in which one doctor sees patients (arrival, name, urgency).

    Seeing a patient takes a fixed duration. Whenever the doctor is free, the
    most urgent patient who is there comes next: the one with the highest
    urgency, then the earliest arrival, then the place in the list. If nobody
    is there, the doctor waits for the next arrival.

    >>> triage_order([(0, "ann", 1), (1, "bob", 2), (2, "cy", 5)], 5)
    ['ann', 'cy', 'bob']
    >>> triage_order([], 5)
    []
    """
    waiting = [(arrival, place) for place, (arrival, _, _) in enumerate(arrivals)]
    clock = 0
    order = []
    while waiting:
        clock = max(clock, min(waiting)[0])
        here = [(-arrivals[place][2], arrival, place) for arrival, place in waiting if arrival <= clock]
        _, arrival, place = min(here)
        waiting.remove((arrival, place))
        order.append(arrivals[place][1])
        clock += duration
    return order
`,
    `
assert triage_order([(0, "ann", 1), (1, "bob", 2), (2, "cy", 5)], 5) == ["ann", "cy", "bob"]
assert triage_order([], 5) == []
assert triage_order([(9, "x", 0)], 1) == ["x"]
assert triage_order([(3, "b", 1), (3, "a", 1)], 2) == ["b", "a"]
assert triage_order([(4, "late", 2), (1, "early", 2)], 9) == ["early", "late"]
assert triage_order([(0, "a", 1), (5, "b", 1), (5, "c", 9), (6, "d", 10)], 5) == ["a", "c", "d", "b"]
assert triage_order([(0, "a", 1), (20, "b", 9), (3, "c", 2)], 4) == ["a", "c", "b"]
assert triage_order([(0, "a", -3), (0, "b", 0), (0, "c", -1)], 1) == ["b", "c", "a"]
assert triage_order([(2, "a", 1), (0, "b", 1), (1, "c", 3), (1, "d", 3)], 2) == ["b", "c", "d", "a"]
assert triage_order([(7, "a", 1), (12, "b", 1), (14, "c", 9)], 10) == ["a", "c", "b"]
`,
  ],
  [
    `
def bounded_mailbox(capacity: int, commands: list[str]) -> tuple[list[str], int]:
    """Simulate a mailbox that holds at most capacity letters, and give what was read and how many were lost.

    'send TEXT' puts a letter at the end, 'urgent TEXT' at the front. If the
    mailbox is full, a normal letter is lost, while an urgent one pushes out
    the letter at the end. 'read' takes the letter at the front, or reads '-'
    if there is none, and 'clear' loses all letters. Other commands are ignored.

    >>> bounded_mailbox(2, ["send a", "send b", "urgent c", "read", "read", "read"])
    (['c', 'a', '-'], 1)
    >>> bounded_mailbox(1, ["send a", "send b"])
    ([], 1)
    """
    letters = []
    read = []
    lost = 0
    for command in commands:
        word, _, text = command.partition(" ")
        if word == "send":
            if len(letters) < capacity:
                letters.append(text)
            else:
                lost += 1
        elif word == "urgent":
            letters.insert(0, text)
            if len(letters) > capacity:
                letters.pop()
                lost += 1
        elif word == "read":
            read.append(letters.pop(0) if letters else "-")
        elif word == "clear":
            lost += len(letters)
            letters = []
    return read, lost
`,
    `
assert bounded_mailbox(2, ["send a", "send b", "urgent c", "read", "read", "read"]) == (["c", "a", "-"], 1)
assert bounded_mailbox(1, ["send a", "send b"]) == ([], 1)
assert bounded_mailbox(3, []) == ([], 0)
assert bounded_mailbox(3, ["read"]) == (["-"], 0)
assert bounded_mailbox(0, ["urgent a", "send b", "read"]) == (["-"], 2)
assert bounded_mailbox(5, ["send a b", "send  c", "read", "read"]) == (["a b", " c"], 0)
assert bounded_mailbox(4, ["send a", "urgent b", "urgent c", "read", "read", "read"]) == (["c", "b", "a"], 0)
assert bounded_mailbox(3, ["send a", "send b", "clear", "read", "send c", "read"]) == (["-", "c"], 2)
assert bounded_mailbox(1, ["send a", "read", "send b", "drop", "urgent c", "read"]) == (["a", "c"], 1)
assert bounded_mailbox(2, ["clear", "send a", "send b", "send c", "clear"]) == ([], 3)
`,
  ],
]);
