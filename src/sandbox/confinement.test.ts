import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { findPython } from "./fork-server/python.ts";
import { LineProcess } from "./line-process.ts";
import { pythonFolder } from "./side-files.ts";

const root = process.getuid?.() === 0;
const nobody = 65_534;

/** Returns what it sees of itself, and stays long enough to be looked at. */
const source = `
import os, time
def exists(fd):
    try: return os.fstat(fd) is not None
    except OSError: return False
def f():
    time.sleep(0.4)
    return [os.getuid(), os.geteuid(), os.getgid(), os.getegid(), [fd for fd in range(1024) if exists(fd)]]
`;
const job = { mode: "calls", source, entry: "f", calls: ["[[],[]]"], seed: 0 };
const limits = { loadMs: 1000, stepMs: 1000, totalMs: 2000, memoryMb: 256, frames: 2 };

const started: LineProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((process) => process.kill())));

/** A slot of the fork server, perhaps as another user; null where the kernel does not allow it. */
async function start(who: string, fences: object): Promise<LineProcess | null> {
  const { executable } = await findPython();
  const words = [executable, "-s", "-S", "-B", pythonFolder, "supervisor", JSON.stringify(fences)];
  const drop = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"];
  const [command = "", ...rest] = who === "nobody" && root ? [...drop, ...words] : words;
  const slot = new LineProcess({ command, arguments: rest, environment: { PATH: process.env.PATH ?? "" } });
  started.push(slot);
  return (await slot.read(20_000)).includes("unavailable") ? null : slot;
}

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number);

/** A table of /proc as a map from each line's label to the rest of it. */
const table = (pid: number, name: string, between: RegExp) =>
  new Map(
    readFileSync(`/proc/${pid}/${name}`, "latin1")
      .split("\n")
      .map((line) => {
        const [label = "", ...rest] = line.split(between);
        return [label, rest.map((part) => part.trim())] as const;
      }),
  );

const settings = [
  ["all fences", { namespaces: true, landlock: true }],
  ["no namespaces", { namespaces: false, landlock: true }],
  ["no Landlock", { namespaces: true, landlock: false }],
] as const;

describe.skipIf(process.platform !== "linux").each(root ? ["root", "nobody"] : ["an unprivileged user"])(
  "the fork server, started by %s",
  (who) => {
    describe.each(settings)("with %s", (_, fences) => {
      it("runs a program with nothing but its connection, no privilege and hard limits", async (context) => {
        const slot = await start(who, fences);
        if (!slot) return context.skip();
        slot.write(`${JSON.stringify(limits)}\n${JSON.stringify(job)}\n`);
        const server = childrenOf(slot.pid)[0];
        const confined = () => childrenOf(server).find((pid) => table(pid, "status", /:/).get("Seccomp")?.[0] === "2");
        await expect.poll(confined, { interval: 5 }).toBeDefined();
        const pid = confined() ?? 0;

        const status = table(pid, "status", /:\t/);
        const [user, group] = root ? [nobody, nobody] : [process.getuid?.(), process.getgid?.()];
        expect(status.get("Uid")).toEqual([Array(4).fill(user).join("\t")]);
        expect(status.get("Gid")).toEqual([Array(4).fill(group).join("\t")]);
        if (root) expect(status.get("Groups")).toEqual([""]);
        for (const set of ["CapInh", "CapPrm", "CapEff", "CapAmb"])
          expect(status.get(set), set).toEqual(["0000000000000000"]);
        expect(status.get("NoNewPrivs")).toEqual(["1"]);
        expect(status.get("Threads")).toEqual(["1"]);

        const limit = table(pid, "limits", / {2,}/);
        const seconds = String(limits.totalMs / 1000 + 2);
        for (const [name, most] of [
          ["Max address space", String(limits.memoryMb << 20)],
          ["Max cpu time", seconds],
          ["Max processes", "0"],
          ["Max open files", "32"],
          ["Max file size", "0"],
          ["Max core file size", "0"],
          ["Max locked memory", "0"],
          ["Max msgqueue size", "0"],
        ] as const)
          expect(limit.get(name)?.slice(0, 2), name).toEqual([most, most]);

        // A process that others of its user may look into has its files in /proc owned by that user.
        expect(statSync(`/proc/${pid}/fd`).uid).toBe(0);
        if (root) {
          const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
          expect(open.slice(0, 3)).toEqual(Array(3).fill("/dev/null"));
          expect(open.slice(3)).toEqual([expect.stringMatching(/^socket:/)]);
        } else expect(() => readdirSync(`/proc/${pid}/fd`)).toThrow("EACCES");

        expect(await slot.read(10_000)).toBe('F["ok"]');
        const seen = JSON.stringify([user, user, group, group, [0, 1, 2, 3]]);
        expect(await slot.read(10_000)).toBe(`F["v",${seen}]`);
      });

      it("ends with its supervisor, even when it is stopped", async (context) => {
        const slot = await start(who, fences);
        if (!slot) return context.skip();
        const server = childrenOf(slot.pid)[0] ?? 0;
        process.kill(server, "SIGSTOP");
        await slot.kill();
        const gone = () => {
          try {
            return table(server, "stat", /\) /).values().next().value?.[0]?.startsWith("Z") ?? true;
          } catch {
            return true;
          }
        };
        try {
          await expect.poll(gone, { timeout: 5000 }).toBe(true);
        } finally {
          if (!gone()) process.kill(server, "SIGKILL");
        }
      });
    });
  },
);
