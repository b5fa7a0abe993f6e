import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { openDatabase } from "../connection.ts";
import { openReports } from "../reports.ts";
import type { Database } from "../tables.ts";
import { createReadingClient } from "./reading-client.ts";

const LONG = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 500000)
  select count(*) as n from n`;

let directory: string;
let url: string;
let database: Database;
let reports: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(memoryFolder(), "wordloom-reading-"));
  url = `sqlite:${join(directory, "test.db")}`;
  database = await openDatabase(url, { busyTimeoutMs: 1_000, poolSize: 1 });
  reports = openReports(url, database);
  await sql`create table t (n integer, label text)`.execute(database);
  await sql`insert into t values (1, 'one'), (2, null)`.execute(database);
});
afterEach(async () => {
  await reports.destroy();
  await database.destroy();
  rmSync(directory, { recursive: true });
});

const rowsOf = async (db: Database) =>
  (await sql`select n, label from t order by n`.execute(db)).rows.map((row) => ({
    ...Object(row),
  }));

describe("reports on SQLite", () => {
  it("see committed data, including new commits", async () => {
    expect(await rowsOf(reports)).toEqual([
      { n: 1, label: "one" },
      { n: 2, label: null },
    ]);
    await sql`insert into t values (3, 'three')`.execute(database);
    expect(await rowsOf(reports)).toHaveLength(3);
  });

  it("neither see uncommitted data nor wait for it", async () => {
    await database.transaction().execute(async (tx) => {
      await sql`delete from t`.execute(tx);
      expect(await rowsOf(reports)).toHaveLength(2);
    });
    expect(await rowsOf(reports)).toHaveLength(0);
  });

  it("leave the event loop free", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const { rows } = await sql.raw<{ n: number }>(LONG).execute(reports);
    clearInterval(timer);
    expect(rows[0]?.n).toBe(500_000);
    expect(turns).toBeGreaterThan(2);
  });

  it("cannot write", async () => {
    await expect(sql`delete from t`.execute(reports)).rejects.toThrow(/readonly|read-only/);
    await expect(reports.transaction().execute(async () => {})).rejects.toThrow("transactions");
    expect(await rowsOf(database)).toHaveLength(2);
  });

  it("survive a faulty statement", async () => {
    await expect(sql`select 1 from nowhere`.execute(reports)).rejects.toThrow("nowhere");
    expect(await rowsOf(reports)).toHaveLength(2);
  });
});

describe("a reading thread", () => {
  it("ends when idle", async () => {
    const limits = { taskMs: 30_000, idleMs: 0 };
    const client = createReadingClient(join(directory, "test.db"), limits);
    for (const n of [1, 2]) {
      expect(await client.run({ text: "select ? as n", values: [n] })).toHaveLength(1);
      await pause(1);
    }
    await client.close();
    await expect(client.run({ text: "select 1", values: [] })).rejects.toThrow("closed");
  });
});
