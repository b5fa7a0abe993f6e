import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-messages.ts";

/** When this few pages are left, writing pauses until they are moved. */
const REST_PAGES = 100;

/** After this many rounds writing pauses anyway, because it is faster than the moving. */
const ROUNDS_MAX = 8;

const CHECK_EVERY_MS = 20;
const PAUSE_AFTER_FAULT_MS = 1_000;

const { file, stepPages, logPages } = workerData as CheckpointTask;
const database = new DatabaseSync(file);
database.exec("pragma synchronous = full");
const readState = database.prepare("pragma wal_checkpoint(noop)");
const move = database.prepare("pragma wal_checkpoint(passive)");

let next = setTimeout(moveAndSchedule, CHECK_EVERY_MS);

parentPort?.on("message", (message: ToCheckpoints) => {
  if (message === "close") close();
  // A message that was sent before the thread closed may still arrive; it no longer matters.
  else if (database.isOpen) finish();
});

/** Moves pages once enough have accumulated; writing continues meanwhile. */
function moveAndSchedule(): void {
  let waitMs = CHECK_EVERY_MS;
  try {
    if (logState().waiting >= stepPages) move.get();
    if (logState().log >= logPages) {
      for (let round = 0; logState().waiting > REST_PAGES && round < ROUNDS_MAX; round += 1) {
        move.get();
      }
      return post("pause");
    }
  } catch {
    // Usually a full disk. The log keeps the data safe, and a later attempt may succeed.
    waitMs = PAUSE_AFTER_FAULT_MS;
  }
  next = setTimeout(moveAndSchedule, waitMs);
}

/**
 * Called while writing is paused: after the last page is moved, the next commit restarts the log.
 */
function finish(): void {
  try {
    move.get();
  } catch {
    // As above.
  }
  post("resume");
  next = setTimeout(moveAndSchedule, CHECK_EVERY_MS);
}

/** The number of pages in the log, and how many of them have not been moved to the database. */
function logState(): { log: number; waiting: number } {
  const { log, checkpointed } = readState.get() as { log: number; checkpointed: number };
  return { log, waiting: log - checkpointed };
}

function post(message: FromCheckpoints): void {
  parentPort?.postMessage(message);
}

function close(): void {
  clearTimeout(next);
  database.close();
  parentPort?.close();
}
