import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimOverhaul, endOverhaul } from "../../platform/database/overhaul-claim.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { Database } from "../../platform/database/tables.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { createEndingWire, type EndingWire } from "../faults/ending-wire.ts";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire, type Wire } from "@wordloom/testing/process/wire";

// PostgreSQL may end a connection in the same packet as its greeting: a real process runs behind a
// proxy that does so. The database may be read-only when it returns.
const ROUNDS = 20;
const AT_ONCE = 8;

describe.runIf(testDialect === "postgres")("connections that end as they are greeted", () => {
  let directory: Awaited<ReturnType<typeof createDataDirectory>>;
  let fixture: ServerFixture;
  let endingWire: EndingWire;
  let server: ServerProcess;
  let wire: Wire;

  beforeAll(async () => {
    directory = await createDataDirectory();
    fixture = await createServerFixture({ learners: 1, words: 1 });
    endingWire = await createEndingWire(fixture.settings["DATABASE_URL"] ?? "");
    server = await startServerProcess({
      ...fixture.settings,
      DATABASE_URL: endingWire.url,
      DATA_DIR: directory.path,
    });
    wire = createWire(server.url, AT_ONCE);
  });
  afterAll(async () => {
    wire?.close();
    await server?.kill();
    await endingWire?.close();
    await fixture?.close();
    await directory?.remove();
  });

  it.each([1, 2, 3])("do not end the process (every %d.)", async (nth) => {
    const { token } = fixture.learners[0] as TestAccount;
    const read = () => wire.send({ method: "GET", path: "/api/users/me", token });
    const before = endingWire.ended;
    for (let round = 0; round < ROUNDS; round += 1) {
      endingWire.endEvery(nth);
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, read)).catch(
        (cause: unknown) => {
          throw new Error(`the process ended:\n${server.lastLines()}`, { cause });
        },
      );
      for (const { status, json } of replies) {
        if (status !== 200) expect({ status, code: json.code }).toEqual(UNAVAILABLE);
      }
    }
    expect(endingWire.ended - before).toBeGreaterThan(ROUNDS / 2);
    endingWire.keepAll();
    await until(async () => (await read()).status === 200);
  });

  it("come back read-only: reads work, writes get 503, and health reports it", async () => {
    const { token } = fixture.learners[0] as TestAccount;
    const read = () => wire.send({ method: "GET", path: "/api/users/me", token });
    const write = () =>
      wire.send({ method: "PUT", path: "/api/study-config", body: { dailyWordCount: 50 }, token });
    const health = async () => (await wire.send({ method: "GET", path: "/health" })).json;
    expect((await write()).status).toBe(200);
    await setReadOnly(fixture.database, "on");
    endingWire.endEvery(Number.POSITIVE_INFINITY);
    expect(await write()).toMatchObject({ status: 503, json: { code: "UNAVAILABLE" } });
    expect((await read()).status).toBe(200);
    await until(async () => (await health()).status === "down");
    expect((await health()).reasons).toContain(
      "The database takes no writes; nothing can be stored.",
    );
    await setReadOnly(fixture.database, "off");
    endingWire.endEvery(Number.POSITIVE_INFINITY);
    await until(async () => (await write()).status === 200);
  });

  it("refuse the claim of an overhaul", async () => {
    endingWire.endEvery(1);
    const fault: unknown = await claimOverhaul(endingWire.url).catch((cause: unknown) => cause);
    expect(isStorageUnavailable(fault), String(fault)).toBe(true);
    endingWire.keepAll();
    await claimOverhaul(endingWire.url);
    await endOverhaul(endingWire.url);
  });
});

/** Applies to new database sessions. */
async function setReadOnly(database: Database, value: "on" | "off"): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database);
  const name = sql.id(rows[0]?.name ?? "");
  const change = sql`alter database ${name} set default_transaction_read_only = ${sql.raw(value)}`;
  await change.execute(database);
}

const UNAVAILABLE = { status: 503, code: "UNAVAILABLE" };
