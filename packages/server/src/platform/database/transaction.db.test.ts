import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { dialectOf } from "./dialect/dialect-of.ts";
import { isStorageUnavailable } from "./storage-errors.ts";
import type { Database } from "./tables.ts";
import { atEndOf, transact } from "./transaction.ts";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
});
afterAll(() => opened.close());

async function favor(tx: Database, userId: string): Promise<void> {
  const row = { user_id: userId, word_id: "w", created_at_ms: 1 };
  await tx.insertInto("word_favorites").values(row).execute();
}

async function favorites(userId: string): Promise<number> {
  const rows = await db
    .selectFrom("word_favorites")
    .select("word_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.length;
}

describe("transact", () => {
  it("runs on the database under test", () => {
    expect(dialectOf(db)).toBe(testDialect);
  });

  it("commits, and returns the result of the work", async () => {
    await expect(transact(db, (tx) => favor(tx, "kept").then(() => 7))).resolves.toBe(7);
    expect(await favorites("kept")).toBe(1);
  });

  it("rolls back if the work throws", async () => {
    const failing = transact(db, async (tx) => {
      await favor(tx, "lost");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await favorites("lost")).toBe(0);
  });

  it("runs end steps last and within it, including those of joined work", async () => {
    const steps: string[] = [];
    const failing = transact(db, async (tx) => {
      await transact(tx, (inner) =>
        atEndOf(inner, async () => {
          steps.push("last");
          await favor(tx, "at-end");
          throw new Error("the last step fails");
        }),
      );
      steps.push("work");
    });
    await expect(failing).rejects.toThrow("the last step fails");
    expect(steps).toEqual(["work", "last"]);
    expect(await favorites("at-end")).toBe(0);
  });

  it("joins an open transaction", async () => {
    const failing = transact(db, async (outer) => {
      await transact(outer, (inner) => favor(inner, "joined"));
      expect(dialectOf(outer)).toBe(testDialect);
      throw new Error("outer fails");
    });
    await expect(failing).rejects.toThrow("outer fails");
    expect(await favorites("joined")).toBe(0);
  });

  it("serves many concurrent transactions", async () => {
    const all = Array.from({ length: 40 }, (_, index) =>
      transact(db, async (tx) => {
        await favor(tx, `turn-${index}`);
        await sql`select 1`.execute(tx);
      }),
    );
    await Promise.all(all);
    expect(await favorites("turn-39")).toBe(1);
  });
});

describe.runIf(testDialect === "postgres")("transact on PostgreSQL", () => {
  it("retries work that lost a deadlock", async () => {
    for (const name of ["left", "right"]) await favor(db, name);
    let runs = 0;
    const bothHold = Promise.withResolvers<void>();
    let holding = 0;

    function lockBoth(first: string, second: string): Promise<void> {
      return transact(db, async (tx) => {
        runs += 1;
        await sql`set local deadlock_timeout = '20ms'`.execute(tx);
        await lock(tx, first);
        holding += 1;
        if (holding >= 2) bothHold.resolve();
        await bothHold.promise;
        await lock(tx, second);
      });
    }

    await Promise.all([lockBoth("left", "right"), lockBoth("right", "left")]);
    expect(runs).toBeGreaterThan(2);
    expect(runs).toBeLessThanOrEqual(8);
  });

  it("gives up after the fourth attempt", async () => {
    let runs = 0;
    const failing = transact(db, async (tx) => {
      runs += 1;
      await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(4);
  });

  it("fails with a storage error if its connection is cut, and the next one works", async () => {
    const cut = transact(db, async (tx) => {
      await favor(tx, "cut");
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db);
      await favor(tx, "cut again");
    });
    expect(isStorageUnavailable(await cut.catch((cause: unknown) => cause))).toBe(true);
    expect(await favorites("cut")).toBe(0);
  });

  async function lock(tx: Database, userId: string): Promise<void> {
    await tx
      .selectFrom("word_favorites")
      .selectAll()
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
  }
});
