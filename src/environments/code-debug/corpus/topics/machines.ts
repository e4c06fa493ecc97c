import { topic } from "../exercise.ts";

/** Machines: states and what moves them. */
export const machines = topic("stacks-and-queues", [
  [
    `
def turnstile_log(events: list[str]) -> tuple[str, int, int]:
    """Follow a turnstile that starts locked, and give its final state, coins kept and alarms.

    A 'coin' unlocks it; a coin for an unlocked turnstile is given back. A
    'push' lets somebody through an unlocked turnstile and locks it, and is an
    alarm when it is locked. The third alarm in a row without a kept coin
    blocks it: from then on only 'reset' does anything, which locks it again.
    Other events are ignored. States are 'locked', 'unlocked' and 'blocked'.

    >>> turnstile_log(["coin", "coin", "push"])
    ('locked', 1, 0)
    >>> turnstile_log(["push", "push", "push", "coin"])
    ('blocked', 0, 3)
    """
    state = "locked"
    coins = alarms = in_row = 0
    for event in events:
        if state == "blocked":
            if event == "reset":
                state = "locked"
                in_row = 0
        elif event == "coin" and state == "locked":
            state = "unlocked"
            coins += 1
            in_row = 0
        elif event == "push" and state == "unlocked":
            state = "locked"
        elif event == "push":
            alarms += 1
            in_row += 1
            if in_row == 3:
                state = "blocked"
    return state, coins, alarms
`,
    `
assert turnstile_log(["coin", "coin", "push"]) == ("locked", 1, 0)
assert turnstile_log(["push", "push", "push", "coin"]) == ("blocked", 0, 3)
assert turnstile_log([]) == ("locked", 0, 0)
assert turnstile_log(["coin"]) == ("unlocked", 1, 0)
assert turnstile_log(["kick", "reset"]) == ("locked", 0, 0)
assert turnstile_log(["coin", "reset", "coin"]) == ("unlocked", 1, 0)
assert turnstile_log(["push", "push", "coin", "push", "push", "push"]) == ("locked", 1, 4)
assert turnstile_log(["push", "push", "kick", "push", "push"]) == ("blocked", 0, 3)
assert turnstile_log(["push"] * 3 + ["coin", "reset", "coin", "push", "push"]) == ("locked", 1, 4)
assert turnstile_log(["push"] * 3 + ["reset"] + ["push"] * 2) == ("locked", 0, 5)
assert turnstile_log(["push"] * 3 + ["reset"] + ["push"] * 4) == ("blocked", 0, 6)
assert turnstile_log(["coin", "push", "coin", "push", "push"]) == ("locked", 2, 1)
`,
  ],
  [
    `
def elevator_stops(start: int, calls: list[int]) -> tuple[list[int], int]:
    """Plan the stops of an elevator, and count the floors it passes in all.

    It first goes up through all called floors above it and then down through
    those below it, or, when the nearest call is below, first down and then up.
    As near above as below counts as above. A call on the floor where it stands
    is the first stop. Every floor is visited once.

    >>> elevator_stops(3, [5, 1, 4])
    ([4, 5, 1], 6)
    >>> elevator_stops(3, [2, 7, 3])
    ([3, 2, 7], 6)
    """
    floors = set(calls)
    above = sorted(floor for floor in floors if floor > start)
    below = sorted((floor for floor in floors if floor < start), reverse=True)
    stops = [start] if start in floors else []
    if above and below and start - below[0] < above[0] - start:
        stops += below + above
    else:
        stops += above + below
    travelled = 0
    floor = start
    for stop in stops:
        travelled += abs(stop - floor)
        floor = stop
    return stops, travelled
`,
    `
assert elevator_stops(3, [5, 1, 4]) == ([4, 5, 1], 6)
assert elevator_stops(3, [2, 7, 3]) == ([3, 2, 7], 6)
assert elevator_stops(0, []) == ([], 0)
assert elevator_stops(4, [4, 4]) == ([4], 0)
assert elevator_stops(5, [6, 4]) == ([6, 4], 3)
assert elevator_stops(5, [7, 4]) == ([4, 7], 4)
assert elevator_stops(2, [9, 5, 9]) == ([5, 9], 7)
assert elevator_stops(2, [-3, 0, -1]) == ([0, -1, -3], 5)
assert elevator_stops(0, [-2, 3, -5, 10]) == ([-2, -5, 3, 10], 20)
assert elevator_stops(10, [1, 12, 8, 11]) == ([11, 12, 8, 1], 13)
`,
  ],
  [
    `
def traffic_light(seconds: int, requests: list[int]) -> list[str]:
    """Give the colour that drivers see in every second at a crossing for pedestrians.

    The light is green until somebody presses the button; requests hold the
    seconds of that. The light is yellow in the 2 seconds after a press, then
    red for 3 seconds, then green again for at least 4 seconds. A press while
    it is not green is ignored; a press within the first 3 of the 4 seconds
    takes effect as if it came in the fourth.

    >>> traffic_light(7, [0])
    ['green', 'yellow', 'yellow', 'red', 'red', 'red', 'green']
    >>> traffic_light(2, [])
    ['green', 'green']
    """
    presses = set(requests)
    state, left = "green", 0
    wanted = False
    colours = []
    for second in range(seconds):
        colours.append(state)
        left = max(left - 1, 0)
        if state == "green":
            wanted = wanted or second in presses
            if wanted and left == 0:
                state, left, wanted = "yellow", 2, False
        elif left == 0:
            state, left = ("red", 3) if state == "yellow" else ("green", 4)
    return colours
`,
    `
assert traffic_light(7, [0]) == ["green", "yellow", "yellow", "red", "red", "red", "green"]
assert traffic_light(2, []) == ["green", "green"]
assert traffic_light(0, [0]) == []
assert traffic_light(3, [1]) == ["green", "green", "yellow"]
assert traffic_light(5, [3, 3, 3]) == ["green"] * 4 + ["yellow"]
assert "".join(colour[0] for colour in traffic_light(14, [0, 2, 4])) == "gyyrrrgggggggg"
assert "".join(colour[0] for colour in traffic_light(14, [0, 6])) == "gyyrrrggggyyrr"
assert "".join(colour[0] for colour in traffic_light(14, [0, 9])) == "gyyrrrggggyyrr"
assert "".join(colour[0] for colour in traffic_light(14, [0, 10])) == "gyyrrrgggggyyr"
assert "".join(colour[0] for colour in traffic_light(20, [1, 7, 8, 12])) == "ggyyrrrggggyyrrrgggg"
`,
  ],
  [
    `
def vending_machine(prices: dict[str, int], inputs: list[str]) -> tuple[list[str], int]:
    """Run a vending machine, and give what it put out and the credit left in cents.

    A number is a coin of so many cents, and only 10, 20, 50, 100 and 200 are
    taken; others are put out as 'coin N'. 'refund' puts out the credit as
    'change N', if there is any. Anything else is a choice: an unknown one puts
    out 'unknown', one that costs more than the credit 'missing N', and else
    its name, and the price is taken.

    >>> vending_machine({"tea": 120}, ["100", "tea", "50", "tea"])
    (['missing 20', 'tea'], 30)
    >>> vending_machine({}, ["5", "10", "refund"])
    (['coin 5', 'change 10'], 0)
    """
    output = []
    credit = 0
    for entry in inputs:
        if entry.isdigit():
            if int(entry) in (10, 20, 50, 100, 200):
                credit += int(entry)
            else:
                output.append("coin " + entry)
        elif entry == "refund":
            if credit > 0:
                output.append(f"change {credit}")
            credit = 0
        elif entry not in prices:
            output.append("unknown")
        elif prices[entry] > credit:
            output.append(f"missing {prices[entry] - credit}")
        else:
            output.append(entry)
            credit -= prices[entry]
    return output, credit
`,
    `
assert vending_machine({"tea": 120}, ["100", "tea", "50", "tea"]) == (["missing 20", "tea"], 30)
assert vending_machine({}, ["5", "10", "refund"]) == (["coin 5", "change 10"], 0)
assert vending_machine({}, []) == ([], 0)
assert vending_machine({"tea": 120}, ["refund"]) == ([], 0)
assert vending_machine({"tea": 120}, ["cola", "200"]) == (["unknown"], 200)
assert vending_machine({"tea": 120}, ["100", "20", "tea"]) == (["tea"], 0)
assert vending_machine({"tea": 50, "bar": 80}, ["200", "tea", "bar", "bar"]) == (["tea", "bar", "missing 10"], 70)
assert vending_machine({"water": 0}, ["water", "1", "2"]) == (["water", "coin 1", "coin 2"], 0)
assert vending_machine({"a": 30}, ["50", "a", "refund", "refund", "a"]) == (["a", "change 20", "missing 30"], 0)
assert vending_machine({"a": 30}, ["20", "10", "200", "500", "a"]) == (["coin 500", "a"], 200)
`,
  ],
  [
    `
def game_score(rallies: str) -> str:
    """Give the score of a tennis game after rallies won by 'A' and 'B'.

    Points are called '0', '15', '30' and '40', as in 'A 40, B 15'; 40 each is
    'deuce'. From deuce on a point is 'advantage A' or 'advantage B', and one
    more by the same player wins; a point by the other leads back to deuce.
    A game won is 'game A' or 'game B'; rallies after that do not count.

    >>> game_score("ABA")
    'A 30, B 15'
    >>> game_score("AAAA")
    'game A'
    """
    points = {"A": 0, "B": 0}
    for winner in rallies:
        loser = "B" if winner == "A" else "A"
        points[winner] += 1
        lead = points[winner] - points[loser]
        if points[winner] >= 4 and lead >= 2:
            return "game " + winner
    if min(points.values()) >= 3:
        if points["A"] == points["B"]:
            return "deuce"
        return "advantage " + max(points, key=points.get)
    calls = ["0", "15", "30", "40"]
    return f"A {calls[points['A']]}, B {calls[points['B']]}"
`,
    `
assert game_score("ABA") == "A 30, B 15"
assert game_score("AAAA") == "game A"
assert game_score("") == "A 0, B 0"
assert game_score("BBB") == "A 0, B 40"
assert game_score("AAABB") == "A 40, B 30"
assert game_score("AAABBB") == "deuce"
assert game_score("AAABBBB") == "advantage B"
assert game_score("AAABBBBA") == "deuce"
assert game_score("ABABABABA") == "advantage A"
assert game_score("BABABABB") == "game B"
assert game_score("BBBBAAAAAA") == "game B"
assert game_score("AABBABAA") == "game A"
`,
  ],
]);
