import { topic } from "../exercise.ts";

/** Clocks: times of day and durations. */
export const clocks = topic("calendars", [
  [
    `
def add_minutes(clock: str, minutes: int) -> tuple[str, int]:
    """Move a time of day 'HH:MM' by minutes, which may be negative.

    Gives the new time and by how many days the date changes.

    >>> add_minutes("23:50", 15)
    ('00:05', 1)
    >>> add_minutes("00:10", -20)
    ('23:50', -1)
    """
    hours, _, rest = clock.partition(":")
    total = int(hours) * 60 + int(rest) + minutes
    days = total // (24 * 60)
    total -= days * 24 * 60
    return f"{total // 60:02d}:{total % 60:02d}", days
`,
    `
assert add_minutes("23:50", 15) == ("00:05", 1)
assert add_minutes("00:10", -20) == ("23:50", -1)
assert add_minutes("00:00", 0) == ("00:00", 0)
assert add_minutes("09:07", 60) == ("10:07", 0)
assert add_minutes("12:30", 1440) == ("12:30", 1)
assert add_minutes("12:30", -1440) == ("12:30", -1)
assert add_minutes("22:59", 61) == ("00:00", 1)
assert add_minutes("08:05", 3000) == ("10:05", 2)
assert add_minutes("01:00", -61) == ("23:59", -1)
assert add_minutes("05:45", -2 * 1440 - 346) == ("23:59", -3)
`,
  ],
  [
    `
def clock_angle(hour: int, minute: int) -> float:
    """Give the smaller angle between the hands of a clock, in degrees from 0 to 180.

    Hours go from 0 to 23. The hour hand moves on evenly with the minutes.

    >>> clock_angle(3, 0)
    90.0
    >>> clock_angle(12, 30)
    165.0
    """
    hour_hand = (hour % 12) * 30 + minute / 2
    minute_hand = minute * 6
    angle = abs(hour_hand - minute_hand)
    if angle > 180:
        angle = 360 - angle
    return float(angle)
`,
    `
assert clock_angle(3, 0) == 90.0
assert clock_angle(12, 30) == 165.0
assert clock_angle(0, 0) == 0.0
assert clock_angle(6, 0) == 180.0
assert clock_angle(9, 0) == 90.0
assert clock_angle(13, 5) == 2.5
assert clock_angle(23, 59) == 5.5
assert clock_angle(11, 10) == 85.0
assert clock_angle(0, 59) == 35.5
assert clock_angle(18, 1) == 174.5
assert clock_angle(8, 11) == 179.5
`,
  ],
  [
    `
def spoken_time(hour: int, minute: int) -> str:
    """Say a time of day in words, for minutes that are a multiple of five; others are rounded down.

    Hours go from 0 to 23 and are said from one to twelve. Up to half an hour
    it is 'past' the hour, after that 'to' the next one; a full hour is said as
    "o'clock".

    >>> spoken_time(15, 15)
    'quarter past three'
    >>> spoken_time(0, 0)
    "twelve o'clock"
    """
    hours = "twelve one two three four five six seven eight nine ten eleven".split()
    minutes = ["", "five", "ten", "quarter", "twenty", "twenty-five", "half"]
    fives = minute // 5
    if fives == 0:
        return hours[hour % 12] + " o'clock"
    if fives > 6:
        return minutes[12 - fives] + " to " + hours[(hour + 1) % 12]
    return minutes[fives] + " past " + hours[hour % 12]
`,
    `
assert spoken_time(15, 15) == "quarter past three"
assert spoken_time(0, 0) == "twelve o'clock"
assert spoken_time(12, 4) == "twelve o'clock"
assert spoken_time(12, 5) == "five past twelve"
assert spoken_time(6, 30) == "half past six"
assert spoken_time(6, 34) == "half past six"
assert spoken_time(6, 35) == "twenty-five to seven"
assert spoken_time(23, 59) == "five to twelve"
assert spoken_time(11, 40) == "twenty to twelve"
assert spoken_time(12, 45) == "quarter to one"
assert spoken_time(20, 22) == "twenty past eight"
assert spoken_time(1, 50) == "ten to two"
`,
  ],
  [
    `
def night_minutes(start: int, end: int) -> int:
    """Count the minutes of a shift that lie in the night, from 22:00 to 06:00.

    Start and end are minutes since midnight, from 0 to 1439. A shift that ends
    at or before its start ends on the next day.

    >>> night_minutes(21 * 60, 23 * 60)
    60
    >>> night_minutes(600, 660)
    0
    """
    if end <= start:
        end += 24 * 60
    total = 0
    for day in (-1, 0, 1):
        night_start = (day * 24 + 22) * 60
        night_end = night_start + 8 * 60
        overlap = min(end, night_end) - max(start, night_start)
        if overlap > 0:
            total += overlap
    return total
`,
    `
assert night_minutes(21 * 60, 23 * 60) == 60
assert night_minutes(600, 660) == 0
assert night_minutes(0, 30) == 30
assert night_minutes(300, 420) == 60
assert night_minutes(1320, 360) == 480
assert night_minutes(360, 1320) == 0
assert night_minutes(500, 500) == 480
assert night_minutes(1400, 1399) == 479
assert night_minutes(0, 1439) == 479
assert night_minutes(1410, 10) == 40
assert night_minutes(330, 1350) == 60
assert night_minutes(1380, 720) == 420
`,
  ],
]);
