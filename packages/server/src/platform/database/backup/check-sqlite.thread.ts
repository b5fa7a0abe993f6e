import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../basics/thrown.ts";
import { checkSqlite } from "./copy-sqlite.ts";

// Reads a whole SQLite file; see check-aside.ts.
const { file } = workerData as { readonly file: string };
try {
  parentPort?.postMessage({ rows: checkSqlite(file) });
} catch (error) {
  parentPort?.postMessage({ fault: messageOf(error) });
}
