import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { silentLog } from "../observability/log.ts";
import { createRunLog, type FinishedRun } from "./run-log.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
afterEach(async () => {
  await test.database.deleteFrom("job_runs").execute();
});

function setUp() {
  const { database } = test;
  const clock = { ms: 0 };
  const needs = {
    clock: { nowMs: () => clock.ms, monotonicMs: () => clock.ms },
    database,
    log: silentLog,
  };
  const stored = async () => {
    const rows = await database.selectFrom("job_runs").selectAll().orderBy("id").execute();
    return rows.map((row) => `${row.worker} ${row.started_at_ms} ${row.outcome}`);
  };
  return { clock, stored, open: () => createRunLog(needs) };
}

function run(worker: string, startedAtMs: number, outcome: FinishedRun["outcome"]): FinishedRun {
  const error = outcome === "ok" ? null : "it broke";
  return { worker, startedAtMs, durationMs: 1.4, outcome, error };
}

describe("createRunLog", () => {
  it("keeps the last of several successful runs and every failed one", async () => {
    const { open, stored } = setUp();
    const runLog = open();
    runLog.note(run("a", 1, "ok"));
    runLog.note(run("a", 2, "failed"));
    runLog.note(run("a", 3, "timeout"));
    runLog.note(run("b", 4, "ok"));
    runLog.note(run("a", 5, "ok"));
    await runLog.flush();
    await runLog.flush();
    expect(await stored()).toEqual(["a 2 failed", "a 3 timeout", "b 4 ok", "a 5 ok"]);
  });

  it("writes successful runs once a minute and failed ones soon", async () => {
    const { clock, open, stored } = setUp();
    const runLog = open();
    runLog.note(run("a", 1, "ok"));
    clock.ms = 59_999;
    await runLog.flushWhenDue();
    expect(await stored()).toEqual([]);
    clock.ms = 60_000;
    await runLog.flushWhenDue();
    expect(await stored()).toEqual(["a 1 ok"]);
    runLog.note(run("a", 2, "failed"));
    await runLog.flushWhenDue();
    expect(await stored()).toEqual(["a 1 ok", "a 2 failed"]);
  });

  it("writes a rare run soon, so that it is not repeated after a crash", async () => {
    const { open, stored } = setUp();
    const runLog = open();
    runLog.note(run("nightly", 1, "ok"), true);
    await runLog.flushWhenDue();
    expect(await stored()).toEqual(["nightly 1 ok"]);
  });

  it("returns the latest successful run of each worker", async () => {
    const { open } = setUp();
    const runLog = open();
    for (const atMs of [1, 2]) {
      runLog.note(run("a", atMs, "ok"));
      await runLog.flush();
    }
    runLog.note(run("a", 3, "failed"));
    runLog.note(run("b", 4, "timeout"));
    await runLog.flush();
    expect([...(await runLog.lastGood())]).toEqual([["a", 2]]);
  });

  it("takes a run of the future for one of now, until the worker runs again", async () => {
    const { clock, open } = setUp();
    const runLog = open();
    clock.ms = 1_000_000;
    runLog.note(run("a", 1_000, "ok"));
    runLog.note(run("b", 2_000, "ok"));
    await runLog.flush();
    runLog.note(run("a", 90_000_000, "ok"));
    await runLog.flush();
    expect(await runLog.lastGood()).toEqual(new Map(Object.entries({ a: 1_000_000, b: 2_000 })));
    clock.ms = 2_000_000;
    expect((await runLog.lastGood()).get("a")).toBe(1_000_000);
    runLog.note(run("a", 1_900_000, "ok"));
    await runLog.flush();
    expect((await runLog.lastGood()).get("a")).toBe(1_900_000);
  });

  it("shows a true run of another process after one of the future here", async () => {
    const { open } = setUp();
    const [here, elsewhere] = [open(), open()];
    here.note(run("a", 90_000_000, "ok"));
    await here.flush();
    elsewhere.note(run("a", 5, "failed"));
    await elsewhere.flush();
    expect((await here.latest()).get("a")).toMatchObject({ startedAtMs: 5 });
  });

  it("returns the latest run of each worker, from any process", async () => {
    const { open } = setUp();
    const [here, elsewhere] = [open(), open()];
    elsewhere.note(run("a", 1, "ok"));
    elsewhere.note(run("b", 9, "failed"));
    await elsewhere.flush();
    here.note(run("a", 2, "failed"));
    here.note(run("b", 3, "ok"));
    const latest = await here.latest();
    expect(latest.get("a")).toMatchObject({ startedAtMs: 2, outcome: "failed" });
    expect(latest.get("b")).toMatchObject({ startedAtMs: 9, error: "it broke" });
  });

  it("keeps the latest 200 runs of a worker", async () => {
    const { open, stored } = setUp();
    const [first, second] = [open(), open()];
    first.note(run("b", 0, "ok"));
    await first.flush();
    for (let n = 1; n <= 210; n += 1) {
      first.note(run("a", n, "ok"));
      await first.flush();
    }
    second.note(run("a", 211, "ok"));
    await second.flush();
    const rows = await stored();
    expect(rows).toHaveLength(201);
    expect(rows.slice(0, 2)).toEqual(["b 0 ok", "a 12 ok"]);
  });
});
