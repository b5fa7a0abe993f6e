import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { MissedWorker } from "../../../platform/jobs/jobs.ts";
import { mountSmallDisk } from "../../../testing/faults/small-disk.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import { openTestDatabase } from "@wordloom/testing/databases/test-database";
import { readDiskRooms } from "./disk-room.service.ts";
import { readDatabaseHealth, readHealth, readReadiness } from "./health.service.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp() {
  const { database, close } = await openTestDatabase();
  const clock = { ms: 1_000_000 };
  const state = {
    started: true,
    missed: [] as MissedWorker[],
    missedElsewhere: [] as MissedWorker[],
    errorRate: { rate: 0, requests: 0 },
    failures: { failed: 0, requests: 0 },
  };
  const deps = partialDeps({
    database,
    instance: { startedAtMs: clock.ms },
    clock: { nowMs: () => clock.ms, monotonicMs: () => clock.ms },
    jobs: {
      missedWorkers: () => state.missed,
      missedEverywhere: async () => [...state.missed, ...state.missedElsewhere],
      get started() {
        return state.started;
      },
    },
    log: { warn: () => {} },
    peers: { reachable: true },
    metrics: { errorRate: () => state.errorRate, failures: () => state.failures },
    settings: {
      BACKUP_ALARM_HOURS: 36,
      DATABASE_URL: "sqlite::memory:",
      DATA_DIR: "/nowhere/at/all",
    },
  });
  let open = true;
  const stop = async () => {
    if (open) await close();
    open = false;
  };
  closing.push(stop);
  return { deps, clock, state, stop };
}

describe("readHealth", () => {
  it("is ok when all is well", async () => {
    const { deps } = await setUp();
    expect(await readHealth(deps)).toEqual({
      status: "ok",
      version: expect.stringMatching(/^v\d+\.\d+\.\d+/) as string,
      uptime_seconds: expect.any(Number) as number,
      error_rate: 0,
    });
  });

  it("names workers that nobody runs, once this process could have taken them over", async () => {
    const { deps, clock, state } = await setUp();
    state.missedElsewhere = [{ workerName: "daily_backup", missCount: 3 }];
    expect(await readHealth(deps)).toMatchObject({ status: "ok" });
    clock.ms += 120_000;
    expect(await readHealth(deps)).toMatchObject({
      status: "degraded",
      reasons: expect.arrayContaining(["Workers are overdue: daily_backup."]) as string[],
    });
  });

  it("is down, and not ready, while PostgreSQL is read-only", async () => {
    const { deps, clock } = await setUp();
    if (dialectOf(deps.database) === "sqlite") return;
    const readOnly = (value: string) =>
      sql`select set_config('default_transaction_read_only', ${value}, false)`.execute(
        deps.database,
      );
    await readOnly("on");
    const down = {
      status: "down",
      reasons: ["The database takes no writes; nothing can be stored."],
    };
    expect(await readHealth(deps)).toMatchObject(down);
    expect(await readReadiness(deps)).toMatchObject(down);
    await readOnly("off");
    clock.ms += 1_000;
    expect(await readHealth(deps)).toMatchObject({ status: "ok" });
  });

  it("is down, and not ready, while the disk of the file takes no writes", async (context) => {
    const disk = await mountSmallDisk(1024 ** 2);
    if (disk === undefined) return context.skip("no disk to mount");
    closing.push(() => disk.remove());
    const file = join(disk.path, "learning.db");
    await writeFile(file, "");
    const { deps, clock } = await setUp();
    Object.assign(deps.settings, { DATABASE_URL: `sqlite:${file}` });
    expect(await readReadiness(deps)).toEqual({ status: "ok" });
    await disk.forbidWrites();
    clock.ms += 1_000;
    const reason = "The database takes no writes; nothing can be stored.";
    const down = { status: "down", reasons: expect.arrayContaining([reason]) as string[] };
    expect(await readHealth(deps)).toMatchObject(down);
    expect(await readReadiness(deps)).toMatchObject(down);
  });

  it("is degraded, but ready, while only the disk of DATA_DIR is full", async (context) => {
    const disk = await mountSmallDisk(1024 ** 2);
    if (disk === undefined) return context.skip("no disk to mount");
    closing.push(() => disk.remove());
    await disk.fill();
    const { deps, clock } = await setUp();
    Object.assign(deps.settings, { DATA_DIR: disk.path });
    for (const url of ["postgres://db/words", `sqlite:${join(tmpdir(), "learning.db")}`]) {
      Object.assign(deps.settings, { DATABASE_URL: url });
      clock.ms += 5_000;
      expect(await readReadiness(deps)).toEqual({ status: "ok" });
      expect(await readHealth(deps)).toMatchObject({
        status: "degraded",
        reasonDetails: [{ code: "disk_nearly_full", args: {} }],
      });
    }
    Object.assign(deps.settings, { DATABASE_URL: `sqlite:${join(disk.path, "learning.db")}` });
    clock.ms += 5_000;
    expect(await readReadiness(deps)).toMatchObject({ status: "down" });
    expect(await readHealth(deps)).toMatchObject({
      status: "down",
      reasonDetails: [{ code: "disk_full", args: {} }],
    });
  });

  it("judges the fullest disk", async (context) => {
    const disk = await mountSmallDisk(1024 ** 2);
    if (disk === undefined) return context.skip("no disk to mount");
    closing.push(() => disk.remove());
    const { deps } = await setUp();
    const settings = { DATA_DIR: "/", DATABASE_URL: `sqlite:${join(disk.path, "learning.db")}` };
    Object.assign(deps.settings, settings);
    const small = { freeBytes: 1024 ** 2, totalBytes: 1024 ** 2 };
    expect(await readDiskRooms(deps)).toEqual({ database: small, fullest: small });
    expect(await readHealth(deps)).toMatchObject({
      status: "degraded",
      reasonDetails: [{ code: "disk_nearly_full", args: {} }],
    });
    Object.assign(deps.settings, { DATA_DIR: disk.path, DATABASE_URL: "postgres://db/words" });
    expect(await readDiskRooms(deps)).toEqual({ database: undefined, fullest: small });
  });

  it("is degraded, with reasons, when something needs attention", async () => {
    const { deps, state } = await setUp();
    state.errorRate = { rate: 0.25, requests: 100 };
    state.failures = { failed: 25, requests: 100 };
    state.missed = [{ workerName: "records_outbox", missCount: 3 }];
    expect(await readHealth(deps)).toMatchObject({
      status: "degraded",
      error_rate: 0.25,
      reasons: ["More than 1 % of requests fail.", "Workers are overdue: records_outbox."],
    });
  });

  it("is degraded when many answers have waited too long", async () => {
    const { deps, clock } = await setUp();
    const rows = Array.from({ length: 100 }, (_, n) => ({
      user_id: "u1",
      client_record_id: `c${n}`,
      draft_json: "{}",
      accepted_at_ms: clock.ms - 60_001,
      attempts: 0,
      run_after_ms: 0,
    }));
    await deps.database.insertInto("answer_outbox").values(rows).execute();
    expect(await readHealth(deps)).toMatchObject({ status: "degraded" });
  });

  it("is down when the database does not answer, and checks again a second later", async () => {
    const { deps, clock, stop } = await setUp();
    expect((await readHealth(deps)).status).toBe("ok");
    await stop();
    clock.ms += 1_000;
    expect(await readHealth(deps)).toMatchObject({
      status: "down",
      reasons: ["The database does not answer."],
    });
  });
});

describe("readReadiness", () => {
  it("is ok with a database, its schema and background work", async () => {
    const { deps } = await setUp();
    expect(await readReadiness(deps)).toEqual({ status: "ok" });
  });

  it("is down before background work has started", async () => {
    const { deps, state } = await setUp();
    state.started = false;
    expect(await readReadiness(deps)).toMatchObject({ status: "down" });
  });

  it("is down without a database", async () => {
    const { deps, stop } = await setUp();
    await stop();
    expect(await readReadiness(deps)).toMatchObject({ status: "down" });
  });

  it("is down when the database fails between two queries", async () => {
    const { deps, stop } = await setUp();
    // The result of this check is cached for a moment.
    await readHealth(deps);
    await stop();
    expect(await readReadiness(deps)).toMatchObject({ status: "down" });
  });
});

describe("readDatabaseHealth", () => {
  it("counts failures in a row", async () => {
    const { deps, stop } = await setUp();
    expect(await readDatabaseHealth(deps)).toMatchObject({ healthy: true, consecutiveFailures: 0 });
    await stop();
    await readDatabaseHealth(deps);
    expect(await readDatabaseHealth(deps)).toMatchObject({
      healthy: false,
      consecutiveFailures: 2,
    });
  });
});
