"""One slot of the fork server: takes jobs from Fettle on standard input, has each run in a fresh child, and passes on
what the child writes as raw lines. It watches the clock and the amounts; it never looks into a job or a frame.

In: a line of JSON with limits, then the job's line; during a program also replies to its calls. Out, each one line:
F and a frame; C and a call to the host, which waits for a reply; E and how the job ended, as JSON.
"""

import array
import json
import os
import select
import socket
import sys
import time

from . import linux, zygote
from .codec import dumps
from .lines import Lines, write_all

PATIENCE = 5
"""How many times its limit a step may take by the clock on the wall, asleep or without a processor."""
UNWATCHED = 0.01
"""Seconds in which frames are left where they are: most jobs end within, and nobody is woken for each frame."""
FRAME_BYTES = 4_200_000
TOTAL_BYTES = 16_000_000
LINE_BYTES = 64
"""What each line counts for beside its own length: passing on an empty one takes time too."""


class Lost(Exception):
    """The fork server is gone."""


class ForkServer:
    """Has one child at a time."""

    def __init__(self, settings):
        self.control, self.pid, self.isolation = zygote.start(settings)

    def _ask(self, order, answer):
        self.control.sendall(order)
        reply = self.control.recv(64)
        if len(reply) != answer.size:
            raise Lost
        return answer.unpack(reply)

    def fork(self, sock, memory_mb, cpu_seconds):
        rights = array.array("i", [sock.fileno()])
        order = b"F" + zygote.LIMITS.pack(memory_mb, cpu_seconds)
        self.control.sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])

    def processor_time(self):
        (seconds,) = self._ask(b"C", zygote.CPU)
        return seconds

    def end(self):
        return self._ask(b"K", zygote.REPORT)


class Clock:
    """Limits on processor time, for the first step, each after it and all of them, in seconds.

    Behind each stands a limit on the wall's clock, `PATIENCE` times as long.
    """

    def __init__(self, load, step, total, processor_time):
        self.step_limit, self.next_limit, self.total_limit = load, step, total
        self.processor_time = processor_time
        self.start = self.step_start = time.monotonic()

    def next_step(self):
        self.step_limit = self.next_limit
        self.step_start = time.monotonic()

    def pause(self, seconds):
        self.start += seconds
        self.step_start += seconds

    def left(self):
        """Seconds worth waiting before asking again; 0 when the time is over."""
        now = time.monotonic()
        step, total = now - self.step_start, now - self.start
        soonest = min(self.step_limit - step, self.total_limit - total)
        if soonest > 0:
            return soonest
        if step >= PATIENCE * self.step_limit or total >= PATIENCE * self.total_limit:
            return 0
        used = self.processor_time()
        # All the time without a processor may have been in this step: the step has used at least the rest.
        step_left = 0.75 * self.step_limit - (step - (total - used))
        soonest = min(step_left, self.total_limit - used)
        return max(soonest, 0.01) if soonest > 0 else 0


class Slot:
    def __init__(self, settings):
        self.server = ForkServer(settings)
        self.input = Lines(0)

    def say(self, letter, text):
        write_all(1, letter + text + b"\n")

    def serve(self):
        while True:
            try:
                header = json.loads(self.input.read())
                job = self.input.read()
            except EOFError:
                self.server.control.close()
                os.waitpid(self.server.pid, 0)
                return
            frames, end = self.run(header, job)
            # In one piece: whoever reads it is woken once.
            write_all(1, b"".join([b"F%b\n" % frame for frame in frames] + [b"E%b\n" % dumps(end).encode()]))

    def run(self, header, job):
        """(frames to be passed on, how it ended)."""
        ours, theirs = socket.socketpair()
        cpu_seconds = int(header["totalMs"] / 1000) + 2
        self.server.fork(theirs, header["memoryMb"], cpu_seconds)
        theirs.close()
        limits = [header[name] / 1000 for name in ("loadMs", "stepMs", "totalMs")]
        clock = Clock(*limits, self.server.processor_time)
        try:
            try:
                ours.sendall(job + b"\n")
            except OSError:
                pass  # it died before reading: the end tells
            passed, end = self.watch(ours, clock, header["frames"])
        finally:
            ours.close()
            used, peak = self.server.end()
        if passed is None:
            raise Lost
        if end == "died" and used >= cpu_seconds - 0.5:
            end = "timeout"
        return passed, {"end": end, "cpuMs": used * 1000, "peakKb": peak}

    def watch(self, sock, clock, frames):
        """(frames, end), with at most `frames` of them. None: all are passed on as they come, until a program's last.

        What counts is the order in which a child writes, never in which pieces it is read. The frames are None where it
        did not get as far as its program, which is then not to blame.
        """
        waiting = select.poll()
        if frames is not None:
            waiting.register(sock, 0)  # tells the end alone
            waiting.poll(UNWATCHED * 1000)
        waiting.register(sock, select.POLLIN)
        kept, pending, amount = None, b"", 0
        while True:
            left = clock.left()
            if left <= 0:
                return kept, "timeout"
            if not waiting.poll(left * 1000 + 1):
                continue
            try:
                chunk = sock.recv(1 << 16)
            except OSError:
                chunk = b""
            if not chunk:
                return kept, "died"
            if kept is None:
                kept, chunk = [], chunk[len(zygote.READY) :]
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                amount += len(line) + LINE_BYTES
                if exceeds(line, amount):
                    return kept, "overflow"
                if frames is None:
                    if self.relay(sock, clock, line):
                        return kept, "done"
                else:
                    kept.append(line)
                    if len(kept) == frames or kept[0].startswith(b'["l"'):
                        return kept, "done"
            if exceeds(pending, amount + len(pending)):
                return kept, "overflow"
            if lines:
                clock.next_step()

    def relay(self, sock, clock, line):
        """Passes a program's frame on, or answers its call; True after its last frame."""
        if line.startswith(b'["c",'):
            asked = time.monotonic()
            self.say(b"C", line)
            reply = self.input.read() + b"\n"
            clock.pause(time.monotonic() - asked)
            send(sock, clock, reply)
            return False
        self.say(b"F", line)
        return line.startswith(b'["e",')


def exceeds(line, amount):
    return amount > TOTAL_BYTES or len(line) > FRAME_BYTES or not line.isascii()


def send(sock, clock, data):
    """Sends as much as the child takes before its time is over: it may never read."""
    taking = select.poll()
    taking.register(sock, select.POLLOUT)
    while data and (left := clock.left()) > 0:
        if taking.poll(left * 1000 + 1):
            try:
                data = data[sock.send(data, socket.MSG_DONTWAIT) :]
            except OSError:
                return


def main(settings):
    linux.die_with(os.getppid())
    try:
        slot = Slot(settings)
    except OSError as error:
        write_all(1, dumps({"unavailable": str(error)}).encode() + b"\n")
        return
    linux.not_dumpable()  # not before: it closes /proc/self, which a user namespace needs
    write_all(1, dumps({"ready": slot.server.isolation, "python": sys.version.split()[0]}).encode() + b"\n")
    try:
        slot.serve()
    except Lost:
        sys.exit(3)
