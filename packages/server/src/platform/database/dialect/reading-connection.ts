import { DatabaseSync } from "node:sqlite";
import { addFoldText } from "./folded-text.ts";
import { createPreparedStatements } from "./prepared-statements.ts";
import type { ReadingTask } from "./reading-messages.ts";

/** Reports have few statement texts, and each seldom runs. */
const STATEMENTS_MAX = 32;

/** Another process may lock the file briefly for a checkpoint. */
const BUSY_MS = 2_000;

/**
 * Opens a connection that cannot write.
 *
 * @param file  of an existing database in WAL mode
 */
export function openReadingConnection(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  database.exec("pragma query_only = on; pragma temp_store = memory; pragma cache_size = -8192;");
  addFoldText(database);
  const prepared = createPreparedStatements(database, STATEMENTS_MAX);
  return {
    read: ({ text, values }: ReadingTask) => prepared(text).readRows(values),
    close: () => database.close(),
  };
}
