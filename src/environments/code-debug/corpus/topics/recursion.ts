import { topic } from "../exercise.ts";

/** Recursion: trees and choices. */
export const recursion = topic("recursion", [
  [
    `
def nesting_depth(value: object) -> int:
    """Measure how deeply lists and tuples are nested in a value.

    A value that is neither has depth 0, an empty list depth 1.

    >>> nesting_depth([1, [2, (3,)]])
    3
    >>> nesting_depth("text")
    0
    """
    if not isinstance(value, (list, tuple)):
        return 0
    deepest = 0
    for element in value:
        depth = nesting_depth(element)
        if depth > deepest:
            deepest = depth
    return deepest + 1
`,
    `
assert nesting_depth([1, [2, (3,)]]) == 3
assert nesting_depth("text") == 0
assert nesting_depth(None) == 0
assert nesting_depth([]) == 1
assert nesting_depth(()) == 1
assert nesting_depth([[], [[]], []]) == 3
assert nesting_depth([{"a": [1, [2]]}, "[["]) == 1
assert nesting_depth([[[1], 2], 3, [4]]) == 3
assert nesting_depth(([([],)], [1])) == 4
`,
  ],
  [
    `
def total_size(folder: dict[str, object], largest: int) -> int:
    """Add up the sizes of all files in a folder and the folders in it, without those larger than largest.

    A folder maps names to either a size, for a file, or another folder. Names
    that begin with a dot are hidden: neither such files nor anything in such
    folders counts.

    >>> total_size({"a.txt": 3, "docs": {"b.txt": 4, ".tmp": 9}}, 100)
    7
    >>> total_size({"big": 50, "small": 5}, 49)
    5
    """
    total = 0
    for name, content in folder.items():
        if name.startswith("."):
            continue
        if isinstance(content, dict):
            total += total_size(content, largest)
        elif content <= largest:
            total += content
    return total
`,
    `
assert total_size({"a.txt": 3, "docs": {"b.txt": 4, ".tmp": 9}}, 100) == 7
assert total_size({"big": 50, "small": 5}, 49) == 5
assert total_size({}, 10) == 0
assert total_size({"a": 10}, 10) == 10
assert total_size({".git": {"x": 5, "y": 6}, "src": {"x": 1}}, 10) == 1
assert total_size({"a": {"b": {"c": {"d": 2}}}}, 2) == 2
assert total_size({"a": {"b": 30, "c": 3}, "d": 31}, 30) == 33
assert total_size({"empty": {}, "zero": 0, "one.": 1}, 5) == 1
assert total_size({"a": 4, "b": {"a": 4, "c": {".a": 4, "a": 4}}}, 4) == 12
`,
  ],
  [
    `
def tree_paths(tree: tuple | None, prefix: str = "") -> list[str]:
    """List the ways from the root of a binary tree to its leaves, from left to right.

    A tree is None or (label, left, right). Labels on a way are joined by '/';
    the prefix, if any, comes first.

    >>> tree_paths(("a", ("b", None, None), ("c", None, ("d", None, None))))
    ['a/b', 'a/c/d']
    >>> tree_paths(None)
    []
    """
    if tree is None:
        return []
    label, left, right = tree
    path = prefix + "/" + label if prefix else label
    if left is None and right is None:
        return [path]
    return tree_paths(left, path) + tree_paths(right, path)
`,
    `
assert tree_paths(("a", ("b", None, None), ("c", None, ("d", None, None)))) == ["a/b", "a/c/d"]
assert tree_paths(None) == []
assert tree_paths(("x", None, None)) == ["x"]
assert tree_paths(("x", None, None), "root") == ["root/x"]
assert tree_paths(None, "root") == []
assert tree_paths(("a", ("b", None, None), None)) == ["a/b"]
assert tree_paths(("a", None, ("b", ("c", None, None), None))) == ["a/b/c"]
assert tree_paths(("a", ("a", None, ("a", None, None)), ("a", None, None)), "p/q") == ["p/q/a/a/a", "p/q/a/a"]
`,
  ],
  [
    `
def is_search_tree(tree: tuple | None, low: int | None = None, high: int | None = None) -> bool:
    """Tell whether a binary tree of numbers is sorted.

    A tree is None or (value, left, right). In a sorted tree all values to the
    left of a value are smaller and all to the right are larger; equal values
    are not allowed. Where low or high are given, all values have to lie
    strictly between them.

    >>> is_search_tree((5, (3, None, None), (8, None, None)))
    True
    >>> is_search_tree((5, (3, None, (6, None, None)), None))
    False
    """
    if tree is None:
        return True
    value, left, right = tree
    if low is not None and value <= low:
        return False
    if high is not None and value >= high:
        return False
    return is_search_tree(left, low, value) and is_search_tree(right, value, high)
`,
    `
assert is_search_tree((5, (3, None, None), (8, None, None))) is True
assert is_search_tree((5, (3, None, (6, None, None)), None)) is False
assert is_search_tree(None) is True
assert is_search_tree((0, None, None)) is True
assert is_search_tree((5, (5, None, None), None)) is False
assert is_search_tree((5, None, (5, None, None))) is False
assert is_search_tree((5, None, (9, (4, None, None), None))) is False
assert is_search_tree((5, None, (9, (6, None, None), (12, None, None)))) is True
assert is_search_tree((0, (-4, (-9, None, None), (-1, None, None)), None), -10, 1) is True
assert is_search_tree((3, None, None), 3, 9) is False
assert is_search_tree((3, None, None), None, 3) is False
`,
  ],
  [
    `
def subset_with_sum(numbers: list[int], target: int) -> list[int] | None:
    """Find numbers out of a list, in its order, that add up to a target.

    Each place in the list may be used once. Where a number could be taken or
    left out, taking it is tried first. Returns None when there is no such
    choice; a target of 0 is reached at once by choosing none.

    >>> subset_with_sum([3, 9, 8, 4], 12)
    [3, 9]
    >>> subset_with_sum([5, 6], 7)
    """
    if target == 0:
        return []
    if not numbers:
        return None
    first, rest = numbers[0], numbers[1:]
    taken = subset_with_sum(rest, target - first)
    if taken is not None:
        return [first] + taken
    return subset_with_sum(rest, target)
`,
    `
assert subset_with_sum([3, 9, 8, 4], 12) == [3, 9]
assert subset_with_sum([5, 6], 7) is None
assert subset_with_sum([], 0) == []
assert subset_with_sum([], 3) is None
assert subset_with_sum([1, 2], 0) == []
assert subset_with_sum([2, 4, 6], 6) == [2, 4]
assert subset_with_sum([7, 5, 1, 3], 8) == [7, 1]
assert subset_with_sum([5, -2, 4], 2) == [-2, 4]
assert subset_with_sum([4, 4, 4], 12) == [4, 4, 4]
assert subset_with_sum([4, 4, 4], 16) is None
assert subset_with_sum([10, 3, 20, 4], 7) == [3, 4]
`,
  ],
  [
    `
def evaluate_tree(node: object) -> float | None:
    """Compute an arithmetic expression given as nested tuples (operator, left, right).

    Operators are '+', '-', '*' and '/'; anything else that is no tuple is a
    number. Returns None when there is a division by zero anywhere.

    >>> evaluate_tree(("+", 2, ("*", 3, 4)))
    14
    >>> evaluate_tree(("/", 1, 0))
    """
    if not isinstance(node, tuple):
        return node
    operator, left, right = node
    first = evaluate_tree(left)
    second = evaluate_tree(right)
    if first is None or second is None:
        return None
    if operator == "+":
        return first + second
    if operator == "-":
        return first - second
    if operator == "*":
        return first * second
    return first / second if second != 0 else None
`,
    `
assert evaluate_tree(("+", 2, ("*", 3, 4))) == 14
assert evaluate_tree(("/", 1, 0)) is None
assert evaluate_tree(5) == 5
assert evaluate_tree(("-", 2, 7)) == -5
assert evaluate_tree(("/", ("-", 9, 2), 2)) == 3.5
assert evaluate_tree(("*", ("/", 1, ("-", 4, 4)), 0)) is None
assert evaluate_tree(("+", 1, ("/", 3, 0))) is None
assert evaluate_tree(("-", ("-", 10, 3), ("-", 5, 1))) == 3
assert evaluate_tree(("/", 0, 5)) == 0
assert evaluate_tree(("/", 3, -2)) == -1.5
assert evaluate_tree(("*", 2, ("+", 1, 2))) == 6
assert evaluate_tree(("/", 6, ("-", 5, 2))) == 2
assert [evaluate_tree((sign, 0, 4)) for sign in "+-*/"] == [4, -4, 0, 0]
assert [evaluate_tree((sign, 4, 0)) for sign in "+-*/"] == [4, 4, 0, None]
`,
  ],
  [
    `
def tower_moves(disks: int, source: str, target: str, spare: str) -> list[str]:
    """List the moves that bring a tower of disks from one peg to another, as 'disk:from>to'.

    Disks are numbered from 1, the smallest, which lies on top. One disk moves
    at a time, and never onto a smaller one. For fewer than one disk there is
    nothing to move.

    >>> tower_moves(2, "a", "c", "b")
    ['1:a>b', '2:a>c', '1:b>c']
    >>> tower_moves(0, "a", "c", "b")
    []
    """
    if disks < 1:
        return []
    moves = tower_moves(disks - 1, source, spare, target)
    moves.append(f"{disks}:{source}>{target}")
    moves += tower_moves(disks - 1, spare, target, source)
    return moves
`,
    `
assert tower_moves(2, "a", "c", "b") == ["1:a>b", "2:a>c", "1:b>c"]
assert tower_moves(0, "a", "c", "b") == []
assert tower_moves(-1, "a", "c", "b") == []
assert tower_moves(1, "x", "y", "z") == ["1:x>y"]
assert tower_moves(3, "a", "c", "b")[:4] == ["1:a>c", "2:a>b", "1:c>b", "3:a>c"]
assert tower_moves(3, "a", "c", "b")[4:] == ["1:b>a", "2:b>c", "1:a>c"]
assert len(tower_moves(6, "p", "q", "r")) == 63
assert tower_moves(4, "1", "2", "3")[7] == "4:1>2"
`,
  ],
  [
    `
def same_mobile(first: object, second: object) -> bool:
    """Tell whether two mobiles are the same apart from turning their bars.

    A mobile is a weight or a bar, which is a tuple of the mobiles at its left
    and right end. Turning a bar exchanges its ends.

    >>> same_mobile((1, (2, 3)), ((3, 2), 1))
    True
    >>> same_mobile((1, (2, 3)), ((1, 2), 3))
    False
    """
    first_is_bar = isinstance(first, tuple)
    second_is_bar = isinstance(second, tuple)
    if not first_is_bar or not second_is_bar:
        return first_is_bar == second_is_bar and first == second
    left, right = first
    other_left, other_right = second
    if same_mobile(left, other_left) and same_mobile(right, other_right):
        return True
    return same_mobile(left, other_right) and same_mobile(right, other_left)
`,
    `
assert same_mobile((1, (2, 3)), ((3, 2), 1)) is True
assert same_mobile((1, (2, 3)), ((1, 2), 3)) is False
assert same_mobile(4, 4) is True
assert same_mobile(4, 5) is False
assert same_mobile(4, (4, 4)) is False
assert same_mobile((4, 4), 4) is False
assert same_mobile((1, 2), (1, 2)) is True
assert same_mobile((1, 2), (2, 1)) is True
assert same_mobile((1, 1), (1, 2)) is False
assert same_mobile((1, 2), (1, 1)) is False
assert same_mobile(((1, 2), (3, 4)), ((4, 3), (2, 1))) is True
assert same_mobile(((1, 2), (3, 4)), ((1, 3), (2, 4))) is False
assert same_mobile((2, 1), (3, 2)) is False
`,
  ],
]);
