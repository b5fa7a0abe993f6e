import { basename } from "node:path";
import { createStandingThread } from "../../basics/standing-thread.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { programSchema } from "../schema-version.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import type { DumpReader } from "./read-dump.ts";
import type { ReadReply, ReadTask } from "./read-sqlite.thread.ts";

/**
 * Passes the rows of a SQLite file to the reader of a dump; only those of its tables, not its
 * triggers, views and virtual tables. A thread reads them, because nobody knows who made the file.
 *
 * @throws DamagedBackupError
 */
export async function readSqliteAsDump(path: string, reader: DumpReader): Promise<void> {
  const thread = createReader();
  const ask = async (task: ReadTask) => {
    const reply = await thread.run(task);
    if (reply.fault !== undefined) throw new DamagedBackupError(reply.fault);
    return reply;
  };
  try {
    const { migrations, tables } = await ask({ open: path });
    await reader.begin?.({
      format: 1,
      kind: "manual",
      database: "sqlite",
      name: basename(path),
      version: "",
      createdAt: "",
      schema: programSchema(migrations.map((name) => ({ name }))),
      minReaderSchema: 0,
      migrations,
    });
    for (const table of tables) {
      await reader.table?.(table);
      let { rows } = await ask({ begin: table });
      while (rows.length > 0) {
        for (const row of rows) await reader.row?.(row);
        ({ rows } = await ask("next"));
      }
    }
  } finally {
    await thread.close();
  }
}

/** A thread of its own, which keeps the file open between two tasks. */
function createReader() {
  return createStandingThread<ReadTask, ReadReply>({
    script: new URL("./read-sqlite.thread.ts", import.meta.url),
    limits: { taskMs: HOUR_MS, idleMs: DAY_MS, waitingMax: 1, heapMaxMib: 128 },
    faults: {
      closed: "the file is no longer read",
      died: "the reading of the file was interrupted",
      late: "the reading of the file took too long",
      full: "the file is being read already",
    },
  });
}
