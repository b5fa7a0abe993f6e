import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long one request may hold the event loop before others get their turn, milliseconds. */
const HOLD_MAX_MS = 10;

/** When work started in this turn of the event loop. Belongs to the process, as the loop does. */
let begunMs: number | undefined;

function nextBegins(): void {
  begunMs = undefined;
}

/**
 * Await this between the pieces of a request's long computation or series of statements. Awaiting a
 * promise that is already settled does not let others in; only a turn of the loop does. All waiting
 * work is served in that turn; if there is none, it takes microseconds. (Background work yields for
 * longer: jobs/yield-to-requests.ts.)
 *
 * @returns undefined while this turn is short, otherwise a promise for the next one
 */
export function takeTurns(): Promise<void> | undefined {
  if (begunMs === undefined) {
    begunMs = performance.now();
    setImmediate(nextBegins);
    return undefined;
  }
  return performance.now() - begunMs < HOLD_MAX_MS ? undefined : nextTurn();
}

/** Like `map`, but lets other requests in between the entries. */
export async function mapInTurns<T, R>(
  entries: readonly T[],
  change: (entry: T, index: number) => R,
): Promise<R[]> {
  const changed: R[] = [];
  for (const [index, entry] of entries.entries()) {
    const turn = takeTurns();
    if (turn !== undefined) await turn;
    changed.push(change(entry, index));
  }
  return changed;
}
