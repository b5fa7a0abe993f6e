import { storageOf } from "../../../platform/database/dialect/storage-state.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";

/**
 * Brings the database file back after a fault of its disk: after a failed flush only a new process
 * knows what the file holds, and what could only be read is opened to write once there is room.
 */
export const storageWatch: Worker = {
  name: "storage_watch",
  schedule: { everyMs: 1_000 },
  everywhere: true,
  async run({ database, installation, log }) {
    const storage = storageOf(database);
    if (storage.state === "sound") return;
    if (storage.state === "lost") {
      log.fatal({}, "the database could not be flushed to disk; restarting");
      installation.restartInPlace();
    } else if (await storage.canWriteAgain()) {
      log.info({}, "the disk has free space again; reopening the database for writing");
      installation.reopenApp();
    }
  },
};
