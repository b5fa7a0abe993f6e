import {
  createStandingThread,
  type StandingThread,
  type ThreadLimits,
} from "../../basics/standing-thread.ts";
import type { ReadingData, ReadingTask } from "./reading-messages.ts";

/** Time limits of a reading thread; see `ThreadLimits`. */
type ReadingLimits = Pick<ThreadLimits, "taskMs" | "idleMs">;

/** Runs read-only statements. */
export type ReadingClient = Pick<StandingThread<ReadingTask, readonly unknown[]>, "run" | "close">;

const DEFAULT_LIMITS: ReadingLimits = { taskMs: 8_000, idleMs: 60_000 };

/** A result that exceeds this is a bug, because reports are read in pages. */
const HEAP_MAX_MIB = 96;

/** Reports are few, and each runs its statements one after another. */
const WAITING_MAX = 1_000;

/**
 * Runs statements in a thread with its own connection, which cannot write. SQLite's binding cannot
 * interrupt a statement.
 *
 * @param file  of an existing database in WAL mode
 */
export function createReadingClient(
  file: string,
  { taskMs, idleMs } = DEFAULT_LIMITS,
): StandingThread<ReadingTask, readonly unknown[]> {
  return createStandingThread({
    script: new URL("./reading-thread.ts", import.meta.url),
    workerData: { file } satisfies ReadingData,
    limits: { taskMs, idleMs, heapMaxMib: HEAP_MAX_MIB, waitingMax: WAITING_MAX },
    faults: {
      closed: "the database is closed",
      died: "the thread that reads for reports ended",
      late: "a statement for a report took too long",
      full: "too many statements for reports are waiting",
    },
  });
}
