import { topic } from "../exercise.ts";

/** Grids: what their cells have around them. */
export const gridViews = topic("grids", [
  [
    `
def visible_from_left(heights: list[list[int]]) -> int:
    """Count the trees that can be seen when looking along each row from its left end.

    A tree is seen when it is taller than all trees before it in its row; of
    equal trees only the first is seen. Heights below 1 are gaps, not trees.

    >>> visible_from_left([[1, 3, 2, 3, 5]])
    3
    >>> visible_from_left([[0, 0], [2, 2]])
    1
    """
    seen = 0
    for row in heights:
        tallest = 0
        for height in row:
            if height > tallest:
                seen += 1
                tallest = height
    return seen
`,
    `
assert visible_from_left([[1, 3, 2, 3, 5]]) == 3
assert visible_from_left([]) == 0
assert visible_from_left([[], []]) == 0
assert visible_from_left([[1], [1], [0]]) == 2
assert visible_from_left([[0, 1, 0, 1, 2]]) == 2
assert visible_from_left([[4, 3, 2, 1]]) == 1
assert visible_from_left([[1, 2, 3, 4], [4, 4, 4, 5]]) == 6
assert visible_from_left([[-1, 0, -2]]) == 0
assert visible_from_left([[3, 1, 2, 4], [2, 1], [9]]) == 4
`,
  ],
  [
    `
def largest_square(rows: list[str]) -> int:
    """Find the side of the largest square that consists of '#' only.

    >>> largest_square(["##.", "###", ".##"])
    2
    >>> largest_square(["..."])
    0
    """
    best = 0
    above = []
    for row in rows:
        sides = []
        for x, cell in enumerate(row):
            if cell != "#":
                sides.append(0)
            elif x == 0 or not above:
                sides.append(1)
            else:
                sides.append(min(sides[x - 1], above[x - 1], above[x]) + 1)
        best = max([best] + sides)
        above = sides
    return best
`,
    `
assert largest_square(["##.", "###", ".##"]) == 2
assert largest_square([]) == 0
assert largest_square(["..."]) == 0
assert largest_square([".#."]) == 1
assert largest_square(["####"]) == 1
assert largest_square(["#", "#", "#"]) == 1
assert largest_square(["###", "###", "###"]) == 3
assert largest_square(["###", "#.#", "###"]) == 1
assert largest_square([".####", ".####", "#####", "##..#"]) == 3
assert largest_square(["##...", "##...", "..##.", "..##."]) == 2
assert largest_square(["..##", "..##", "####", "####"]) == 2
`,
  ],
  [
    `
def rook_reach(rows: list[str], row: int, column: int) -> int:
    """Count the squares a rook can move to from its place on a board.

    '.' is a free square, '#' one of its own pieces, which blocks it, and 'x'
    a piece of the opponent, which it can take but not pass. What stands on the
    rook's own square does not matter.

    >>> rook_reach(["...", "...", "..."], 1, 1)
    4
    >>> rook_reach(["..x.", "#..."], 0, 0)
    2
    """
    reach = 0
    for step_y, step_x in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        y, x = row + step_y, column + step_x
        while 0 <= y < len(rows) and 0 <= x < len(rows[0]):
            if rows[y][x] == "#":
                break
            reach += 1
            if rows[y][x] == "x":
                break
            y += step_y
            x += step_x
    return reach
`,
    `
assert rook_reach(["...", "...", "..."], 1, 1) == 4
assert rook_reach(["..x.", "#..."], 0, 0) == 2
assert rook_reach(["."], 0, 0) == 0
assert rook_reach(["...."], 0, 3) == 3
assert rook_reach([".", ".", "."], 0, 0) == 2
assert rook_reach(["#x#"], 0, 1) == 0
assert rook_reach(["x.x", ".#.", "x.x"], 0, 1) == 2
assert rook_reach(["..#..", ".....", "x....", "..x.."], 2, 2) == 6
assert rook_reach(["....", "....", "....", "x..."], 3, 0) == 6
`,
  ],
  [
    `
def mine_hints(rows: list[str]) -> list[str]:
    """Replace every '.' of a minefield by the number of mines '*' on its up to eight neighbours.

    A cell without mines around it stays '.'; mines stay as they are.

    >>> mine_hints(["*.", ".."])
    ['*1', '11']
    >>> mine_hints(["*..."])
    ['*1..']
    """
    hints = []
    for y, row in enumerate(rows):
        line = []
        for x, cell in enumerate(row):
            if cell == "*":
                line.append("*")
                continue
            mines = 0
            for step_y in (-1, 0, 1):
                for step_x in (-1, 0, 1):
                    inside = 0 <= y + step_y < len(rows) and 0 <= x + step_x < len(row)
                    if inside and rows[y + step_y][x + step_x] == "*":
                        mines += 1
            line.append(str(mines) if mines > 0 else ".")
        hints.append("".join(line))
    return hints
`,
    `
assert mine_hints(["*.", ".."]) == ["*1", "11"]
assert mine_hints(["*..."]) == ["*1.."]
assert mine_hints([]) == []
assert mine_hints(["...", "..."]) == ["...", "..."]
assert mine_hints(["**", "**"]) == ["**", "**"]
assert mine_hints(["***", "*.*", "***"]) == ["***", "*8*", "***"]
assert mine_hints([".", "*", ".", "."]) == ["1", "*", "1", "."]
assert mine_hints([".*.*", "....", "*..."]) == ["1*2*", "2221", "*1.."]
assert mine_hints(["...*", "...."]) == ["..1*", "..11"]
`,
  ],
]);
