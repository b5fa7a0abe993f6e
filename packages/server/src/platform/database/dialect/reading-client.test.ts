import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../connection.ts";
import { openReports } from "../reports.ts";
import type { Database } from "../tables.ts";
import { createReadingClient } from "./reading-client.ts";

const LONG = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000)
  select count(*) as n from n`;

let directory: string;
let url: string;
let database: Database;
let reports: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "wordloom-reading-"));
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
  it("see what was committed, also meanwhile", async () => {
    expect(await rowsOf(reports)).toEqual([
      { n: 1, label: "one" },
      { n: 2, label: null },
    ]);
    await sql`insert into t values (3, 'three')`.execute(database);
    expect(await rowsOf(reports)).toHaveLength(3);
  });

  it("do not see what is not committed, and do not wait for it", async () => {
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
    expect(rows[0]?.n).toBe(2_000_000);
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
  it("refuses who waits too long, and goes on with those behind", async () => {
    const limits = { statementMs: 120_000, idleMs: 60_000 };
    const client = createReadingClient(join(directory, "test.db"), limits);
    await client.read("select 1 as one", []);
    limits.statementMs = 0;
    const refused = [client.read(LONG, []), client.read("select 2 as two", [])];
    limits.statementMs = 120_000;
    const served = client.read("select 3 as three", []);
    for (const one of refused) await expect(one).rejects.toThrow("too long");
    expect(Object(await served)[0]).toEqual({ three: 3 });
    await client.close();
  });

  it("ends when it has nothing to do", async () => {
    const client = createReadingClient(join(directory, "test.db"), {
      statementMs: 30_000,
      idleMs: 0,
    });
    for (const n of [1, 2]) {
      expect(await client.read("select ? as n", [n])).toHaveLength(1);
      await pause(1);
    }
    await client.close();
    await expect(client.read("select 1", [])).rejects.toThrow("closed");
  });
});
