import { topic } from "../exercise.ts";

/** Calendars, computed by hand. */
export const calendars = topic("calendars", [
  [
    `
def days_in_month(year: int, month: int) -> int:
    """Count the days of a month from 1 to 12 in the Gregorian calendar.

    Years divisible by 4 are leap years, except for those divisible by 100 but
    not by 400. Another month has 0 days.

    >>> days_in_month(2023, 2)
    28
    >>> days_in_month(2000, 2)
    29
    """
    if not 1 <= month <= 12:
        return 0
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    if month in (4, 6, 9, 11):
        return 30
    return 31
`,
    `
assert days_in_month(2023, 2) == 28
assert days_in_month(2000, 2) == 29
assert days_in_month(2024, 2) == 29
assert days_in_month(1900, 2) == 28
assert days_in_month(2100, 2) == 28
assert days_in_month(2024, 1) == 31
assert days_in_month(2024, 0) == 0
assert days_in_month(2024, 13) == 0
assert [days_in_month(2021, month) for month in (3, 4, 5, 6, 7, 8)] == [31, 30, 31, 30, 31, 31]
assert [days_in_month(2020, month) for month in (9, 10, 11, 12)] == [30, 31, 30, 31]
`,
  ],
  [
    `
def day_of_year(year: int, month: int, day: int) -> int:
    """Give the number of a date within its year, from 1 to 366.

    Years divisible by 4 are leap years, except for those divisible by 100 but
    not by 400. Returns 0 for a date that does not exist.

    >>> day_of_year(2023, 3, 1)
    60
    >>> day_of_year(2023, 2, 29)
    0
    """
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        lengths[1] = 29
    if month < 1 or month > 12 or day < 1:
        return 0
    if day > lengths[month - 1]:
        return 0
    return sum(lengths[:month - 1]) + day
`,
    `
assert day_of_year(2023, 3, 1) == 60
assert day_of_year(2023, 2, 29) == 0
assert day_of_year(2024, 2, 29) == 60
assert day_of_year(2024, 12, 31) == 366
assert day_of_year(1900, 12, 31) == 365
assert day_of_year(2000, 12, 31) == 366
assert day_of_year(2023, 1, 1) == 1
assert day_of_year(2023, 13, 1) == 0
assert day_of_year(2023, 0, 5) == 0
assert day_of_year(2023, 5, 0) == 0
assert day_of_year(2023, 4, 31) == 0
assert day_of_year(2023, 8, 31) == 243
`,
  ],
  [
    `
def weekday_name(year: int, month: int, day: int) -> str:
    """Name the day of the week of a date in the Gregorian calendar, by Zeller's rule.

    January and February count as months 13 and 14 of the year before.

    >>> weekday_name(2000, 1, 1)
    'Saturday'
    >>> weekday_name(2024, 2, 29)
    'Thursday'
    """
    names = ["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
    if month < 3:
        month += 12
        year -= 1
    century, rest = divmod(year, 100)
    shift = (13 * (month + 1)) // 5
    number = day + shift + rest + rest // 4 + century // 4 - 2 * century
    return names[number % 7]
`,
    `
assert weekday_name(2000, 1, 1) == "Saturday"
assert weekday_name(2024, 2, 29) == "Thursday"
assert weekday_name(2024, 3, 1) == "Friday"
assert weekday_name(1969, 7, 20) == "Sunday"
assert weekday_name(1899, 12, 31) == "Sunday"
assert weekday_name(1900, 1, 1) == "Monday"
assert weekday_name(2023, 10, 31) == "Tuesday"
assert weekday_name(1815, 6, 18) == "Sunday"
assert weekday_name(2100, 12, 25) == "Saturday"
assert weekday_name(2019, 5, 15) == "Wednesday"
`,
  ],
  [
    `
def shift_month(year: int, month: int, day: int, months: int) -> tuple[int, int, int]:
    """Move a date by a number of months, which may be negative.

    A day that the new month does not have becomes its last day. Leap years
    follow the Gregorian rule.

    >>> shift_month(2023, 1, 31, 1)
    (2023, 2, 28)
    >>> shift_month(2023, 3, 15, -4)
    (2022, 11, 15)
    """
    count = year * 12 + month - 1 + months
    new_year = count // 12
    new_month = count % 12 + 1
    if new_month == 2:
        leap = new_year % 4 == 0 and (new_year % 100 != 0 or new_year % 400 == 0)
        last = 29 if leap else 28
    elif new_month in (4, 6, 9, 11):
        last = 30
    else:
        last = 31
    return new_year, new_month, min(day, last)
`,
    `
assert shift_month(2023, 1, 31, 1) == (2023, 2, 28)
assert shift_month(2023, 3, 15, -4) == (2022, 11, 15)
assert shift_month(2024, 1, 30, 1) == (2024, 2, 29)
assert shift_month(2000, 2, 29, 12) == (2001, 2, 28)
assert shift_month(2000, 2, 29, -1200) == (1900, 2, 28)
assert shift_month(1999, 12, 31, 2) == (2000, 2, 29)
assert shift_month(2023, 12, 1, 1) == (2024, 1, 1)
assert shift_month(2023, 1, 1, -1) == (2022, 12, 1)
assert shift_month(2023, 8, 31, 1) == (2023, 9, 30)
assert shift_month(2023, 5, 31, 2) == (2023, 7, 31)
assert shift_month(2023, 6, 10, 0) == (2023, 6, 10)
`,
  ],
  [
    `
def workdays_until(start_weekday: int, days: int, holidays: list[int]) -> int:
    """Count the working days among the next days, today being the first of them.

    Weekdays go from 0 for Monday to 6 for Sunday; Saturday and Sunday are
    free. So are the holidays, given as a number of days from today; one that
    falls on a weekend changes nothing.

    >>> workdays_until(0, 7, [])
    5
    >>> workdays_until(4, 4, [3])
    1
    """
    free = set(holidays)
    count = 0
    weekday = start_weekday
    for offset in range(days):
        if weekday < 5 and offset not in free:
            count += 1
        weekday = (weekday + 1) % 7
    return count
`,
    `
assert workdays_until(0, 7, []) == 5
assert workdays_until(4, 4, [3]) == 1
assert workdays_until(0, 0, []) == 0
assert workdays_until(5, 2, []) == 0
assert workdays_until(6, 1, []) == 0
assert workdays_until(4, 1, []) == 1
assert workdays_until(4, 1, [0]) == 0
assert workdays_until(2, 14, [0, 0, 3, 20]) == 9
assert workdays_until(6, 2, [0]) == 1
assert workdays_until(3, 30, [1, 7, 8]) == 19
assert workdays_until(0, -3, []) == 0
`,
  ],
  [
    `
def easter_date(year: int) -> tuple[int, int]:
    """Give month and day of Easter Sunday in the Gregorian calendar, by the anonymous algorithm.

    >>> easter_date(2024)
    (3, 31)
    >>> easter_date(2000)
    (4, 23)
    """
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, century_rest = divmod(century, 4)
    correction = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - leaps - correction + 15) % 30
    shift = (32 + 2 * century_rest + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * shift) // 451
    month, day = divmod(moon + shift - 7 * late + 114, 31)
    return month, day + 1
`,
    `
assert easter_date(2024) == (3, 31)
assert easter_date(2000) == (4, 23)
assert easter_date(2023) == (4, 9)
assert easter_date(1961) == (4, 2)
assert easter_date(1818) == (3, 22)
assert easter_date(1943) == (4, 25)
assert easter_date(1954) == (4, 18)
assert easter_date(1981) == (4, 19)
assert easter_date(2100) == (3, 28)
assert easter_date(2285) == (3, 22)
assert easter_date(1600) == (4, 2)
`,
  ],
]);
