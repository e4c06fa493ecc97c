"""The trusted half: records the calls a test makes with the reference, then replays a candidate's answers to them."""

import builtins
import random
import time

from .codec import decode, encode_call, decode_call, has_opaque, loads, parse
from .instrument import TALLY, Tally, instrument


MOST_CALLS = 10_000


class CandidateError(Exception):
    """The candidate's call raised something that is no builtin exception, or gave no value."""


class NeedsCall(BaseException):
    """The test makes a call that was not recorded."""


class BadTask(BaseException):
    """The task itself cannot be judged; the message says why. Beyond the reach of the test's own handlers."""


class Task:
    """`task` has reference, test, entry (a function's name), seed. Raises BadTask."""

    def __init__(self, task):
        self.entry, self.seed = task["entry"], task["seed"]
        try:
            self.test, self.sites = instrument(task["test"])
            self.reference = compile(task["reference"], "<reference>", "exec")
        except (SyntaxError, ValueError, RecursionError) as error:
            raise BadTask("it does not compile: %s" % error)
        self.calls = []

    def _execute(self, make_function):
        """One run of the test on the function that `make_function(reference function, tally)` gives."""
        tally = Tally(len(self.sites))
        random.seed(self.seed)
        base = {"__name__": "reference"}
        exec(self.reference, base)
        # A copy: helpers of the reference keep calling each other, only the test sees the other function.
        space = {**base, "__name__": "test", TALLY: tally}
        space[self.entry] = make_function(base[self.entry], tally)
        exec(self.test, space)
        return tally

    def record(self):
        """Runs the test on the reference twice and returns what a replay needs, as JSON data."""
        first, second = self._record(), self._record()
        if first[:3] != second[:3]:
            raise BadTask("two runs of the reference differ")
        calls, run, ok, slowest = first
        if not any(count and count == passed for count, passed in zip(run, ok)):
            raise BadTask("the reference passes no assertion")
        self.calls = calls
        expected = [count if count == passed else 0 for count, passed in zip(run, ok)]
        return {"calls": calls, "expected": expected, "sites": self.sites, "slowestMs": max(slowest, second[3]) * 1000}

    def _record(self):
        calls, slowest, unknown = [], [0.0], set()

        def recorder(reference, tally):
            def call(*args, **kwargs):
                line = encode_call(args, kwargs)
                args_data, kwargs_data = loads(line)
                unknown.update(filter(None, map(has_opaque, [*args_data, *(value for _, value in kwargs_data)])))
                if len(calls) >= MOST_CALLS:
                    raise BadTask("its test makes more than %d calls" % MOST_CALLS)
                calls.append(line)
                started = time.process_time()
                result = reference(*args, **kwargs)
                slowest[0] = max(slowest[0], time.process_time() - started)
                return result

            return call

        try:
            tally = self._execute(recorder)
        except Exception as error:
            raise BadTask("the test ends with %s: %s on the reference" % (type(error).__name__, error))
        if unknown:
            raise BadTask("it passes a value of type %s, which cannot cross" % min(unknown))
        if tally.strays:
            raise BadTask("the test raises %s on the reference" % tally.strays[0])
        return calls, tally.run, tally.ok, slowest[0]

    def replay(self, frames, extra, final=False):
        """Runs the test on the candidate's answers: `frames` to the recorded calls in order, `extra` to others by call.

        JSON data: {"need": call} when the test makes a call that has no answer yet, unless this is the `final` replay, in
        which such calls fail; else hits and successes per site.
        """
        position, missing, told = [0], [], []

        def answer_for(line):
            for index in range(position[0], len(self.calls)):
                if self.calls[index] == line:
                    position[0] = index + 1
                    return frames[index] if index < len(frames) else '["n"]'
            if line not in extra and final:
                return '["n"]'
            if line not in extra:
                missing.append(line)
                raise NeedsCall
            return extra[line]

        def replayer(reference, tally):
            def call(*args, **kwargs):
                line = encode_call(args, kwargs)
                frame = answer_for(line)
                tally.calls.append(len(told))
                told.append((line, frame))
                return _outcome(frame, args)

            return call

        strays = []
        try:
            tally = self._execute(replayer)
            strays = tally.strays
        except NeedsCall:
            pass
        except Exception as error:  # only statements outside the rewriting's reach: the rest of the test was not run
            return {"ended": "%s: %s" % (type(error).__name__, str(error)[:200])}
        if missing:
            return {"need": missing[0]}
        failures = [
            [site, problem, [show(self.entry, *told[index]) for index in indexes]]
            for site, (problem, indexes) in sorted(tally.notes.items())[:10]
        ]
        return {"run": tally.run, "ok": tally.ok, "failures": failures, "strays": strays[:5]}


def _read(frame):
    """(kind, rest) of a frame; a frame that is no frame is a dead candidate."""
    try:
        kind, *rest = parse(frame)
        return str(kind), rest
    except (ValueError, TypeError, RecursionError):
        return "d", []


PROBLEMS = {
    "t": "timed out",
    "d": "ended the process",
    "o": "wrote too much",
    "n": "was not run",
}


def _outcome(frame, args):
    """The value of a frame, or the exception it stands for; changes made to arguments are applied to `args`."""
    kind, rest = _read(frame)
    try:
        if kind in ("v", "m"):
            result = decode(rest[0])
            if kind == "m":
                for mine, theirs in zip(args, decode(rest[1])):
                    _change(mine, theirs)
            return result
        if kind == "x":
            name, message = str(rest[0]), str(rest[1])
    except (ValueError, TypeError, IndexError, RecursionError, MemoryError):
        raise CandidateError("an answer that cannot be read") from None
    if kind != "x":
        raise CandidateError("the call %s" % PROBLEMS.get(kind, "failed"))
    error = getattr(builtins, name, None)
    if isinstance(error, type) and issubclass(error, Exception):
        try:
            built = error(message)
        except Exception:
            built = CandidateError(name)
        raise built
    raise CandidateError("%s: %s" % (name, message))


def _change(mine, theirs):
    if type(mine) is not type(theirs):
        return
    if isinstance(mine, (list, bytearray)):
        mine[:] = theirs
    elif isinstance(mine, (dict, set)):
        mine.clear()
        mine.update(theirs)


def show(entry, line, frame):
    """For people: {"call": text, "answer": text, "trace": [[line, function], ...]}."""
    try:
        args, kwargs = decode_call(line)
        parts = [_short(value) for value in args] + ["%s=%s" % (name, _short(value)) for name, value in kwargs.items()]
        call = "%s(%s)" % (entry, ", ".join(parts))
    except Exception:
        call = "%s(...)" % entry
    kind, rest = _read(frame)
    trace = []
    try:
        if kind in ("v", "m"):
            answer = _short(decode(rest[0]))
        elif kind == "x":
            answer = ("%s: %s" % (rest[0], rest[1]))[:300].removesuffix(": ")
            trace = [[int(number), str(name)[:60]] for number, name in rest[2]][:5]
        else:
            answer = PROBLEMS.get(kind, "failed")
    except Exception:
        answer = "an answer that cannot be read"
    return {"call": call, "answer": answer, "kind": "value" if kind in ("v", "m") else "error", "trace": trace}


def _short(value):
    text = repr(value)
    return text if len(text) <= 200 else text[:120] + " ... " + text[-60:]
