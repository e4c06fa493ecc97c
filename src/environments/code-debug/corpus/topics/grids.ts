import { topic } from "../exercise.ts";

/** Grids: matrices, neighbours and groups of cells. */
export const grids = topic("grids", [
  [
    `
def rotate_ring(grid: list[list[int]], steps: int) -> list[list[int]]:
    """Shift the values on the outer border of a grid clockwise by steps places.

    The inside keeps its values. Negative steps shift counterclockwise. A grid
    with fewer than two rows or two columns is returned as a copy.

    >>> rotate_ring([[1, 2], [4, 3]], 1)
    [[4, 1], [3, 2]]
    >>> rotate_ring([[1, 2, 3], [8, 9, 4], [7, 6, 5]], -1)
    [[2, 3, 4], [1, 9, 5], [8, 7, 6]]
    """
    result = [row[:] for row in grid]
    if len(grid) < 2 or len(grid[0]) < 2:
        return result
    bottom = len(grid) - 1
    right = len(grid[0]) - 1
    ring = [(0, column) for column in range(right)]
    ring += [(row, right) for row in range(bottom)]
    ring += [(bottom, column) for column in range(right, 0, -1)]
    ring += [(row, 0) for row in range(bottom, 0, -1)]
    for place, (row, column) in enumerate(ring):
        new_row, new_column = ring[(place + steps) % len(ring)]
        result[new_row][new_column] = grid[row][column]
    return result
`,
    `
assert rotate_ring([[1, 2], [4, 3]], 1) == [[4, 1], [3, 2]]
assert rotate_ring([[1, 2, 3], [8, 9, 4], [7, 6, 5]], -1) == [[2, 3, 4], [1, 9, 5], [8, 7, 6]]
assert rotate_ring([[1, 2, 3], [8, 9, 4], [7, 6, 5]], 2) == [[7, 8, 1], [6, 9, 2], [5, 4, 3]]
assert rotate_ring([[1, 2, 3], [8, 9, 4], [7, 6, 5]], 8) == [[1, 2, 3], [8, 9, 4], [7, 6, 5]]
assert rotate_ring([[1, 2, 3], [6, 5, 4]], 7) == [[6, 1, 2], [5, 4, 3]]
assert rotate_ring([[1, 2], [6, 3], [5, 4]], 3) == [[4, 5], [3, 6], [2, 1]]
assert rotate_ring([[1, 2, 3]], 1) == [[1, 2, 3]]
assert rotate_ring([[1], [2], [3]], 1) == [[1], [2], [3]]
assert rotate_ring([], 4) == []
assert rotate_ring([[0, 1], [0, 0]], 1) == [[0, 0], [0, 1]]
assert rotate_ring([[3], [1]], -5) == [[3], [1]]
assert rotate_ring([[1, 2, 3]], -1) == [[1, 2, 3]]
`,
  ],
  [
    `
def count_islands(rows: list[str]) -> int:
    """Count the groups of '#' cells that touch along an edge.

    Cells that only touch at a corner belong to different groups. Rows are
    equally long strings; anything but '#' is water.

    >>> count_islands(["##.", "..#"])
    2
    >>> count_islands([])
    0
    """
    land = set()
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == "#":
                land.add((y, x))
    islands = 0
    while land:
        islands += 1
        stack = [land.pop()]
        while stack:
            y, x = stack.pop()
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if near in land:
                    land.remove(near)
                    stack.append(near)
    return islands
`,
    `
assert count_islands(["##.", "..#"]) == 2
assert count_islands([]) == 0
assert count_islands(["..."]) == 0
assert count_islands(["#"]) == 1
assert count_islands(["#.#", "###"]) == 1
assert count_islands(["#.#", ".#.", "#.#"]) == 5
assert count_islands(["####", "#..#", "####"]) == 1
assert count_islands(["####", "#..#", "#.##", "..#.", "#..#"]) == 3
assert count_islands(["#..", "#..", "..#", "#.#"]) == 3
assert count_islands(["#.#.#", "#.#.#", "#####", "#.#.#", "#.#.#"]) == 1
assert count_islands(["#####", "..#..", "#####", "..#..", "#####"]) == 1
`,
  ],
  [
    `
def spiral_order(grid: list[list[int]]) -> list[int]:
    """List the values of a grid clockwise along a spiral from the top left corner inwards.

    >>> spiral_order([[1, 2, 3], [4, 5, 6]])
    [1, 2, 3, 6, 5, 4]
    >>> spiral_order([])
    []
    """
    values = []
    top, bottom = 0, len(grid) - 1
    left, right = 0, len(grid[0]) - 1 if grid else -1
    while top <= bottom and left <= right:
        for column in range(left, right + 1):
            values.append(grid[top][column])
        for row in range(top + 1, bottom + 1):
            values.append(grid[row][right])
        if top < bottom and left < right:
            for column in range(right - 1, left - 1, -1):
                values.append(grid[bottom][column])
            for row in range(bottom - 1, top, -1):
                values.append(grid[row][left])
        top += 1
        bottom -= 1
        left += 1
        right -= 1
    return values
`,
    `
assert spiral_order([[1, 2, 3], [4, 5, 6]]) == [1, 2, 3, 6, 5, 4]
assert spiral_order([]) == []
assert spiral_order([[7]]) == [7]
assert spiral_order([[1], [2], [3]]) == [1, 2, 3]
assert spiral_order([[1, 2, 3]]) == [1, 2, 3]
assert spiral_order([[1, 2], [3, 4], [5, 6]]) == [1, 2, 4, 6, 5, 3]
assert spiral_order([[1, 2, 3], [4, 5, 6], [7, 8, 9]]) == [1, 2, 3, 6, 9, 8, 7, 4, 5]
assert spiral_order([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]) == [1, 2, 3, 4, 8, 12, 11, 10, 9, 5, 6, 7]
assert spiral_order([[], []]) == []
`,
  ],
  [
    `
def next_generation(rows: list[str]) -> list[str]:
    """Advance Conway's game of life by one step.

    '#' is a living cell, '.' a dead one; all cells outside are dead. A living
    cell stays alive with two or three living neighbours out of eight, a dead
    one comes alive with exactly three.

    >>> next_generation(["...", "###", "..."])
    ['.#.', '.#.', '.#.']
    >>> next_generation(["#"])
    ['.']
    """
    result = []
    for y, row in enumerate(rows):
        line = ""
        for x, cell in enumerate(row):
            alive = 0
            for near_y in range(max(y - 1, 0), min(y + 2, len(rows))):
                alive += rows[near_y][max(x - 1, 0):x + 2].count("#")
            if cell == "#":
                alive -= 1
            if alive == 3 or (alive == 2 and cell == "#"):
                line += "#"
            else:
                line += "."
        result.append(line)
    return result
`,
    `
assert next_generation(["...", "###", "..."]) == [".#.", ".#.", ".#."]
assert next_generation([]) == []
assert next_generation(["#"]) == ["."]
assert next_generation(["##", "##"]) == ["##", "##"]
assert next_generation(["##", "#."]) == ["##", "##"]
assert next_generation([".##.", "#..#", ".##."]) == [".##.", "#..#", ".##."]
assert next_generation(["###", "###", "###"]) == ["#.#", "...", "#.#"]
assert next_generation([".#..", "..#.", "###.", "...."]) == ["....", "#.#.", ".##.", ".#.."]
assert next_generation(["####"]) == [".##."]
assert next_generation(["#", "#", "#"]) == [".", "#", "."]
`,
  ],
  [
    `
def saddle_points(grid: list[list[int]]) -> list[tuple[int, int]]:
    """Find the (row, column) places whose value is largest in its row and smallest in its column.

    Ties count. The places are given row by row, from left to right.

    >>> saddle_points([[9, 8, 7], [5, 3, 2], [6, 6, 7]])
    [(1, 0)]
    >>> saddle_points([[1, 2], [4, 3]])
    [(0, 1)]
    """
    if not grid:
        return []
    lowest = [min(row[column] for row in grid) for column in range(len(grid[0]))]
    places = []
    for y, row in enumerate(grid):
        highest = max(row, default=0)
        for x, value in enumerate(row):
            if value == highest and value == lowest[x]:
                places.append((y, x))
    return places
`,
    `
assert saddle_points([[9, 8, 7], [5, 3, 2], [6, 6, 7]]) == [(1, 0)]
assert saddle_points([]) == []
assert saddle_points([[]]) == []
assert saddle_points([[4]]) == [(0, 0)]
assert saddle_points([[1, 2, 3], [3, 1, 2], [2, 3, 1]]) == []
assert saddle_points([[4, 5, 4], [3, 5, 5], [1, 5, 4]]) == [(0, 1), (1, 1), (2, 1)]
assert saddle_points([[7, 7], [7, 7]]) == [(0, 0), (0, 1), (1, 0), (1, 1)]
assert saddle_points([[-3, -1, -2]]) == [(0, 1)]
assert saddle_points([[2], [0], [5], [0]]) == [(1, 0), (3, 0)]
assert saddle_points([[8, 7, 10, 7, 9], [8, 7, 13, 7, 9]]) == [(0, 2)]
`,
  ],
  [
    `
def block_sums(grid: list[list[int]], size: int) -> list[list[int]]:
    """Sum a grid over square blocks of the given size.

    Blocks start at the top left corner; those at the right and bottom edge
    may be cut off. A size below 1 gives an empty list.

    >>> block_sums([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2)
    [[12, 9], [15, 9]]
    >>> block_sums([], 3)
    []
    """
    if size < 1:
        return []
    if not grid:
        return []
    height, width = len(grid), len(grid[0])
    sums = []
    for top in range(0, height, size):
        line = []
        for left in range(0, width, size):
            total = 0
            for row in grid[top:top + size]:
                total += sum(row[left:left + size])
            line.append(total)
        sums.append(line)
    return sums
`,
    `
assert block_sums([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2) == [[12, 9], [15, 9]]
assert block_sums([], 3) == []
assert block_sums([[1, 2], [3, 4]], 1) == [[1, 2], [3, 4]]
assert block_sums([[1, 2], [3, 4]], 2) == [[10]]
assert block_sums([[1, 2], [3, 4]], 5) == [[10]]
assert block_sums([[1, 2, 3, 4, 5]], 2) == [[3, 7, 5]]
assert block_sums([[1], [-2], [3], [-4]], 3) == [[2], [-4]]
assert block_sums([[1, 0, 2, 0], [0, 1, 0, 2], [3, 0, 4, 0], [0, 3, 0, 4]], 2) == [[2, 4], [6, 8]]
assert block_sums([[5, 5, 5], [5, 5, 5]], 3) == [[30]]
assert block_sums([[1]], 0) == []
assert block_sums([[1], [2]], -1) == []
`,
  ],
  [
    `
def drop_stones(rows: list[str]) -> list[str]:
    """Let every round stone 'o' fall straight down until it rests.

    A stone rests on the bottom, on a wall '#' or on another stone; '.' is air.

    >>> drop_stones(["o.o", "...", ".#."])
    ['...', '...', 'o#o']
    >>> drop_stones(["o", "#", "."])
    ['o', '#', '.']
    """
    if not rows:
        return []
    cells = [list(row) for row in rows]
    for column in range(len(rows[0])):
        free = len(rows) - 1
        for row in range(len(rows) - 1, -1, -1):
            if cells[row][column] == "#":
                free = row - 1
            elif cells[row][column] == "o":
                cells[row][column] = "."
                cells[free][column] = "o"
                free -= 1
    return ["".join(line) for line in cells]
`,
    `
assert drop_stones(["o.o", "...", ".#."]) == ["...", "...", "o#o"]
assert drop_stones([]) == []
assert drop_stones(["o.#"]) == ["o.#"]
assert drop_stones(["o", "o", "."]) == [".", "o", "o"]
assert drop_stones(["o", "#", "."]) == ["o", "#", "."]
assert drop_stones(["o", ".", "#", "o", "."]) == [".", "o", "#", ".", "o"]
assert drop_stones(["oo", ".o", "#.", ".."]) == ["..", "o.", "#o", ".o"]
assert drop_stones(["o", ".", "o", ".", "#", "o"]) == [".", ".", "o", "o", "#", "o"]
assert drop_stones(["###", "ooo", "..."]) == ["###", "...", "ooo"]
`,
  ],
]);
