import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../connection.ts";
import { openReports } from "../reports.ts";
import type { Database } from "../tables.ts";
import { createReadingClient } from "./reading-client.ts";

const ENDLESS = `with recursive n(i) as (select 1 union all select i + 1 from n)
  select count(*) from n`;

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
    const counting = sql<{ n: number }>`with recursive n(i) as
      (select 1 union all select i + 1 from n where i < 2000000) select count(*) as n from n`;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const { rows } = await counting.execute(reports);
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
    await expect(sql`select nothing from nowhere`.execute(reports)).rejects.toThrow("nowhere");
    expect(await rowsOf(reports)).toHaveLength(2);
  });
});

describe("a reading thread", () => {
  it("is ended with a statement that takes too long, and started again", async () => {
    const client = createReadingClient(join(directory, "test.db"), {
      statementMs: 300,
      idleMs: 60_000,
    });
    await expect(client.read(ENDLESS, [])).rejects.toThrow("too long");
    // A thread that has just been started may need longer than this statement's limit.
    const answer = (): Promise<readonly unknown[]> =>
      client.read("select 1 as one", []).catch(answer);
    expect((await answer()).map((row) => ({ ...Object(row) }))).toEqual([{ one: 1 }]);
    await client.close();
  });

  it("ends when it has nothing to do", async () => {
    const client = createReadingClient(join(directory, "test.db"), {
      statementMs: 30_000,
      idleMs: 0,
    });
    for (const n of [1, 2]) {
      expect(await client.read("select ? as n", [n])).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.close();
    await expect(client.read("select 1", [])).rejects.toThrow("closed");
  });
});
