import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-wire.ts";

/** With this few pages left to move, writing is paused until they are done. */
const REST_PAGES = 100;

/** After this many rounds writing is paused anyway: it outpaces the moving. */
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
  // A message that was sent before the thread closed may still arrive; it no longer matters.
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

/** Writing is paused: once the last page is moved, the next commit restarts the log. */
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
