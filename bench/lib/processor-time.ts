import { readdirSync, readFileSync } from "node:fs";

/** Ticks of the system per second: always 100 for programs. */
const TICK_SECONDS = 1 / 100;

/** A process as Linux describes it. */
interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Its own time, plus that of its ended children. */
  readonly seconds: number;
}

/** Processor time of a process so far, in seconds; NaN if the system does not report it. */
export function processorSecondsOf(pid: number): number {
  return factsOf(pid)?.seconds ?? Number.NaN;
}

/** The same including running children, such as those of a PostgreSQL server. */
export function processorSecondsOfFamily(parent: number): number {
  const pids = readdirSync("/proc").map(Number);
  const all = pids.flatMap((pid) => (pid > 0 ? (factsOf(pid) ?? []) : []));
  const family = all.filter((facts) => facts.pid === parent || facts.parent === parent);
  return family.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** @returns undefined if there is no such process */
export function parentOf(pid: number): number | undefined {
  return factsOf(pid)?.parent;
}

function factsOf(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in brackets, may contain spaces.
    const [, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(parent), seconds: ticks * TICK_SECONDS };
  } catch {
    return undefined;
  }
}
