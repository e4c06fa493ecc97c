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
]);
