import type { MonitoredWorker } from "@wordloom/contract";

/** `bad`: failed or was cut off; `late`: missed its time; `off`: runs only on request. */
export type WorkerState = "bad" | "late" | "well" | "new" | "off";

/** The watchdog reports a worker after this many missed runs. */
const MISSED_MIN = 3;

const ORDER: readonly WorkerState[] = ["bad", "late", "new", "well", "off"];

type Judged = Pick<MonitoredWorker, "enabled" | "lastOutcome" | "lastRunAt" | "missCount">;

export function stateOf({ enabled, lastOutcome, lastRunAt, missCount }: Judged): WorkerState {
  if (lastOutcome === "failed" || lastOutcome === "timeout") return "bad";
  if (!enabled) return "off";
  if (missCount >= MISSED_MIN) return "late";
  return lastRunAt === null ? "new" : "well";
}

/** Whether it needs attention. */
export function isAiling(worker: Judged): boolean {
  return ["bad", "late"].includes(stateOf(worker));
}

/** Workers that need attention first, then by name. */
export function inOrder<W extends Judged & Pick<MonitoredWorker, "workerName">>(
  workers: readonly W[],
): W[] {
  const place = (worker: W) => ORDER.indexOf(stateOf(worker));
  const byName = (one: W, other: W) => (one.workerName < other.workerName ? -1 : 1);
  return workers.toSorted((one, other) => place(one) - place(other) || byName(one, other));
}
