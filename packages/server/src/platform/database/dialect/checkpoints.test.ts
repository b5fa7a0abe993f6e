import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCheckpoints, type Checkpoints } from "./checkpoints.ts";
import { createMutex, type Mutex } from "./mutex.ts";

// Under constant writing the log stays small and nothing is lost: a real thread on a real file,
// with rows of one page each.
const POLICY = { rowsFirst: 3, pages: 250 };
const ROWS_MAX = 100_000;
let directory: string;
let file: string;
let connection: DatabaseSync;
let mutex: Mutex;
let checkpoints: Checkpoints;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "wordloom-checkpoints-"));
  file = join(directory, "log.db");
  connection = new DatabaseSync(file);
  connection.exec("pragma journal_mode = wal; create table t (n integer primary key, a blob)");
  mutex = createMutex(10_000);
  checkpoints = createCheckpoints(file, connection, mutex, POLICY);
});
afterEach(async () => {
  await checkpoints.close();
  if (connection.isOpen) connection.close();
  rmSync(directory, { recursive: true });
});

async function write(): Promise<void> {
  await mutex.acquire();
  connection.prepare("insert into t (a) values (zeroblob(3500))").run();
  mutex.release();
  checkpoints.written(1);
  await nextTurn();
}

function ask(text: string): number {
  return Number(Object.values(connection.prepare(text).get() ?? {})[0]);
}

describe("createCheckpoints", () => {
  it("restarts the log under constant writing", async () => {
    let rows = 0;
    // SQLite itself would move pages only at twice as many, so this was the thread.
    for (let longest = 0; longest === 0 && rows < ROWS_MAX; rows += 1) {
      const before = framesInLog();
      await write();
      if (framesInLog() < before && before < POLICY.pages * 2) longest = before;
    }
    expect(rows).toBeLessThan(ROWS_MAX);
    expect(ask("select count(*) from t")).toBe(rows);
  });

  it("moves everything to the database on close, and leaves checkpoints to SQLite", async () => {
    for (let rows = 0; rows < 20; rows += 1) await write();
    await checkpoints.close();
    expect(ask("pragma wal_autocheckpoint")).toBe(1_000);
    await mutex.acquire();
    connection.close();
    const reopened = new DatabaseSync(file, { readOnly: true });
    expect(reopened.prepare("select count(*) as rows from t").get()).toEqual({ rows: 20 });
    reopened.close();
  });

  it("starts no thread for few writes", async () => {
    for (let rows = 0; rows < POLICY.rowsFirst - 1; rows += 1) await write();
    expect(ask("pragma wal_autocheckpoint")).toBe(1_000);
    await write();
    expect(ask("pragma wal_autocheckpoint")).toBe(POLICY.pages * 2);
  });
});

function framesInLog(): number {
  const { log } = connection.prepare("pragma wal_checkpoint(noop)").get() as { log: number };
  return log;
}
