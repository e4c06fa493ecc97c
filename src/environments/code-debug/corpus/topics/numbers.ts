import { topic } from "../exercise.ts";

/** Numbers: divisors, digits and fractions. */
export const numbers = topic("numbers", [
  [
    `
def divisor_kind(n: int) -> str:
    """Compares a number with the sum of its divisors other than itself.

    Gives 'deficient' when the sum is smaller, 'perfect' when it is the same, 'abundant' when it is larger, and 'none' for
    numbers below 1.

    >>> divisor_kind(12)
    'abundant'
    >>> divisor_kind(6)
    'perfect'
    """
    if n < 1:
        return "none"
    total = 1 if n > 1 else 0
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            total += divisor
            if divisor != n // divisor:
                total += n // divisor
        divisor += 1
    if total == n:
        return "perfect"
    return "abundant" if total > n else "deficient"
`,
    `
assert divisor_kind(12) == "abundant"
assert divisor_kind(6) == "perfect"
assert divisor_kind(1) == "deficient"
assert divisor_kind(0) == "none"
assert divisor_kind(-6) == "none"
assert divisor_kind(2) == "deficient"
assert divisor_kind(4) == "deficient"
assert divisor_kind(16) == "deficient"
assert divisor_kind(28) == "perfect"
assert divisor_kind(18) == "abundant"
assert divisor_kind(945) == "abundant"
assert divisor_kind(36) == "abundant"
assert divisor_kind(496) == "perfect"
`,
  ],
  [
    `
def bezout(a: int, b: int) -> tuple[int, int, int]:
    """The greatest common divisor g of two numbers that are not negative, with x and y so that a * x + b * y == g.

    Comes from Euclid's algorithm, so x and y are small. For two zeros the result is (0, 1, 0).

    >>> bezout(30, 12)
    (6, 1, -2)
    >>> bezout(0, 5)
    (5, 0, 1)
    """
    x, next_x = 1, 0
    y, next_y = 0, 1
    while b != 0:
        quotient, rest = divmod(a, b)
        a, b = b, rest
        x, next_x = next_x, x - quotient * next_x
        y, next_y = next_y, y - quotient * next_y
    return a, x, y
`,
    `
assert bezout(30, 12) == (6, 1, -2)
assert bezout(0, 5) == (5, 0, 1)
assert bezout(0, 0) == (0, 1, 0)
assert bezout(7, 0) == (7, 1, 0)
assert bezout(1, 1) == (1, 0, 1)
assert bezout(12, 30) == (6, -2, 1)
assert bezout(240, 46) == (2, -9, 47)
assert bezout(17, 5) == (1, -2, 7)
assert bezout(99, 78) == (3, -11, 14)
assert bezout(8, 8) == (8, 0, 1)
`,
  ],
  [
    `
def totient(n: int) -> int:
    """How many of the numbers from 1 to n share no divisor but 1 with n. For n below 1 it is 0.

    >>> totient(12)
    4
    >>> totient(7)
    6
    """
    if n < 1:
        return 0
    result = n
    rest = n
    factor = 2
    while factor * factor <= rest:
        if rest % factor == 0:
            while rest % factor == 0:
                rest //= factor
            result -= result // factor
        factor += 1
    if rest > 1:
        result -= result // rest
    return result
`,
    `
assert totient(12) == 4
assert totient(7) == 6
assert totient(1) == 1
assert totient(0) == 0
assert totient(-4) == 0
assert totient(2) == 1
assert totient(9) == 6
assert totient(36) == 12
assert totient(97) == 96
assert totient(100) == 40
assert totient(210) == 48
assert totient(49) == 42
`,
  ],
  [
    `
def to_mixed_units(amount: int, sizes: list[int]) -> list[int]:
    """Splits an amount into units. Each size says how many of a unit make one of the next larger unit.

    The result is one longer than sizes: the smallest unit first, and what is left in the largest unit last.

    >>> to_mixed_units(3725, [60, 60])
    [5, 2, 1]
    >>> to_mixed_units(7, [])
    [7]
    """
    parts = []
    for size in sizes:
        parts.append(amount % size)
        amount //= size
    parts.append(amount)
    return parts
`,
    `
assert to_mixed_units(3725, [60, 60]) == [5, 2, 1]
assert to_mixed_units(7, []) == [7]
assert to_mixed_units(0, [10]) == [0, 0]
assert to_mixed_units(10, [10]) == [0, 1]
assert to_mixed_units(9, [10]) == [9, 0]
assert to_mixed_units(1000, [12, 3]) == [4, 2, 27]
assert to_mixed_units(86399, [60, 60, 24]) == [59, 59, 23, 0]
assert to_mixed_units(90061, [60, 60, 24, 7]) == [1, 1, 1, 1, 0]
assert to_mixed_units(5, [2, 1, 2]) == [1, 0, 0, 1]
`,
  ],
  [
    `
def continued_fraction(numerator: int, denominator: int) -> list[int]:
    """The terms of a fraction as a continued fraction: [2, 3, 4] stands for 2 + 1 / (3 + 1 / 4).

    All terms but the first are positive. A denominator of 0 gives an empty list.

    >>> continued_fraction(30, 13)
    [2, 3, 4]
    >>> continued_fraction(-1, 2)
    [-1, 2]
    """
    terms = []
    while denominator != 0:
        whole = numerator // denominator
        terms.append(whole)
        numerator, denominator = denominator, numerator - whole * denominator
    return terms
`,
    `
assert continued_fraction(30, 13) == [2, 3, 4]
assert continued_fraction(-1, 2) == [-1, 2]
assert continued_fraction(5, 0) == []
assert continued_fraction(0, 3) == [0]
assert continued_fraction(6, 3) == [2]
assert continued_fraction(1, 3) == [0, 3]
assert continued_fraction(355, 113) == [3, 7, 16]
assert continued_fraction(3, -2) == [-2, 2]
assert continued_fraction(-7, -4) == [1, 1, 3]
assert continued_fraction(415, 93) == [4, 2, 6, 7]
`,
  ],
  [
    `
def unit_fractions(numerator: int, denominator: int) -> list[int]:
    """Writes a fraction between 0 and 1 as a sum of different unit fractions and gives their denominators.

    Each time the largest unit fraction that fits is taken. Fractions outside of that range give an empty list.

    >>> unit_fractions(6, 7)
    [2, 3, 42]
    >>> unit_fractions(1, 4)
    [4]
    """
    if not 0 < numerator < denominator:
        return []
    parts = []
    while numerator > 0:
        part = (denominator + numerator - 1) // numerator
        parts.append(part)
        numerator = numerator * part - denominator
        denominator *= part
    return parts
`,
    `
assert unit_fractions(6, 7) == [2, 3, 42]
assert unit_fractions(1, 4) == [4]
assert unit_fractions(0, 4) == []
assert unit_fractions(-1, 4) == []
assert unit_fractions(4, 4) == []
assert unit_fractions(1, 0) == []
assert unit_fractions(9, 4) == []
assert unit_fractions(-5, -4) == []
assert unit_fractions(2, 3) == [2, 6]
assert unit_fractions(4, 5) == [2, 4, 20]
assert unit_fractions(3, 6) == [2]
assert unit_fractions(7, 15) == [3, 8, 120]
`,
  ],
  [
    `
def multiplicative_persistence(n: int) -> tuple[int, int]:
    """Replaces a number by the product of its digits until one digit is left; the sign does not matter.

    Gives how often that was done, and the digit.

    >>> multiplicative_persistence(39)
    (3, 4)
    >>> multiplicative_persistence(7)
    (0, 7)
    """
    n = abs(n)
    steps = 0
    while n >= 10:
        product = 1
        while n > 0:
            product *= n % 10
            n //= 10
        n = product
        steps += 1
    return steps, n
`,
    `
assert multiplicative_persistence(39) == (3, 4)
assert multiplicative_persistence(7) == (0, 7)
assert multiplicative_persistence(0) == (0, 0)
assert multiplicative_persistence(10) == (1, 0)
assert multiplicative_persistence(9) == (0, 9)
assert multiplicative_persistence(-25) == (2, 0)
assert multiplicative_persistence(-8) == (0, 8)
assert multiplicative_persistence(999) == (4, 2)
assert multiplicative_persistence(111) == (1, 1)
assert multiplicative_persistence(679) == (5, 6)
`,
  ],
  [
    `
def check_digit(number: str) -> int:
    """The digit that has to follow a number so that Luhn's test accepts it; characters that are no digits are ignored.

    From the right every second digit, the last one first, is doubled, and 9 taken off when that is more than 9. The check
    digit makes the sum of all a multiple of 10. Without any digit the result is -1.

    >>> check_digit("7992739871")
    3
    >>> check_digit("no number")
    -1
    """
    digits = [int(char) for char in number if char in "0123456789"]
    if not digits:
        return -1
    total = 0
    for i, digit in enumerate(reversed(digits)):
        if i % 2 == 0:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return (10 - total % 10) % 10
`,
    `
assert check_digit("7992739871") == 3
assert check_digit("no number") == -1
assert check_digit("") == -1
assert check_digit("0") == 0
assert check_digit("1") == 8
assert check_digit("5") == 9
assert check_digit("9") == 1
assert check_digit("19") == 0
assert check_digit("81") == 0
assert check_digit("4539 1488 0343 646") == 7
assert check_digit("12-345-678") == 2
assert check_digit("60") == 4
`,
  ],
  [
    `
def prime_gap(low: int, high: int) -> tuple[int, int]:
    """The two neighbouring primes from low to high, both included, that are farthest apart; the first of several pairs.

    With fewer than two primes the result is (0, 0).

    >>> prime_gap(10, 30)
    (23, 29)
    >>> prime_gap(8, 11)
    (0, 0)
    """
    composite = [False] * (max(high, 1) + 1)
    best = (0, 0)
    previous = 0
    for n in range(2, high + 1):
        if composite[n]:
            continue
        for multiple in range(n * n, high + 1, n):
            composite[multiple] = True
        if n < low:
            continue
        if previous > 0 and n - previous > best[1] - best[0]:
            best = (previous, n)
        previous = n
    return best
`,
    `
assert prime_gap(10, 30) == (23, 29)
assert prime_gap(8, 11) == (0, 0)
assert prime_gap(2, 3) == (2, 3)
assert prime_gap(-5, 1) == (0, 0)
assert prime_gap(20, 10) == (0, 0)
assert prime_gap(0, 20) == (7, 11)
assert prime_gap(3, 7) == (3, 5)
assert prime_gap(1, 100) == (89, 97)
assert prime_gap(23, 28) == (0, 0)
assert prime_gap(7, 23) == (7, 11)
assert prime_gap(24, 60) == (31, 37)
`,
  ],
]);
