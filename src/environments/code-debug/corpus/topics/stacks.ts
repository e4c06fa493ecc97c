import { topic } from "../exercise.ts";

/** Stacks: brackets, undoing and what is still open. */
export const stacks = topic("stacks-and-queues", [
  [
    `
def first_mismatch(text: str) -> int:
    """Find the position where the brackets of a text stop making sense.

    That is the first closing bracket that does not close the bracket opened
    last, or, if there is no such, the last bracket that is never closed.
    Brackets are (), [], {} and <>. Returns -1 where all is well.

    >>> first_mismatch("f(a[1)")
    5
    >>> first_mismatch("((x)")
    0
    """
    opening = {")": "(", "]": "[", "}": "{", ">": "<"}
    stack = []
    for position, letter in enumerate(text):
        if letter in opening.values():
            stack.append((letter, position))
        elif letter in opening:
            if not stack or stack[-1][0] != opening[letter]:
                return position
            stack.pop()
    return stack[-1][1] if stack else -1
`,
    `
assert first_mismatch("f(a[1)") == 5
assert first_mismatch("((x)") == 0
assert first_mismatch("") == -1
assert first_mismatch("plain") == -1
assert first_mismatch("{[<()>]}") == -1
assert first_mismatch(")") == 0
assert first_mismatch("ab]") == 2
assert first_mismatch("((") == 1
assert first_mismatch("<a>b)") == 4
assert first_mismatch("[({})](") == 6
assert first_mismatch("(]") == 1
assert first_mismatch("x{y(z") == 3
`,
  ],
  [
    `
def apply_edits(edits: list[str]) -> str:
    """Replay the edits of a text field that starts empty, and give its text.

    'type TEXT' adds TEXT at the end, 'back N' takes the last N letters away,
    'undo' takes back the last edit that is not undone, 'redo' does the last
    undone edit again. Typing and deleting end the chance to redo. Undo and
    redo without anything to do change nothing.

    >>> apply_edits(["type abc", "back 1", "undo"])
    'abc'
    >>> apply_edits(["type a", "type b", "undo", "redo"])
    'ab'
    """
    text = ""
    undone = []
    history = []
    for edit in edits:
        command, _, argument = edit.partition(" ")
        if command == "undo":
            if history:
                undone.append(text)
                text = history.pop()
        elif command == "redo":
            if undone:
                history.append(text)
                text = undone.pop()
        else:
            history.append(text)
            undone = []
            text = text + argument if command == "type" else text[:max(len(text) - int(argument), 0)]
    return text
`,
    `
assert apply_edits(["type abc", "back 1", "undo"]) == "abc"
assert apply_edits(["type a", "type b", "undo", "redo"]) == "ab"
assert apply_edits([]) == ""
assert apply_edits(["undo", "redo"]) == ""
assert apply_edits(["type x y", "type  z"]) == "x y z"
assert apply_edits(["type abc", "back 5"]) == ""
assert apply_edits(["type abc", "back 0", "undo", "undo"]) == ""
assert apply_edits(["type a", "type b", "undo", "type c", "redo"]) == "ac"
assert apply_edits(["type a", "type b", "type c", "undo", "undo", "redo"]) == "ab"
assert apply_edits(["type a", "undo", "redo", "undo", "redo", "redo"]) == "a"
assert apply_edits(["type hello", "back 2", "type p", "undo", "undo", "redo"]) == "hel"
assert apply_edits(["type ab", "undo", "back 1", "undo", "undo"]) == ""
assert apply_edits(["type a", "type b", "type c", "undo", "undo", "redo", "undo"]) == "a"
assert apply_edits(["type  A b ", "back 0"]) == " A b "
`,
  ],
  [
    `
def next_warmer(temperatures: list[int]) -> list[int]:
    """Tell for every day how many days pass until it is warmer than on that day.

    0 stands for days after which it never gets warmer.

    >>> next_warmer([20, 18, 19, 23])
    [3, 1, 1, 0]
    >>> next_warmer([5, 5])
    [0, 0]
    """
    waits = [0] * len(temperatures)
    open_days = []
    for day, temperature in enumerate(temperatures):
        while open_days and temperatures[open_days[-1]] < temperature:
            earlier = open_days.pop()
            waits[earlier] = day - earlier
        open_days.append(day)
    return waits
`,
    `
assert next_warmer([20, 18, 19, 23]) == [3, 1, 1, 0]
assert next_warmer([5, 5]) == [0, 0]
assert next_warmer([]) == []
assert next_warmer([-3]) == [0]
assert next_warmer([1, 2, 3]) == [1, 1, 0]
assert next_warmer([3, 2, 1]) == [0, 0, 0]
assert next_warmer([5, 5, 6]) == [2, 1, 0]
assert next_warmer([-4, -9, -9, -6, 0, -1]) == [4, 2, 1, 1, 0, 0]
assert next_warmer([30, 10, 20, 10, 25, 30, 31]) == [6, 1, 2, 1, 1, 1, 0]
`,
  ],
  [
    `
def simplify_path(path: str) -> str:
    """Simplify a path: leave out empty steps and '.', and let '..' take back the step before it.

    In an absolute path, one that begins with '/', '..' at the top is left out;
    in a relative one it stays. The empty relative path is '.'.

    >>> simplify_path("/a/./b//../c/")
    '/a/c'
    >>> simplify_path("x/../../y")
    '../y'
    """
    absolute = path.startswith("/")
    steps = []
    for step in path.split("/"):
        if step == "" or step == ".":
            continue
        if step != "..":
            steps.append(step)
        elif steps and steps[-1] != "..":
            steps.pop()
        elif not absolute:
            steps.append("..")
    joined = "/".join(steps)
    if absolute:
        return "/" + joined
    return joined or "."
`,
    `
assert simplify_path("/a/./b//../c/") == "/a/c"
assert simplify_path("x/../../y") == "../y"
assert simplify_path("") == "."
assert simplify_path("/") == "/"
assert simplify_path("/..") == "/"
assert simplify_path("a/..") == "."
assert simplify_path("../..") == "../.."
assert simplify_path("/../a/../../b") == "/b"
assert simplify_path("./a/.b/...") == "a/.b/..."
assert simplify_path("a/b/c/../../d/./") == "a/d"
assert simplify_path("//x//y") == "/x/y"
`,
  ],
  [
    `
def decode_repeats(text: str) -> str:
    """Write out repeats such as '3[ab]', which stands for 'ababab'; they may be nested.

    Letters outside of brackets stand for themselves. A bracket without a number
    is taken once. Brackets always match.

    >>> decode_repeats("2[a3[b]]c")
    'abbbabbbc'
    >>> decode_repeats("x[y]")
    'xy'
    """
    stack = []
    current = ""
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        elif letter == "[":
            stack.append((current, int(digits) if digits else 1))
            current = ""
            digits = ""
        elif letter == "]":
            before, times = stack.pop()
            current = before + current * times
        else:
            current += letter
    return current
`,
    `
assert decode_repeats("2[a3[b]]c") == "abbbabbbc"
assert decode_repeats("x[y]") == "xy"
assert decode_repeats("") == ""
assert decode_repeats("abc") == "abc"
assert decode_repeats("0[a]b") == "b"
assert decode_repeats("12[-]") == "------------"
assert decode_repeats("3[]z") == "z"
assert decode_repeats("2[x]3[y]") == "xxyyy"
assert decode_repeats("p2[q2[r]s]t") == "pqrrsqrrst"
assert decode_repeats("2[2[2[!]]]") == "!!!!!!!!"
assert decode_repeats("[2[a]b]") == "aab"
`,
  ],
  [
    `
def visible_skyline(heights: list[int]) -> list[int]:
    """List the positions of the houses whose roof can be seen from the far right.

    A house is hidden by any house to the right of it that is at least as tall.
    Positions are in rising order.

    >>> visible_skyline([4, 2, 3, 1])
    [0, 2, 3]
    >>> visible_skyline([2, 2])
    [1]
    """
    stack = []
    for position, height in enumerate(heights):
        while stack and heights[stack[-1]] <= height:
            stack.pop()
        stack.append(position)
    return stack
`,
    `
assert visible_skyline([4, 2, 3, 1]) == [0, 2, 3]
assert visible_skyline([2, 2]) == [1]
assert visible_skyline([]) == []
assert visible_skyline([7]) == [0]
assert visible_skyline([1, 2, 3]) == [2]
assert visible_skyline([3, 2, 1]) == [0, 1, 2]
assert visible_skyline([5, 1, 5, 1, 4, 4, 0]) == [2, 5, 6]
assert visible_skyline([9, 3, 8, 2, 8, 1]) == [0, 4, 5]
assert visible_skyline([0, -1, -1]) == [0, 2]
`,
  ],
  [
    `
def largest_poster(heights: list[int]) -> int:
    """Find the largest rectangular area on a wall made of neighbouring boards of the given heights.

    Boards are one wide and stand on the ground side by side.

    >>> largest_poster([2, 1, 3, 3])
    6
    >>> largest_poster([])
    0
    """
    best = 0
    rising = []
    for position, height in enumerate(heights + [0]):
        start = position
        while rising and rising[-1][1] >= height:
            start, tall = rising.pop()
            best = max(best, tall * (position - start))
        rising.append((start, height))
    return best
`,
    `
assert largest_poster([2, 1, 3, 3]) == 6
assert largest_poster([]) == 0
assert largest_poster([4]) == 4
assert largest_poster([0, 0]) == 0
assert largest_poster([1, 2, 3, 4]) == 6
assert largest_poster([4, 3, 2, 1]) == 6
assert largest_poster([2, 2, 2]) == 6
assert largest_poster([5, 0, 4]) == 5
assert largest_poster([3, 1, 1, 1, 1]) == 5
assert largest_poster([2, 1, 5, 6, 2, 3]) == 10
assert largest_poster([6, 7, 5, 2, 4, 5, 9, 3]) == 16
`,
  ],
  [
    `
def to_postfix(tokens: list[str]) -> list[str]:
    """Bring an expression into the order in which a stack machine computes it.

    '^' binds more strongly than '*' and '/', and they more than '+' and '-'.
    '^' groups from the right, the others from the left. Round brackets are
    followed and left out; they always match. All other tokens are values.

    >>> to_postfix(["a", "+", "b", "*", "c"])
    ['a', 'b', 'c', '*', '+']
    >>> to_postfix(["(", "a", "+", "b", ")", "*", "c"])
    ['a', 'b', '+', 'c', '*']
    """
    strength = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
    output = []
    waiting = []
    for token in tokens:
        if token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                output.append(waiting.pop())
            waiting.pop()
        elif token in strength:
            least = strength[token] + (1 if token == "^" else 0)
            while waiting and strength.get(waiting[-1], 0) >= least:
                output.append(waiting.pop())
            waiting.append(token)
        else:
            output.append(token)
    return output + waiting[::-1]
`,
    `
assert to_postfix(["a", "+", "b", "*", "c"]) == ["a", "b", "c", "*", "+"]
assert to_postfix(["(", "a", "+", "b", ")", "*", "c"]) == ["a", "b", "+", "c", "*"]
assert to_postfix([]) == []
assert to_postfix(["7"]) == ["7"]
assert to_postfix(["(", "(", "x", ")", ")"]) == ["x"]
assert " ".join(to_postfix("a - b - c".split())) == "a b - c -"
assert " ".join(to_postfix("a ^ b ^ c".split())) == "a b c ^ ^"
assert " ".join(to_postfix("a * b ^ c / d".split())) == "a b c ^ * d /"
assert " ".join(to_postfix("a / b + c - d".split())) == "a b / c + d -"
assert " ".join(to_postfix("a - ( b - ( c + d ) * e )".split())) == "a b c d + e * - -"
assert " ".join(to_postfix("2 ^ ( 1 + 1 ) * 3".split())) == "2 1 1 + ^ 3 *"
assert " ".join(to_postfix("a / b * c / d * e".split())) == "a b / c * d / e *"
assert " ".join(to_postfix("a ^ b * c + d ^ e".split())) == "a b ^ c * d e ^ +"
assert to_postfix(["x1", "*", "y2"]) == ["x1", "y2", "*"]
`,
  ],
]);
