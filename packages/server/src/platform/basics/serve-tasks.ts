import { parentPort } from "node:worker_threads";
import { releaseMemory } from "./release-memory.ts";

/** A thread without a task for this long releases the memory of its tasks. */
const QUIET_MS = 1_000;

/** A task sent to a standing thread. */
export interface ToThread<Task> {
  readonly id: number;
  readonly task: Task;
}

/** The result of a task, or the message of the error it threw. */
export type FromThread<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly fault: string };

/**
 * The thread's side of `createStandingThread`: runs the tasks one after another.
 *
 * @param keepsMemory  for a thread whose next task must not wait for its memory to grow again
 */
export function serveTasks<Task, Result>(
  work: (task: Task) => Result,
  { keepsMemory = false } = {},
): void {
  const quiet = keepsMemory ? undefined : setTimeout(releaseMemory, QUIET_MS).unref();
  parentPort?.on("message", ({ id, task }: ToThread<Task>) => {
    parentPort?.postMessage(answerTo(id, () => work(task)));
    quiet?.refresh();
  });
}

function answerTo<Result>(id: number, work: () => Result): FromThread<Result> {
  try {
    return { id, result: work() };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
