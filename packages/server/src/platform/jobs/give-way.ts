import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** However busy the process is, background work gets one part in this many of its time. */
const SHARE_OF_TIME = 20;

/** Idle time to wait for, as a multiple of the time just used: requests come in bursts. */
const ROOM = 2;

const LOOK_EVERY_MS = 2;

/** Below this share of time in use nobody is waiting for us. */
const QUIET_UTILIZATION = 0.1;

/** Where the event loop's time went since the work was done, milliseconds. */
export interface LoopTime {
  readonly idle: number;
  readonly active: number;
}

/**
 * Lets requests go first: waits until they have left twice as much time unused as the last piece of
 * work took. When nobody asks for anything that is at once; under full load it is a small share of
 * the time.
 *
 * @param spentMs  what the last piece of work took
 * @returns        whether there was anybody to give way to
 */
export async function giveWay(spentMs: number): Promise<boolean> {
  const since = performance.eventLoopUtilization();
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const time = performance.eventLoopUtilization(since);
    if (mayGoOn(time, spentMs)) return !isQuiet(time);
  }
}

/** Whether background work that took `spentMs` may take its next turn. */
export function mayGoOn({ idle, active }: LoopTime, spentMs: number): boolean {
  const passedMs = idle + active;
  if (isQuiet({ idle, active })) return true;
  return idle >= ROOM * spentMs || passedMs >= spentMs * (SHARE_OF_TIME - 1);
}

function isQuiet({ idle, active }: LoopTime): boolean {
  return active < (idle + active) * QUIET_UTILIZATION;
}
