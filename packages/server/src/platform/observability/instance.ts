import { hostname } from "node:os";
import type { Ids } from "../basics/ids.ts";
import type { Clock } from "../time/clock.ts";

/** This process, as other processes and administrators see it. */
export interface Instance {
  /** New at each start; also the holder of its leases. */
  readonly id: string;
  /** Name of the machine. */
  readonly host: string;
  readonly pid: number;
  readonly startedAtMs: number;
}

export function createInstance(ids: Ids, clock: Clock): Instance {
  return { id: ids.next(), host: hostname(), pid: process.pid, startedAtMs: clock.nowMs() };
}
