import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Under full load, background work gets 1/20 of the time. */
const SHARE_OF_TIME = 20;

/** Idle time to wait for, as a multiple of the time just used, because requests come in bursts. */
const ROOM = 2;

const LOOK_EVERY_MS = 2;

/** Below this event-loop utilization, no requests are waiting. */
const QUIET_UTILIZATION = 0.1;

/** How the event loop spent its time since the work was done, in milliseconds. */
export interface LoopTime {
  readonly idle: number;
  readonly active: number;
}

/**
 * For background work; the work of requests takes turns (time/turns.ts).
 *
 * Lets requests run first: waits until the event loop has been idle for twice as long as the last
 * piece of work took. Returns almost at once when there is no load; under full load the work gets a
 * small share of the time.
 *
 * @param spentMs  duration of the last piece of work
 * @returns whether there was other load
 */
export async function yieldToRequests(spentMs: number): Promise<boolean> {
  const since = performance.eventLoopUtilization();
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const time = performance.eventLoopUtilization(since);
    if (mayContinue(time, spentMs)) return !isQuiet(time);
  }
}

/** Whether work that took `spentMs` may continue. */
export function mayContinue({ idle, active }: LoopTime, spentMs: number): boolean {
  const passedMs = idle + active;
  if (isQuiet({ idle, active })) return true;
  return idle >= ROOM * spentMs || passedMs >= spentMs * (SHARE_OF_TIME - 1);
}

function isQuiet({ idle, active }: LoopTime): boolean {
  return active < (idle + active) * QUIET_UTILIZATION;
}
