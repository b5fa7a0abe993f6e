import { readFileSync } from "node:fs";

/** Memory of a process in MB (10⁶ bytes). */
export interface ProcessMemory {
  readonly residentMb: number;
  /** The largest since the start. */
  readonly peakMb: number;
  /** The part without files: heaps, stacks, buffers. */
  readonly anonymousMb: number;
}

/** Memory by Linux's count; NaN on other systems. */
export function memoryOf(pid: number | undefined): ProcessMemory {
  const text = pid === undefined || process.platform !== "linux" ? "" : statusOf(pid);
  const mb = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) * 1024) / 1e6;
  return { residentMb: mb("VmRSS"), peakMb: mb("VmHWM"), anonymousMb: mb("RssAnon") };
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, "utf8");
}
