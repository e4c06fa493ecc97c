import { readdirSync, readFileSync } from "node:fs";

interface Seen {
  pid: number;
  parent: number;
}

/** All processes below this one, itself not included. Linux. */
function descendants(): number[] {
  const all: Seen[] = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
    } catch {
      return [];
    }
  });
  const found = [process.pid];
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return found.slice(1);
}

/** What the processes below this one hold: proportional memory in MB (shared pages counted once), open descriptors. */
export function footprint(): { processes: number; megabytes: number; descriptors: number; zombies: number } {
  let [kilobytes, descriptors, zombies] = [0, 0, 0];
  const pids = descendants();
  for (const pid of pids) {
    try {
      const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
      kilobytes += Number(pss?.[1] ?? 0);
      descriptors += readdirSync(`/proc/${pid}/fd`).length;
      if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"))) zombies++;
    } catch {
      // Gone meanwhile, or another user's.
    }
  }
  return { processes: pids.length, megabytes: kilobytes / 1024, descriptors, zombies };
}
