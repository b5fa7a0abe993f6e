import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { createPreparedStatements } from "./prepared-statements.ts";
import type { FromReading, ReadingTask, ToReading } from "./reading-messages.ts";

/** Reports have few texts, and each is seldom run. */
const STATEMENTS_MAX = 32;

/** Another process may hold the file for the moment of a checkpoint. */
const BUSY_MS = 2_000;

const { file } = workerData as ReadingTask;
const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
database.exec("pragma query_only = on; pragma temp_store = memory; pragma cache_size = -8192;");
const prepared = createPreparedStatements(database, STATEMENTS_MAX);

parentPort?.on("message", (message: ToReading) => {
  parentPort?.postMessage(answerTo(message));
});

function answerTo({ id, text, values }: ToReading): FromReading {
  try {
    return { id, rows: prepared(text).statement.all(...values) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
