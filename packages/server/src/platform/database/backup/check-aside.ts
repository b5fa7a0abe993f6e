import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DamagedBackupError } from "./damaged-backup.ts";

type Found = { readonly rows: Record<string, number> } | { readonly fault: string };

/**
 * As `checkSqlite`, in a thread: reading a file of gigabytes takes minutes, in which the event loop
 * has requests to answer.
 *
 * @returns the rows of each table, without the search index
 * @throws DamagedBackupError
 */
export async function checkSqliteAside(file: string): Promise<Record<string, number>> {
  const thread = new Worker(new URL("./check-sqlite.thread.ts", import.meta.url), {
    workerData: { file },
  });
  const ended = new AbortController();
  thread.once("exit", () => ended.abort(new Error("the check was cut off")));
  const [found] = (await once(thread, "message", { signal: ended.signal })) as [Found];
  if ("fault" in found) throw new DamagedBackupError(found.fault);
  return found.rows;
}
