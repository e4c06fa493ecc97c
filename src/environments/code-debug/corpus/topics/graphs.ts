import { topic } from "../exercise.ts";

/** Graphs: reach, order, groups and costs. */
export const graphs = topic("graphs", [
  [
    `
from collections import deque


def hop_counts(links: dict[str, list[str]], start: str) -> dict[str, int]:
    """Count the fewest links from a start to every node that can be reached.

    Links go one way. A node that is only ever a target has no links of its own.

    >>> hop_counts({"a": ["b", "c"], "b": ["d"]}, "a")
    {'a': 0, 'b': 1, 'c': 1, 'd': 2}
    >>> hop_counts({"a": ["b"]}, "b")
    {'b': 0}
    """
    hops = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for target in links.get(node, []):
            if target not in hops:
                hops[target] = hops[node] + 1
                queue.append(target)
    return hops
`,
    `
assert hop_counts({"a": ["b", "c"], "b": ["d"]}, "a") == {"a": 0, "b": 1, "c": 1, "d": 2}
assert hop_counts({"a": ["b"]}, "b") == {"b": 0}
assert hop_counts({}, "x") == {"x": 0}
assert hop_counts({"a": ["a"]}, "a") == {"a": 0}
assert hop_counts({"a": ["b"], "b": ["a"], "c": ["a"]}, "a") == {"a": 0, "b": 1}
assert hop_counts({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["a"]}, "c") == {"c": 0, "d": 1, "a": 2, "b": 3}
assert hop_counts({"s": ["a", "t"], "a": ["b"], "b": ["t"], "t": ["u"]}, "s")["u"] == 2
assert hop_counts({"s": ["a", "b"], "a": ["c"], "c": ["d"], "b": ["d"]}, "s")["d"] == 2
assert list(hop_counts({"s": ["z", "a"], "z": ["m"], "a": ["k"]}, "s")) == ["s", "z", "a", "m", "k"]
`,
  ],
  [
    `
def build_order(needs: dict[str, list[str]]) -> list[str]:
    """Order packages so that each comes after all that it needs.

    Wherever several could come next, the alphabetically first one does. A
    package that is only needed by others needs nothing. Returns an empty list
    when packages need each other in a circle.

    >>> build_order({"app": ["lib", "log"], "log": ["lib"]})
    ['lib', 'log', 'app']
    >>> build_order({"a": ["b"], "b": ["a"]})
    []
    """
    missing = {name: set(required) for name, required in needs.items()}
    for required in needs.values():
        for name in required:
            missing.setdefault(name, set())
    order = []
    while missing:
        ready = [name for name in missing if not missing[name]]
        if not ready:
            return []
        chosen = min(ready)
        order.append(chosen)
        del missing[chosen]
        for required in missing.values():
            required.discard(chosen)
    return order
`,
    `
assert build_order({"app": ["lib", "log"], "log": ["lib"]}) == ["lib", "log", "app"]
assert build_order({"a": ["b"], "b": ["a"]}) == []
assert build_order({}) == []
assert build_order({"a": ["a"]}) == []
assert build_order({"c": [], "a": [], "b": []}) == ["a", "b", "c"]
assert build_order({"a": ["z"]}) == ["z", "a"]
assert build_order({"a": ["z", "z"], "b": []}) == ["b", "z", "a"]
assert build_order({"d": ["b", "c"], "b": ["a"], "c": ["a"]}) == ["a", "b", "c", "d"]
assert build_order({"a": ["d"], "b": [], "c": ["b"], "d": ["c"]}) == ["b", "c", "d", "a"]
assert build_order({"x": [], "a": ["b"], "b": ["c"], "c": ["a"]}) == []
`,
  ],
  [
    `
def connected_groups(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """Divide numbers into groups that are connected through pairs.

    A pair of equal numbers makes a group of one, if nothing else connects it.
    Each group is sorted, and the groups are sorted by their smallest number.

    >>> connected_groups([(4, 2), (1, 5), (2, 7)])
    [[1, 5], [2, 4, 7]]
    >>> connected_groups([(3, 3)])
    [[3]]
    """
    groups = []
    for one, other in pairs:
        joined = {one, other}
        apart = []
        for group in groups:
            if one in group or other in group:
                joined |= group
            else:
                apart.append(group)
        groups = apart + [joined]
    return sorted(sorted(group) for group in groups)
`,
    `
assert connected_groups([(4, 2), (1, 5), (2, 7)]) == [[1, 5], [2, 4, 7]]
assert connected_groups([(3, 3)]) == [[3]]
assert connected_groups([]) == []
assert connected_groups([(1, 2), (2, 1), (1, 2)]) == [[1, 2]]
assert connected_groups([(1, 2), (3, 4), (2, 3)]) == [[1, 2, 3, 4]]
assert connected_groups([(9, 9), (1, 9), (4, 4)]) == [[1, 9], [4]]
assert connected_groups([(-1, 0), (5, -7), (0, 8)]) == [[-7, 5], [-1, 0, 8]]
assert connected_groups([(1, 2), (3, 4), (5, 6), (6, 1)]) == [[1, 2, 5, 6], [3, 4]]
assert connected_groups([(10, 20), (5, 5), (20, 5)]) == [[5, 10, 20]]
`,
  ],
  [
    `
def cheapest_trip(roads: list[tuple[str, str, int]], start: str, goal: str) -> int:
    """Give the lowest total cost of a trip along one-way roads (from, to, cost).

    Costs are not negative. Returns 0 when start and goal are the same and -1
    when there is no way.

    >>> cheapest_trip([("a", "b", 4), ("a", "c", 1), ("c", "b", 2)], "a", "b")
    3
    >>> cheapest_trip([("a", "b", 4)], "b", "a")
    -1
    """
    costs = {start: 0}
    done = set()
    while len(done) < len(costs):
        town = min((name for name in costs if name not in done), key=costs.get)
        if town == goal:
            return costs[town]
        done.add(town)
        for source, target, cost in roads:
            if source != town:
                continue
            total = costs[town] + cost
            if target not in costs or total < costs[target]:
                costs[target] = total
    return -1
`,
    `
assert cheapest_trip([("a", "b", 4), ("a", "c", 1), ("c", "b", 2)], "a", "b") == 3
assert cheapest_trip([("a", "b", 4)], "b", "a") == -1
assert cheapest_trip([], "a", "a") == 0
assert cheapest_trip([], "a", "b") == -1
assert cheapest_trip([("a", "a", 5)], "a", "a") == 0
assert cheapest_trip([("a", "b", 7), ("a", "b", 3), ("a", "b", 5)], "a", "b") == 3
assert cheapest_trip([("a", "b", 0), ("b", "c", 0)], "a", "c") == 0
assert cheapest_trip([("a", "b", 1), ("b", "c", 1), ("c", "d", 1), ("a", "d", 4)], "a", "d") == 3
assert cheapest_trip([("a", "b", 9), ("b", "a", 1), ("b", "c", 2), ("a", "c", 20)], "a", "c") == 11
assert cheapest_trip([("s", "x", 1), ("x", "y", 5), ("s", "y", 2), ("y", "g", 3), ("x", "g", 9)], "s", "g") == 5
`,
  ],
  [
    `
def two_teams(size: int, rivals: list[tuple[int, int]]) -> list[int] | None:
    """Divide players 0 to size - 1 into teams 0 and 1 so that no two rivals share a team.

    Of each group of players connected by rivalry, the lowest number plays in
    team 0. Returns the team of every player, or None where it cannot be done.

    >>> two_teams(4, [(0, 1), (1, 2)])
    [0, 1, 0, 0]
    >>> two_teams(3, [(0, 1), (1, 2), (2, 0)])
    """
    teams = [-1] * size
    for player in range(size):
        if teams[player] >= 0:
            continue
        teams[player] = 0
        waiting = [player]
        while waiting:
            current = waiting.pop()
            for pair in rivals:
                if current not in pair:
                    continue
                other = pair[1] if pair[0] == current else pair[0]
                if teams[other] == teams[current]:
                    return None
                if teams[other] < 0:
                    teams[other] = 1 - teams[current]
                    waiting.append(other)
    return teams
`,
    `
assert two_teams(4, [(0, 1), (1, 2)]) == [0, 1, 0, 0]
assert two_teams(3, [(0, 1), (1, 2), (2, 0)]) is None
assert two_teams(0, []) == []
assert two_teams(2, []) == [0, 0]
assert two_teams(2, [(1, 1)]) is None
assert two_teams(2, [(1, 0), (0, 1)]) == [0, 1]
assert two_teams(5, [(4, 2), (3, 1)]) == [0, 0, 0, 1, 1]
assert two_teams(4, [(0, 3), (3, 1), (1, 2), (2, 0)]) == [0, 0, 1, 1]
assert two_teams(6, [(0, 1), (2, 3), (3, 4), (4, 5), (5, 2)]) == [0, 1, 0, 1, 0, 1]
assert two_teams(6, [(0, 1), (3, 4), (4, 5), (5, 3)]) is None
`,
  ],
  [
    `
def ways_down(links: dict[str, list[str]], start: str, goal: str) -> int:
    """Count the different ways from start to goal in a network of slopes without circles.

    Slopes go one way; two slopes between the same places are two ways. There
    is one way from a place to itself.

    >>> ways_down({"top": ["left", "right"], "left": ["end"], "right": ["end"]}, "top", "end")
    2
    >>> ways_down({"top": ["end"]}, "end", "top")
    0
    """
    known = {goal: 1}
    stack = [start]
    while stack:
        place = stack[-1]
        targets = links.get(place, [])
        unknown = [target for target in targets if target not in known]
        if place in known:
            stack.pop()
        elif unknown:
            stack.extend(unknown)
        else:
            known[place] = sum(known[target] for target in targets)
            stack.pop()
    return known[start]
`,
    `
assert ways_down({"top": ["left", "right"], "left": ["end"], "right": ["end"]}, "top", "end") == 2
assert ways_down({"top": ["end"]}, "end", "top") == 0
assert ways_down({}, "a", "a") == 1
assert ways_down({}, "a", "b") == 0
assert ways_down({"a": ["b", "b", "b"]}, "a", "b") == 3
assert ways_down({"a": ["b"], "b": ["c"]}, "a", "a") == 1
assert ways_down({"a": ["b", "c"], "b": ["c", "d"], "c": ["d"]}, "a", "d") == 3
assert ways_down({"a": ["b", "x"], "b": ["c"], "x": ["y"]}, "a", "c") == 1
assert ways_down({"a": ["b", "c"], "b": ["d", "d"], "c": ["d"], "d": ["e", "f"], "f": ["e"]}, "a", "e") == 6
assert ways_down({"a": ["b"], "b": ["c"], "c": ["d"]}, "a", "c") == 1
`,
  ],
  [
    `
def spread_of_news(friends: dict[str, list[str]], first: str, days: int) -> list[int]:
    """Count day by day how many people hear a piece of news for the first time.

    On day 0 only the first person knows. Each day everybody who knows tells
    all their friends. Friendship goes the way it is listed. There is one
    number for each day from 0 to days; fewer than 0 days give an empty list.

    >>> spread_of_news({"ann": ["bob", "cy"], "bob": ["dee"], "cy": ["dee"]}, "ann", 3)
    [1, 2, 1, 0]
    >>> spread_of_news({}, "ann", 0)
    [1]
    """
    counts = []
    knowing = set()
    told = {first}
    for _ in range(days + 1):
        counts.append(len(told))
        knowing |= told
        told = set()
        for person in knowing:
            for friend in friends.get(person, []):
                if friend not in knowing:
                    told.add(friend)
    return counts
`,
    `
assert spread_of_news({"ann": ["bob", "cy"], "bob": ["dee"], "cy": ["dee"]}, "ann", 3) == [1, 2, 1, 0]
assert spread_of_news({}, "ann", 0) == [1]
assert spread_of_news({}, "ann", -1) == []
assert spread_of_news({"ann": ["bob"]}, "ann", 0) == [1]
assert spread_of_news({"ann": ["ann"]}, "ann", 2) == [1, 0, 0]
assert spread_of_news({"a": ["b"], "b": ["c"], "c": ["a"]}, "b", 4) == [1, 1, 1, 0, 0]
assert spread_of_news({"a": ["b", "b", "c"]}, "a", 1) == [1, 2]
assert spread_of_news({"b": ["a"], "c": ["a"]}, "a", 1) == [1, 0]
assert spread_of_news({"a": ["b", "c", "d"], "d": ["e", "f"], "b": ["c", "e"]}, "a", 2) == [1, 3, 2]
`,
  ],
]);
