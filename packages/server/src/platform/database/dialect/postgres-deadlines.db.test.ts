import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openPaced } from "@wordloom/testing/databases/paced-database";
import { createSilentWire, type SilentWire } from "../../../testing/faults/silent-wire.ts";
import {
  createTestAddress,
  testDialect,
  testOptions,
} from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { openDatabase } from "../connection.ts";
import { isStorageUnavailable } from "../storage-errors.ts";
import type { Database } from "../tables.ts";
import { allowingTime, type TimeAllowed } from "../time-allowed.ts";
import { transact } from "../transaction.ts";
import { NoAnswerError } from "./postgres-client.ts";
import { postgresDeadlines, type PostgresDeadlines } from "./postgres-deadlines.ts";

const quick: PostgresDeadlines = {
  connectMs: 2_000,
  statementMs: 2_000,
  longStatementMs: 60_000,
  lockMs: 300,
  idleInTransactionMs: 1_000,
  graceMs: 1_000,
  silentMs: 500,
};
/** Time for this process to notice, on a busy machine. */
const BUSY_MS = 3_000;

describe("postgresDeadlines", () => {
  it("add up to a reply within ten seconds", () => {
    const { connectMs, statementMs, graceMs, silentMs } = postgresDeadlines;
    // A connection, a statement, and then one more attempt at both.
    expect(connectMs + statementMs + graceMs + 2 * silentMs).toBeLessThanOrEqual(10_000);
  });

  it("hold no lock for ten seconds after this program is gone", () => {
    const { lockMs, statementMs, idleInTransactionMs } = postgresDeadlines;
    expect(Math.max(lockMs, statementMs) + idleInTransactionMs).toBeLessThan(10_000);
  });
});

/** A separate database with one row for each test, and two ways to reach it. */
interface Place {
  /** Can be made to fall silent. */
  readonly wire: SilentWire;
  /** Through the wire, with short deadlines. */
  readonly db: Database;
  readonly other: Database;
}

function onPlace(work: (place: Place) => Promise<void>): () => Promise<void> {
  return async () => {
    const address = await createTestAddress();
    const wire = await createSilentWire(address.url);
    const db = await openPaced(wire.url, 2, quick);
    const other = await openDatabase(address.url, { ...testOptions, poolSize: 2 });
    try {
      await sql`create table plan (id integer primary key, size integer)`.execute(other);
      await sql`insert into plan values (1, 10)`.execute(other);
      await work({ wire, db, other });
    } finally {
      wire.speak();
      await db.destroy();
      await other.destroy();
      await wire.close();
      await address.remove();
    }
  };
}

const ping = (handle: Database) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle);
const touch = (handle: Database) => sql`update plan set size = size + 1`.execute(handle);

async function sizeIn(handle: Database): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`select size from plan`.execute(handle);
  return rows[0]?.size;
}

async function settingOf(handle: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    handle,
  );
  return rows[0]?.value;
}

async function timed(work: Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const startedAt = performance.now();
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return { error, tookMs: performance.now() - startedAt };
}

// Run concurrently, because they mostly wait.
describe.runIf(testDialect === "postgres")(
  "a connection to PostgreSQL",
  { concurrent: true },
  () => {
    it.each<[TimeAllowed, string, string]>([
      ["usual", "2s", "300ms"],
      ["long", "1min", "300ms"],
      ["unlimited", "0", "0"],
    ])("limits %s statements, whatever its last use", (allowed, statement, lock) =>
      onPlace(async ({ db }) => {
        await allowingTime("long", () => ping(db));
        const names = ["statement_timeout", "lock_timeout"];
        const limits = () =>
          transact(db, () => Promise.all(names.map((one) => settingOf(db, one))));
        expect(await allowingTime(allowed, limits)).toEqual([statement, lock]);
        expect(await settingOf(db, "statement_timeout")).toBe("2s");
      })(),
    );

    it(
      "lets the server notice that this program or its machine is gone",
      onPlace(async ({ db }) => {
        expect(await settingOf(db, "idle_in_transaction_session_timeout")).toBe("1s");
        expect(await settingOf(db, "client_connection_check_interval")).toBe("2s");
      }),
    );

    it(
      "survives a statement that the server cancels",
      onPlace(async ({ db }) => {
        const { rows } = await ping(db);
        const { error } = await timed(sql`select pg_sleep(5)`.execute(db));
        expect(error).toMatchObject({ code: "57014" });
        expect(isStorageUnavailable(error)).toBe(true);
        expect((await ping(db)).rows).toEqual(rows);
      }),
    );

    it(
      "does not cancel a long statement where one is allowed",
      onPlace(async ({ db }) => {
        await allowingTime("long", () => sql`select pg_sleep(2.5)`.execute(db));
      }),
    );

    it(
      "limits the wait for a lock",
      onPlace(async ({ db, other }) => {
        // The first use of a connection is slow, and the limit of a statement would end it too.
        await touch(db);
        const { error } = await transact(other, async (tx) => {
          await touch(tx);
          return timed(touch(db));
        });
        expect(error).toMatchObject({ code: "55P03" });
        expect(isStorageUnavailable(error)).toBe(true);
        await touch(db);
      }),
    );

    it(
      "loses its locks when its transaction is idle for too long",
      onPlace(async ({ db, other }) => {
        const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const standing = transact(db, async (tx) => {
          await touch(tx);
          locked.resolve();
          await freed.promise;
          await touch(tx);
        });
        await locked.promise;
        await touch(other);
        freed.resolve();
        expect(isStorageUnavailable((await timed(standing)).error)).toBe(true);
        expect(await sizeIn(other)).toBe(11);
      }),
    );

    it(
      "is cut when the server does not answer, and replaced when it does",
      onPlace(async ({ wire, db }) => {
        const { rows } = await ping(db);
        wire.fallSilent();
        const { error, tookMs } = await timed(touch(db));
        expect(error).toBeInstanceOf(NoAnswerError);
        expect(isStorageUnavailable(error)).toBe(true);
        expect(tookMs).toBeLessThan(quick.statementMs + quick.graceMs + BUSY_MS);
        wire.speak();
        expect((await ping(db)).rows).not.toEqual(rows);
      }),
    );

    it(
      "fails a transaction whose commit gets no answer, whatever its outcome",
      onPlace(async ({ wire, db, other }) => {
        const committing = transact(db, async (tx) => {
          await touch(tx);
          wire.fallSilent();
        });
        expect((await timed(committing)).error).toBeInstanceOf(NoAnswerError);
        wire.speak();
        // Its locks are released, with or without its change.
        await touch(other);
        expect([11, 12]).toContain(await sizeIn(other));
      }),
    );

    it(
      "makes others wait less while the server is silent",
      onPlace(async ({ wire }) => {
        const patient = { ...quick, connectMs: 15_000 };
        const own = await openPaced(wire.url, 1, patient);
        const ask = () => sql`select 1`.execute(own);
        wire.fallSilent();
        await timed(ask());
        const waits = await Promise.all(Array.from({ length: 20 }, () => timed(ask())));
        expect(waits.every(({ error }) => isStorageUnavailable(error))).toBe(true);
        const longest = Math.max(...waits.map(({ tookMs }) => tookMs));
        expect(longest).toBeLessThan(2 * patient.silentMs + BUSY_MS);
        wire.speak();
        await until(() =>
          ask().then(
            () => true,
            () => false,
          ),
        );
        await own.destroy();
      }),
    );

    it(
      "ends a long statement on the server when it is cut",
      onPlace(async ({ wire, db, other }) => {
        const running = timed(allowingTime("long", () => sql`select pg_sleep(50)`.execute(db)));
        const sleeping = async () => {
          const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
          where datname = current_database() and query like 'select pg_sleep(50)%'`.execute(other);
          return rows[0]?.count ?? 0;
        };
        await until(async () => (await sleeping()) === 1);
        wire.cut();
        expect(isStorageUnavailable((await running).error)).toBe(true);
        await until(async () => (await sleeping()) === 0);
      }),
    );
  },
);
