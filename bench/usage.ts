import { readFileSync } from "node:fs";

/** Resident memory of a process in MiB now; null where /proc is missing. */
export function memoryOf(pid: number): number | null {
  try {
    const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}

/** Clock ticks per second of /proc/PID/stat: 100 on every Linux in use. */
const ticksPerSecond = 100;

/** Processor seconds that a process has used so far; null where /proc is missing. */
export function processorSecondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The fields after the command's name, which may itself hold blanks; 14 and 15 of all are user and system time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return null;
  }
}
