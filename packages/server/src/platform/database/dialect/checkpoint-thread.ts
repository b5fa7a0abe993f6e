import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-wire.ts";

/** With so little left to move, writing may pause until it is done. */
const REST_PAGES = 100;

/** Rounds until writing is paused all the same: it is then faster than the moving. */
const ROUNDS_MAX = 8;

const LOOK_EVERY_MS = 20;
const PAUSE_AFTER_FAULT_MS = 1_000;

const { file, stepPages, logPages } = workerData as CheckpointTask;
const database = new DatabaseSync(file);
database.exec("pragma synchronous = full");
const look = database.prepare("pragma wal_checkpoint(noop)");
const move = database.prepare("pragma wal_checkpoint(passive)");

let next = setTimeout(tend, LOOK_EVERY_MS);

parentPort?.on("message", (message: ToCheckpoints) => {
  if (message === "close") close();
  // What was on its way when the thread was told to end is of no interest any more.
  else if (database.isOpen) finish();
});

/** Moves pages once enough have gathered; writing goes on meanwhile. */
function tend(): void {
  let waitMs = LOOK_EVERY_MS;
  try {
    if (seen().waiting >= stepPages) move.get();
    if (seen().log >= logPages) {
      for (let round = 0; seen().waiting > REST_PAGES && round < ROUNDS_MAX; round += 1) move.get();
      return say("pause");
    }
  } catch {
    // A full disk, as a rule; what is in the log is safe there, and the next try may succeed.
    waitMs = PAUSE_AFTER_FAULT_MS;
  }
  next = setTimeout(tend, waitMs);
}

/** Nobody writes now: with the last page moved, the log begins anew with the next commit. */
function finish(): void {
  try {
    move.get();
  } catch {
    // As above.
  }
  say("resume");
  next = setTimeout(tend, LOOK_EVERY_MS);
}

/** Pages in the log, and how many of them are not in the database yet. */
function seen(): { log: number; waiting: number } {
  const { log, checkpointed } = look.get() as { log: number; checkpointed: number };
  return { log, waiting: log - checkpointed };
}

function say(message: FromCheckpoints): void {
  parentPort?.postMessage(message);
}

function close(): void {
  clearTimeout(next);
  database.close();
  parentPort?.close();
}
