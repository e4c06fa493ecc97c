import { topic } from "../exercise.ts";

/** Dictionaries: merging, comparing and reshaping. */
export const dictionaryShaping = topic("dictionaries", [
  [
    `
def invert_index(pages: dict[str, list[str]]) -> dict[str, list[str]]:
    """Turns pages and their words around: for each word the names of the pages that have it, sorted, each once.

    >>> invert_index({"p2": ["red", "blue", "red"], "p1": ["red"]})
    {'red': ['p1', 'p2'], 'blue': ['p2']}
    >>> invert_index({"p": []})
    {}
    """
    found: dict[str, list[str]] = {}
    for page, words in pages.items():
        for word in words:
            names = found.setdefault(word, [])
            if page not in names:
                names.append(page)
    for names in found.values():
        names.sort()
    return found
`,
    `
assert invert_index({"p2": ["red", "blue", "red"], "p1": ["red"]}) == {"red": ["p1", "p2"], "blue": ["p2"]}
assert invert_index({"p": []}) == {}
assert invert_index({}) == {}
assert invert_index({"a": ["x"], "b": ["y"]}) == {"x": ["a"], "y": ["b"]}
assert invert_index({"a": ["x", "y"], "b": ["y", "x"]}) == {"x": ["a", "b"], "y": ["a", "b"]}
assert invert_index({"c": ["k"], "b": ["k"], "a": ["k", "k"]}) == {"k": ["a", "b", "c"]}
assert invert_index({"z": ["m", "n"], "y": ["n"], "x": ["m", "o"]}) == {"m": ["x", "z"], "n": ["y", "z"], "o": ["x"]}
`,
  ],
  [
    `
def merge_settings(base: dict, changes: dict) -> dict:
    """Merges settings into others, without changing either. Where both hold a dictionary, these are merged in turn.

    Otherwise the change wins; a change to None takes the key out.

    >>> merge_settings({"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"y": 3}, "c": 4})
    {'a': 1, 'b': {'x': 1, 'y': 3}, 'c': 4}
    >>> merge_settings({"a": 1, "b": 2}, {"a": None})
    {'b': 2}
    """
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(old, dict) and isinstance(value, dict):
            merged[key] = merge_settings(old, value)
        else:
            merged[key] = value
    return merged
`,
    `
assert merge_settings({"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"y": 3}, "c": 4}) == {"a": 1, "b": {"x": 1, "y": 3}, "c": 4}
assert merge_settings({"a": 1, "b": 2}, {"a": None}) == {"b": 2}
assert merge_settings({}, {}) == {}
assert merge_settings({"k": 5}, {}) == {"k": 5}
assert merge_settings({}, {"k": None, "m": 0}) == {"m": 0}
assert merge_settings({"a": {"x": 1}}, {"a": 7}) == {"a": 7}
assert merge_settings({"a": 7}, {"a": {"x": 1}}) == {"a": {"x": 1}}
assert merge_settings({"a": {"b": {"c": 1, "d": 2}}}, {"a": {"b": {"c": None, "e": 3}}}) == {"a": {"b": {"d": 2, "e": 3}}}
assert merge_settings({"l": [1, 2]}, {"l": [3]}) == {"l": [3]}
assert merge_settings({"a": {"x": 1}}, {"a": {}}) == {"a": {"x": 1}}
`,
  ],
  [
    `
def look_up(data: dict, path: str, default: str = "") -> object:
    """Finds a value within dictionaries and lists by a path such as 'users.0.name'; the default if it leads nowhere.

    Steps are parted by dots. In a dictionary a step is a key, in a list an index; indices are not negative. An empty path
    leads to the data itself.

    >>> look_up({"users": [{"name": "Ada"}]}, "users.0.name")
    'Ada'
    >>> look_up({"a": {}}, "a.b", "none")
    'none'
    """
    if path == "":
        return data
    current = data
    for step in path.split("."):
        if isinstance(current, dict) and step in current:
            current = current[step]
        elif isinstance(current, list) and step.isdigit() and int(step) < len(current):
            current = current[int(step)]
        else:
            return default
    return current
`,
    `
assert look_up({"users": [{"name": "Ada"}]}, "users.0.name") == "Ada"
assert look_up({"a": {}}, "a.b", "none") == "none"
assert look_up({"a": 1}, "") == {"a": 1}
assert look_up({"a": {"b": {"c": 3}}}, "a.b.c") == 3
assert look_up({"a": {"b": {"c": 3}}}, "a.b") == {"c": 3}
assert look_up({"a": [5, 6]}, "a.1") == 6
assert look_up({"a": [5, 6]}, "a.2", "?") == "?"
assert look_up({"a": [5, 6]}, "a.-1", "?") == "?"
assert look_up({"a": [5, 6]}, "a.x") == ""
assert look_up({"a": "text"}, "a.0", "no") == "no"
assert look_up({"1": {"0": "key"}}, "1.0") == "key"
assert look_up({"a": [[7, 8], [9]]}, "a.0.1") == 8
`,
  ],
  [
    `
def flatten_keys(tree: dict, prefix: str = "") -> dict:
    """Turns nested dictionaries into a flat one whose keys are paths, parted by dots; a prefix goes before all of them.

    An empty dictionary within stays as a value; the outermost one gives an empty result.

    >>> flatten_keys({"a": {"b": 1, "c": {"d": 2}}, "e": 3})
    {'a.b': 1, 'a.c.d': 2, 'e': 3}
    >>> flatten_keys({"x": {}}, "top")
    {'top.x': {}}
    """
    flat = {}
    for key, value in tree.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict) and value:
            flat.update(flatten_keys(value, path))
        else:
            flat[path] = value
    return flat
`,
    `
assert flatten_keys({"a": {"b": 1, "c": {"d": 2}}, "e": 3}) == {"a.b": 1, "a.c.d": 2, "e": 3}
assert flatten_keys({"x": {}}, "top") == {"top.x": {}}
assert flatten_keys({}) == {}
assert flatten_keys({}, "p") == {}
assert flatten_keys({"k": None, "l": [{"m": 1}]}) == {"k": None, "l": [{"m": 1}]}
assert flatten_keys({"a": {"a": {"a": 5}}}, "a") == {"a.a.a.a": 5}
assert flatten_keys({"u": {"v": {}}, "w": {"v": 0}}) == {"u.v": {}, "w.v": 0}
assert flatten_keys({"r": {"s": "t", "q": {"p": "o"}}, "n": ""}, "z") == {"z.r.s": "t", "z.r.q.p": "o", "z.n": ""}
`,
  ],
  [
    `
def describe_changes(old: dict[str, int], new: dict[str, int]) -> list[str]:
    """What changed from one dictionary to another, sorted by key: '+key', '-key', or 'key: old -> new'.

    >>> describe_changes({"a": 1, "b": 2}, {"b": 5, "c": 3})
    ['-a', 'b: 2 -> 5', '+c']
    >>> describe_changes({"a": 1}, {"a": 1})
    []
    """
    changes = []
    for key in sorted(set(old) | set(new)):
        if key not in new:
            changes.append("-" + key)
        elif key not in old:
            changes.append("+" + key)
        elif old[key] != new[key]:
            changes.append(f"{key}: {old[key]} -> {new[key]}")
    return changes
`,
    `
assert describe_changes({"a": 1, "b": 2}, {"b": 5, "c": 3}) == ["-a", "b: 2 -> 5", "+c"]
assert describe_changes({"a": 1}, {"a": 1}) == []
assert describe_changes({}, {}) == []
assert describe_changes({"x": 0}, {}) == ["-x"]
assert describe_changes({}, {"y": 0, "x": 1}) == ["+x", "+y"]
assert describe_changes({"m": 4, "k": 4}, {"k": 5, "m": 3}) == ["k: 4 -> 5", "m: 4 -> 3"]
assert describe_changes({"n": 7, "z": 1}, {"z": 1}) == ["-n"]
assert describe_changes({"q": 2, "b": 9, "d": -1}, {"d": 1, "a": 9, "q": 2}) == ["+a", "-b", "d: -1 -> 1"]
`,
  ],
  [
    `
def join_orders(orders: list[dict], customers: list[dict]) -> list[tuple[str, int]]:
    """For each customer with orders the name and the sum of the orders' amounts, the largest sum first.

    Orders have 'customer' and 'amount', customers 'id' and 'name'. Orders of unknown customers count for 'unknown'. Equal
    sums are sorted by name. Of customers with the same id the first one counts.

    >>> join_orders([{"customer": 1, "amount": 5}, {"customer": 9, "amount": 7}], [{"id": 1, "name": "Ida"}])
    [('unknown', 7), ('Ida', 5)]
    >>> join_orders([], [{"id": 1, "name": "Ida"}])
    []
    """
    names: dict[int, str] = {}
    for customer in customers:
        names.setdefault(customer["id"], customer["name"])
    sums: dict[str, int] = {}
    for order in orders:
        name = names.get(order["customer"], "unknown")
        sums[name] = sums.get(name, 0) + order["amount"]
    return sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
`,
    `
assert join_orders([{"customer": 1, "amount": 5}, {"customer": 9, "amount": 7}], [{"id": 1, "name": "Ida"}]) == [("unknown", 7), ("Ida", 5)]
assert join_orders([], [{"id": 1, "name": "Ida"}]) == []
assert join_orders([{"customer": 3, "amount": 2}, {"customer": 3, "amount": 4}], [{"id": 3, "name": "Jo"}]) == [("Jo", 6)]
assert join_orders([{"customer": 1, "amount": 1}, {"customer": 2, "amount": 1}], [{"id": 1, "name": "Ed"}, {"id": 2, "name": "Al"}]) == [("Al", 1), ("Ed", 1)]
assert join_orders([{"customer": 1, "amount": 8}], [{"id": 1, "name": "Uma"}, {"id": 1, "name": "Vic"}]) == [("Uma", 8)]
assert join_orders([{"customer": 5, "amount": 3}, {"customer": 6, "amount": 4}], []) == [("unknown", 7)]
assert join_orders([{"customer": 0, "amount": -2}, {"customer": 4, "amount": 0}], [{"id": 4, "name": "Pat"}, {"id": 0, "name": "Kim"}]) == [("Pat", 0), ("Kim", -2)]
`,
  ],
  [
    `
def pivot_table(rows: list[tuple[str, str, int]]) -> dict[str, dict[str, int]]:
    """Arranges (row, column, amount) as a table: for each row all columns there are, with the sum of amounts or 0.

    Rows and columns come in order of the alphabet.

    >>> pivot_table([("east", "may", 3), ("west", "june", 4), ("east", "may", 1)])
    {'east': {'june': 0, 'may': 4}, 'west': {'june': 4, 'may': 0}}
    >>> pivot_table([])
    {}
    """
    names = sorted({row for row, _, _ in rows})
    columns = sorted({column for _, column, _ in rows})
    table = {name: {column: 0 for column in columns} for name in names}
    for row, column, amount in rows:
        table[row][column] += amount
    return table
`,
    `
assert pivot_table([("east", "may", 3), ("west", "june", 4), ("east", "may", 1)]) == {"east": {"june": 0, "may": 4}, "west": {"june": 4, "may": 0}}
assert pivot_table([]) == {}
assert pivot_table([("", "", 5), ("", "x", 1)]) == {"": {"": 5, "x": 1}}
assert pivot_table([("a", "x", 2), ("a", "y", -2)]) == {"a": {"x": 2, "y": -2}}
assert pivot_table([("a", "x", 2), ("b", "x", 3), ("a", "x", -2)]) == {"a": {"x": 0}, "b": {"x": 3}}
assert list(pivot_table([("c", "x", 1), ("a", "x", 1), ("b", "x", 1)])) == ["a", "b", "c"]
assert list(pivot_table([("a", name, 1) for name in "zkpaymx"])["a"]) == ["a", "k", "m", "p", "x", "y", "z"]
assert pivot_table([("x", "y", 1), ("y", "x", 2)]) == {"x": {"x": 0, "y": 1}, "y": {"x": 2, "y": 0}}
`,
  ],
  [
    `
def tree_sizes(children: dict[str, list[str]], root: str) -> dict[str, int]:
    """The number of nodes in the subtree of each node below a root, the root and the node itself included.

    Children of a node are listed under its name; a node without an entry has none.

    >>> tree_sizes({"a": ["b", "c"], "b": ["d"]}, "a")
    {'d': 1, 'b': 2, 'c': 1, 'a': 4}
    >>> tree_sizes({}, "x")
    {'x': 1}
    """
    sizes: dict[str, int] = {}
    total = 1
    for child in children.get(root, []):
        below = tree_sizes(children, child)
        sizes.update(below)
        total += below[child]
    sizes[root] = total
    return sizes
`,
    `
assert tree_sizes({"a": ["b", "c"], "b": ["d"]}, "a") == {"d": 1, "b": 2, "c": 1, "a": 4}
assert tree_sizes({}, "x") == {"x": 1}
assert tree_sizes({"a": ["b"], "b": ["c"]}, "b") == {"c": 1, "b": 2}
assert tree_sizes({"r": ["s", "t", "u"]}, "r") == {"s": 1, "t": 1, "u": 1, "r": 4}
assert tree_sizes({"r": []}, "r") == {"r": 1}
assert tree_sizes({"m": ["n"], "n": ["o"], "o": ["p"], "p": ["q"]}, "m") == {"q": 1, "p": 2, "o": 3, "n": 4, "m": 5}
assert tree_sizes({"1": ["2", "3"], "3": ["4", "5"], "2": ["6"]}, "1") == {"6": 1, "2": 2, "4": 1, "5": 1, "3": 3, "1": 6}
`,
  ],
]);
