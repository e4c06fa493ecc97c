import { topic } from "../exercise.ts";

/** Numbers: amounts of money in whole cents, and rounding. */
export const money = topic("numbers", [
  [
    `
def round_to_step(value: int, step: int) -> int:
    """Rounds to the nearest multiple of step; halfway between two of them, away from zero.

    A step below 1 leaves the value as it is.

    >>> round_to_step(43, 5)
    45
    >>> round_to_step(-25, 10)
    -30
    """
    if step < 1:
        return value
    sign = -1 if value < 0 else 1
    size = abs(value)
    rest = size % step
    size -= rest
    if 2 * rest >= step:
        size += step
    return sign * size
`,
    `
assert round_to_step(43, 5) == 45
assert round_to_step(-25, 10) == -30
assert round_to_step(0, 7) == 0
assert round_to_step(42, 5) == 40
assert round_to_step(25, 10) == 30
assert round_to_step(-24, 10) == -20
assert round_to_step(13, 1) == 13
assert round_to_step(17, 0) == 17
assert round_to_step(-17, -5) == -17
assert round_to_step(3, 7) == 0
assert round_to_step(4, 7) == 7
assert round_to_step(-1199, 100) == -1200
`,
  ],
  [
    `
def split_bill(cents: int, shares: list[int]) -> list[int]:
    """Splits an amount in proportion to shares, in whole cents that add up to the amount.

    Everybody gets their part rounded down; cents left over go one each to those who lost most by that, the earlier one
    first if they lost the same. When the shares add up to 0 nobody gets anything. Nothing is negative.

    >>> split_bill(100, [1, 1, 1])
    [34, 33, 33]
    >>> split_bill(10, [1, 2, 4])
    [1, 3, 6]
    """
    total = sum(shares)
    if total == 0:
        return [0] * len(shares)
    parts = [cents * share // total for share in shares]
    losses = [cents * share % total for share in shares]
    left = cents - sum(parts)
    order = sorted(range(len(shares)), key=lambda i: (-losses[i], i))
    for i in order[:left]:
        parts[i] += 1
    return parts
`,
    `
assert split_bill(100, [1, 1, 1]) == [34, 33, 33]
assert split_bill(10, [1, 2, 4]) == [1, 3, 6]
assert split_bill(0, [1, 2]) == [0, 0]
assert split_bill(50, []) == []
assert split_bill(50, [0, 0]) == [0, 0]
assert split_bill(99, [7]) == [99]
assert split_bill(1, [1, 1]) == [1, 0]
assert split_bill(5, [0, 1, 0, 1]) == [0, 3, 0, 2]
assert split_bill(100, [5, 3, 3]) == [46, 27, 27]
assert split_bill(11, [1, 1, 2, 2]) == [2, 2, 4, 3]
assert split_bill(1000, [1, 3, 3]) == [143, 429, 428]
assert split_bill(7, [2, 3]) == [3, 4]
`,
  ],
  [
    `
def give_change(cents: int, coins: list[int]) -> list[int]:
    """Pays an amount with coins of the given values, always with the largest one that fits; in that order.

    When a rest remains that no coin fits, or the amount is negative, the result is empty. Coins below 1 are ignored.

    >>> give_change(87, [50, 20, 10, 5, 2, 1])
    [50, 20, 10, 5, 2]
    >>> give_change(3, [2])
    []
    """
    paid = []
    rest = cents
    for coin in sorted(coins, reverse=True):
        if coin < 1:
            break
        while rest >= coin:
            paid.append(coin)
            rest -= coin
    return paid if rest == 0 else []
`,
    `
assert give_change(87, [50, 20, 10, 5, 2, 1]) == [50, 20, 10, 5, 2]
assert give_change(3, [2]) == []
assert give_change(0, [1]) == []
assert give_change(-5, [5]) == []
assert give_change(4, []) == []
assert give_change(60, [1, 25, 10]) == [25, 25, 10]
assert give_change(6, [1, 3, 4]) == [4, 1, 1]
assert give_change(2, [0, -1, 1]) == [1, 1]
assert give_change(5, [5, 5]) == [5]
assert give_change(99, [50, 20, 20, 9]) == [50, 20, 20, 9]
assert give_change(30, [25, 10]) == []
`,
  ],
  [
    `
def ways_to_pay(cents: int, coins: list[int]) -> int:
    """In how many ways coins of the given values make up an amount; the order of coins does not matter.

    There is one way to pay nothing, and none for a negative amount. Values are positive and differ from one another.

    >>> ways_to_pay(10, [1, 5, 10])
    4
    >>> ways_to_pay(3, [2])
    0
    """
    if cents < 0:
        return 0
    ways = [0] * (cents + 1)
    ways[0] = 1
    for coin in coins:
        for amount in range(coin, cents + 1):
            ways[amount] += ways[amount - coin]
    return ways[cents]
`,
    `
assert ways_to_pay(10, [1, 5, 10]) == 4
assert ways_to_pay(3, [2]) == 0
assert ways_to_pay(0, [5]) == 1
assert ways_to_pay(0, []) == 1
assert ways_to_pay(4, []) == 0
assert ways_to_pay(-1, [1]) == 0
assert ways_to_pay(5, [2, 1]) == 3
assert ways_to_pay(6, [6]) == 1
assert ways_to_pay(12, [3, 4, 5]) == 3
assert ways_to_pay(50, [1, 2, 5, 10, 20, 50]) == 451
assert ways_to_pay(7, [8, 1]) == 1
`,
  ],
  [
    `
def grow_savings(cents: int, basis_points: int, years: int, deposit: int = 0) -> int:
    """What an account holds after some years. Each year interest is added, then the deposit.

    Interest is given in hundredths of a percent and rounded half up to whole cents, every year.

    >>> grow_savings(10000, 250, 2)
    10506
    >>> grow_savings(1000, 500, 1, 200)
    1250
    """
    balance = cents
    for _ in range(years):
        interest = (balance * basis_points + 5000) // 10000
        balance += interest + deposit
    return balance
`,
    `
assert grow_savings(10000, 250, 2) == 10506
assert grow_savings(1000, 500, 1, 200) == 1250
assert grow_savings(0, 300, 5) == 0
assert grow_savings(777, 300, 0, 50) == 777
assert grow_savings(500, 0, 4, 25) == 600
assert grow_savings(100, 50, 1) == 101
assert grow_savings(99, 50, 1) == 99
assert grow_savings(0, 1000, 3, 100) == 331
assert grow_savings(123456, 175, 3, 1000) == 133104
assert grow_savings(200, 10000, 2) == 800
assert grow_savings(-100, 500, 1) == -105
`,
  ],
  [
    `
def income_tax(income: int, brackets: list[tuple[int, int]]) -> int:
    """Tax on an income. Brackets are (start, percent), by rising start: the percentage holds from there on.

    Income below the first bracket is free. The tax is rounded down once, at the end.

    >>> income_tax(25000, [(10000, 10), (20000, 30)])
    2500
    >>> income_tax(9000, [(10000, 10)])
    0
    """
    hundredths = 0
    for i, (start, percent) in enumerate(brackets):
        if income <= start:
            break
        end = income
        if i + 1 < len(brackets):
            end = min(income, brackets[i + 1][0])
        hundredths += (end - start) * percent
    return hundredths // 100
`,
    `
assert income_tax(25000, [(10000, 10), (20000, 30)]) == 2500
assert income_tax(9000, [(10000, 10)]) == 0
assert income_tax(5000, []) == 0
assert income_tax(0, [(0, 20)]) == 0
assert income_tax(1000, [(0, 20)]) == 200
assert income_tax(20000, [(10000, 10), (20000, 30)]) == 1000
assert income_tax(20100, [(10000, 10), (20000, 30)]) == 1030
assert income_tax(199, [(0, 1), (100, 50)]) == 50
assert income_tax(60000, [(5000, 0), (10000, 15), (30000, 25), (50000, 45)]) == 12500
assert income_tax(40000, [(5000, 0), (10000, 15), (30000, 25), (50000, 45)]) == 5500
assert income_tax(-300, [(0, 10), (50, 20)]) == 0
`,
  ],
  [
    `
def basket_total(prices: list[int], percent_off: int, free_from: int, shipping: int) -> int:
    """What a basket costs. Of every three articles, sorted by falling price, the cheapest is free.

    Then a percentage is taken off, rounded half up to whole cents in the shop's favour, and shipping added unless the
    reduced sum is at least free_from. An empty basket costs nothing.

    >>> basket_total([300, 500, 200, 400], 10, 5000, 100)
    1090
    >>> basket_total([1000], 0, 1000, 250)
    1000
    """
    if not prices:
        return 0
    total = 0
    for position, price in enumerate(sorted(prices, reverse=True), start=1):
        if position % 3 != 0:
            total += price
    reduced = (total * (100 - percent_off) + 50) // 100
    if reduced < free_from:
        reduced += shipping
    return reduced
`,
    `
assert basket_total([300, 500, 200, 400], 10, 5000, 100) == 1090
assert basket_total([1000], 0, 1000, 250) == 1000
assert basket_total([], 10, 100, 50) == 0
assert basket_total([999], 0, 1000, 250) == 1249
assert basket_total([5], 50, 0, 99) == 3
assert basket_total([100, 100, 100], 0, 0, 9) == 200
assert basket_total([10, 20, 30, 40, 50, 60, 70], 0, 0, 5) == 210
assert basket_total([333, 333], 25, 600, 40) == 540
assert basket_total([80, 20], 100, 1, 7) == 7
assert basket_total([1, 1], 30, 0, 0) == 1
`,
  ],
]);
