import { topic } from "../exercise.ts";

/** Grids: moving around in them. */
export const gridWalks = topic("grids", [
  [
    `
def shortest_walk(rows: list[str], start: tuple[int, int], goal: tuple[int, int]) -> int:
    """Count the steps of a shortest walk between two (row, column) cells of a maze.

    A step goes one cell up, down, left or right; '#' is a wall. Returns 0 when
    start and goal are the same, and -1 when there is no way or when either of
    them is a wall.

    >>> shortest_walk(["..", "#."], (0, 0), (1, 1))
    2
    >>> shortest_walk([".#."], (0, 0), (0, 2))
    -1
    """
    if rows[start[0]][start[1]] == "#" or rows[goal[0]][goal[1]] == "#":
        return -1
    steps = 0
    seen = {start}
    frontier = [start]
    while frontier:
        if goal in frontier:
            return steps
        following = []
        for y, x in frontier:
            for cell in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                inside = 0 <= cell[0] < len(rows) and 0 <= cell[1] < len(rows[0])
                if inside and cell not in seen and rows[cell[0]][cell[1]] != "#":
                    seen.add(cell)
                    following.append(cell)
        frontier = following
        steps += 1
    return -1
`,
    `
assert shortest_walk(["..", "#."], (0, 0), (1, 1)) == 2
assert shortest_walk([".#."], (0, 0), (0, 2)) == -1
assert shortest_walk(["."], (0, 0), (0, 0)) == 0
assert shortest_walk(["#."], (0, 0), (0, 0)) == -1
assert shortest_walk([".#"], (0, 0), (0, 1)) == -1
assert shortest_walk(["#.."], (0, 0), (0, 2)) == -1
assert shortest_walk(["...", ".#.", "..."], (0, 0), (2, 2)) == 4
assert shortest_walk([".#...", ".#.#.", "...#."], (0, 0), (2, 4)) == 10
assert shortest_walk([".....", "####.", "....."], (2, 0), (0, 0)) == 10
assert shortest_walk(["...", "...", "..."], (2, 1), (0, 1)) == 2
assert shortest_walk(["....", "...."], (0, 0), (0, 3)) == 3
assert shortest_walk(["..#", ".#.", "..."], (2, 0), (1, 2)) == 3
assert shortest_walk(["..#", ".#.", "..."], (0, 2), (1, 2)) == -1
`,
  ],
  [
    `
def follow_arrows(rows: list[str], start: tuple[int, int]) -> tuple[int, bool]:
    """Walk over a grid of arrows '<', '>', '^' and 'v' from a (row, column) cell.

    Each arrow tells where to go next; any other cell stops the walk, and so
    does leaving the grid. Returns the number of different cells visited and
    whether the walk ran into a loop.

    >>> follow_arrows([">>."], (0, 0))
    (3, False)
    >>> follow_arrows(["><"], (0, 1))
    (2, True)
    """
    moves = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
    visited = set()
    y, x = start
    while 0 <= y < len(rows) and 0 <= x < len(rows[y]):
        if (y, x) in visited:
            return len(visited), True
        visited.add((y, x))
        move = moves.get(rows[y][x])
        if move is None:
            break
        y += move[0]
        x += move[1]
    return len(visited), False
`,
    `
assert follow_arrows([">>."], (0, 0)) == (3, False)
assert follow_arrows(["><"], (0, 1)) == (2, True)
assert follow_arrows(["."], (0, 0)) == (1, False)
assert follow_arrows(["<"], (0, 0)) == (1, False)
assert follow_arrows(["^"], (0, 0)) == (1, False)
assert follow_arrows([">"], (0, 0)) == (1, False)
assert follow_arrows([">v", "^<"], (1, 1)) == (4, True)
assert follow_arrows([">>v", ".v<", "..v"], (0, 0)) == (6, False)
assert follow_arrows(["v.", ">v", ".."], (0, 0)) == (4, False)
assert follow_arrows([".>"], (0, 5)) == (0, False)
`,
  ],
  [
    `
def painted_area(rows: list[str], row: int, column: int) -> list[str]:
    """Fill the area around a cell with '*', as a paint bucket does.

    The area is made of the cells with the same character as the start that
    are connected along edges. A start outside of the grid changes nothing.

    >>> painted_area(["aab", "aba"], 0, 0)
    ['**b', '*ba']
    >>> painted_area(["ab"], 0, 5)
    ['ab']
    """
    cells = [list(line) for line in rows]
    if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
        return rows[:]
    colour = rows[row][column]
    stack = [(row, column)]
    done = set()
    while stack:
        y, x = stack.pop()
        if (y, x) in done or y < 0 or x < 0:
            continue
        if y >= len(rows) or x >= len(rows[0]) or rows[y][x] != colour:
            continue
        done.add((y, x))
        cells[y][x] = "*"
        stack += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return ["".join(line) for line in cells]
`,
    `
assert painted_area(["aab", "aba"], 0, 0) == ["**b", "*ba"]
assert painted_area(["ab"], 0, 5) == ["ab"]
assert painted_area([], 0, 0) == []
assert painted_area(["a"], -1, 0) == ["a"]
assert painted_area(["ab"], 0, 2) == ["ab"]
assert painted_area(["ab"], 1, 0) == ["ab"]
assert painted_area(["a"], 0, 0) == ["*"]
assert painted_area(["aaa", "aba", "aaa"], 1, 1) == ["aaa", "a*a", "aaa"]
assert painted_area(["aaa", "aba", "aaa"], 2, 1) == ["***", "*b*", "***"]
assert painted_area(["ab", "ba"], 1, 1) == ["ab", "b*"]
assert painted_area(["..#.", ".##.", "#...", "..#."], 3, 3) == ["..#*", ".##*", "#***", "**#*"]
`,
  ],
  [
    `
def path_ends(moves: str, width: int, height: int) -> tuple[int, int]:
    """Follow moves on a board that wraps around at its edges, from the top left cell (0, 0).

    'R', 'L', 'D' and 'U' move by one cell; a number before a letter repeats
    it, as in '3R2D'. Other letters count as no move. Gives (column, row).

    >>> path_ends("3R2D", 5, 5)
    (3, 2)
    >>> path_ends("LU", 4, 3)
    (3, 2)
    """
    x = y = 0
    count = ""
    for letter in moves:
        if letter.isdigit():
            count += letter
            continue
        times = int(count) if count else 1
        count = ""
        if letter == "R":
            x += times
        elif letter == "L":
            x -= times
        elif letter == "D":
            y += times
        elif letter == "U":
            y -= times
    return x % width, y % height
`,
    `
assert path_ends("3R2D", 5, 5) == (3, 2)
assert path_ends("LU", 4, 3) == (3, 2)
assert path_ends("", 3, 3) == (0, 0)
assert path_ends("R", 1, 1) == (0, 0)
assert path_ends("12R", 5, 2) == (2, 0)
assert path_ends("0R4D", 7, 7) == (0, 4)
assert path_ends("5RL2U3D", 9, 9) == (4, 1)
assert path_ends("2x3R", 8, 8) == (3, 0)
assert path_ends("10L11U", 4, 6) == (2, 1)
assert path_ends("RRDD7", 6, 6) == (2, 2)
`,
  ],
]);
