import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, type Mock, vi } from "vitest";
import {
  createTestAddress,
  openTestDatabase,
  testDialect,
  testOptions,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { openDatabase, sqliteFile } from "./connection.ts";
import type { Database } from "./tables.ts";
import { transact } from "./transaction.ts";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
});
afterAll(() => opened.close());

function addBook(id: string, position = 0) {
  const row = { wordbook_id: "b", word_id: id, position, added_at_ms: 1_700_000_000_123 };
  return db.insertInto("wordbook_words").values(row);
}

describe("openDatabase", () => {
  it("returns integers as numbers, sums included", async () => {
    await addBook("n1", 20).execute();
    const row = await db
      .selectFrom("wordbook_words")
      .select(({ fn }) => [fn.sum<number>("added_at_ms").as("sum"), fn.countAll().as("count")])
      .where("word_id", "=", "n1")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sum: 1_700_000_000_123, count: 1 });
  });

  it("returns the number of affected rows", async () => {
    await addBook("t1").execute();
    await addBook("t2").execute();
    const both = ["t1", "t2"];
    const changed = await db
      .updateTable("wordbook_words")
      .set({ position: 9 })
      .where("word_id", "in", both)
      .executeTakeFirst();
    const removed = await db
      .deleteFrom("wordbook_words")
      .where("word_id", "in", both)
      .executeTakeFirst();
    expect([changed.numUpdatedRows, removed.numDeletedRows]).toEqual([2n, 2n]);
  });

  it("returns inserted rows", async () => {
    const row = await addBook("r1", 3).returning(["word_id", "position"]).executeTakeFirst();
    expect(row).toEqual({ word_id: "r1", position: 3 });
  });

  it("generates increasing keys", async () => {
    const run = {
      worker: "w",
      started_at_ms: 1,
      duration_ms: 1,
      outcome: "ok",
      error: null,
    } as const;
    const keys = [];
    for (const values of [run, run]) {
      keys.push(
        await db.insertInto("job_runs").values(values).returning("id").executeTakeFirstOrThrow(),
      );
    }
    expect(keys).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("returns current rows for a repeated statement", async () => {
    const ask = () =>
      db.selectFrom("wordbook_words").select("word_id").where("word_id", "like", "f%").execute();
    expect(await ask()).toEqual([]);
    await addBook("f1").execute();
    expect(await ask()).toEqual([{ word_id: "f1" }]);
  });

  it("refuses a duplicate key", async () => {
    await addBook("twice").execute();
    await expect(addBook("twice").execute()).rejects.toThrow(/unique/i);
  });

  it("works after a failed query", async () => {
    await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow("nowhere");
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it("notices a changed column of a prepared statement", async () => {
    const address = await createTestAddress();
    const [reader, changer] = [
      await openDatabase(address.url, testOptions),
      await openDatabase(address.url, testOptions),
    ];
    const read = () => sql`select * from shape`.execute(reader);
    await sql`create table shape (a text)`.execute(changer);
    await sql`insert into shape values ('x')`.execute(changer);
    await read();
    await sql`alter table shape add column b text`.execute(changer);
    await read().catch(() => {});
    expect((await read()).rows).toEqual([{ a: "x", b: null }]);
    await Promise.all([reader.destroy(), changer.destroy()]);
    await address.remove();
  });
});

describe("sqliteFile", () => {
  it.each([
    ["sqlite:data/learning.db", "data/learning.db"],
    ["sqlite:/srv/learning.db", "/srv/learning.db"],
    ["sqlite:///srv/learning.db", "/srv/learning.db"],
    ["sqlite::memory:", ":memory:"],
    ["postgres://localhost/x", undefined],
  ])("%s", (url, file) => {
    expect(sqliteFile(url)).toBe(file);
  });
});

describe.runIf(testDialect === "sqlite")("openDatabase on SQLite", () => {
  it("creates files that only the owner may read, with the pragmas set", async () => {
    const address = await createTestAddress();
    const file = sqliteFile(address.url) ?? "";
    const fresh = await openDatabase(address.url, testOptions);
    await sql`create table t (a text)`.execute(fresh);
    const modes = ["", "-wal", "-shm"].map((end) => statSync(file + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    const { rows } = await sql`select journal_mode, synchronous, foreign_keys
      from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`.execute(fresh);
    expect(rows).toEqual([{ journal_mode: "wal", synchronous: 1, foreign_keys: 1 }]);
    await fresh.destroy();
    await address.remove();
  });

  it("resolves writes only after they are on disk", async () => {
    const disk = Promise.withResolvers<void>();
    await onOwnDisk(async (fresh, flush) => {
      flush.mockReturnValue(disk.promise);
      const seen: string[] = [];
      const written = insert.execute(fresh).then(() => seen.push("written"));
      const read = async (tx: Database) => void (await count.execute(tx));
      const decided = transact(fresh, read).then(() => seen.push("decided"));
      expect((await count.execute(fresh)).rows).toEqual([{ n: 1 }]);
      await expect.poll(() => flush).toHaveBeenCalledOnce();
      expect(seen).toEqual([]);
      disk.resolve();
      await Promise.all([written, decided]);
    });
  });

  it("fails all queries after a failed flush", async () => {
    await onOwnDisk(async (fresh, flush) => {
      const cause = Object.assign(new Error("EIO"), { code: "EIO", syscall: "fdatasync" });
      flush.mockRejectedValueOnce(cause);
      await expect(insert.execute(fresh)).rejects.toBe(cause);
      await expect(count.execute(fresh)).rejects.toBe(cause);
    });
  });

  const insert = sql`insert into t values ('a')`;
  const count = sql<{ n: number }>`select count(*) as n from t`;

  /** A file with a table `t`, whose flushes can be delayed or made to fail. */
  async function onOwnDisk(test: (db: Database, flush: Mock) => Promise<void>): Promise<void> {
    const address = await createTestAddress();
    const fresh = await openDatabase(address.url, testOptions);
    await sql`create table t (a text)`.execute(fresh);
    const handle = await open(sqliteFile(address.url) ?? "");
    const flush = vi.spyOn(Object.getPrototypeOf(handle), "datasync") as unknown as Mock;
    try {
      await test(fresh, flush);
    } finally {
      flush.mockRestore();
      await Promise.all([fresh.destroy(), handle.close()]);
      await address.remove();
    }
  }

  it("reads while another program writes, and waits without blocking the event loop", async () => {
    await besideWriter(5_000, async (fresh, writer) => {
      const seen: string[] = [];
      const inserted = insert.execute(fresh).then(() => seen.push("inserted"));
      const decided = transact(fresh, (tx) => insert.execute(tx)).then(() => seen.push("decided"));
      expect((await count.execute(fresh)).rows).toEqual([{ n: 0 }]);
      expect(seen).toEqual([]);
      writer.exec("commit");
      await Promise.all([inserted, decided]);
      expect((await count.execute(fresh)).rows).toEqual([{ n: 2 }]);
    });
  });

  it("gives up after the busy timeout, and works again after that", async () => {
    await besideWriter(0, async (fresh, writer) => {
      const attempts = [insert.execute(fresh), transact(fresh, (tx) => insert.execute(tx))];
      const failed = await Promise.allSettled(attempts);
      for (const attempt of failed) {
        expect(attempt).toMatchObject({ status: "rejected", reason: { errcode: 5 } });
      }
      writer.exec("commit");
      await transact(fresh, (tx) => insert.execute(tx));
      expect((await count.execute(fresh)).rows).toEqual([{ n: 1 }]);
    });
  });

  /** A file with a table `t` that another connection is writing to. */
  async function besideWriter(
    busyTimeoutMs: number,
    test: (db: Database, writer: DatabaseSync) => Promise<void>,
  ): Promise<void> {
    const address = await createTestAddress();
    const fresh = await openDatabase(address.url, { ...testOptions, busyTimeoutMs });
    await sql`create table t (a text)`.execute(fresh);
    const writer = new DatabaseSync(sqliteFile(address.url) ?? "");
    writer.exec("begin immediate");
    try {
      await test(fresh, writer);
    } finally {
      writer.close();
      await fresh.destroy();
      await address.remove();
    }
  }

  it("lets other work run between the statements of a series", async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const long = sql`with recursive counter(n) as
      (select 1 union all select n + 1 from counter where n < 50000) select sum(n) from counter`;
    for (let n = 0; n < 30; n += 1) await long.execute(db);
    await transact(db, async (tx) => {
      for (let n = 0; n < 30; n += 1) await long.execute(tx);
    });
    clearInterval(others);
    expect(turns).toBeGreaterThan(4);
  });

  it("streams large results in chunks", async () => {
    const numbers = sql<{ n: number }>`with recursive counter(n) as
      (select 1 union all select n + 1 from counter where n < 5) select n from counter`;
    const sizes: number[] = [];
    const parts = db.getExecutor().stream<{ n: number }>(numbers.compile(db), 2);
    for await (const { rows } of parts) sizes.push(rows.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("rejects if the file cannot be opened", async () => {
    await expect(openDatabase("sqlite:/dev/null/x.db", testOptions)).rejects.toThrow("/dev/null");
  });
});

describe.runIf(testDialect === "postgres")("openDatabase on PostgreSQL", () => {
  it("prepares a repeated statement on the server", async () => {
    const one = await openDatabase(await currentUrl(), { ...testOptions, poolSize: 1 });
    for (const id of ["p1", "p2"]) {
      await one.selectFrom("wordbooks").selectAll().where("id", "=", id).execute();
    }
    const { rows } = await sql`select count(*) as n from pg_prepared_statements
      where statement like '%"wordbooks"%' and generic_plans + custom_plans = 2`.execute(one);
    expect(rows).toEqual([{ n: 1 }]);
    await one.destroy();
  });

  it("rejects if the server does not answer", async () => {
    const nowhere = "postgres://nobody@127.0.0.1:1/none";
    await expect(openDatabase(nowhere, testOptions)).rejects.toThrow("ECONNREFUSED");
  });

  async function currentUrl(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const url = new URL(process.env["TEST_POSTGRES_URL"] ?? "");
    url.pathname = `/${rows[0]?.name}`;
    return url.href;
  }
});
