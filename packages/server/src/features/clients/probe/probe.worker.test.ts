import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { answerProbe, sendProbe } from "../../../testing/rows/probes.ts";
import type { ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { probeCleanup, probeSweeper } from "./probe.worker.ts";

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;

let built: TestApp;
let app: ScenarioApp;
beforeEach(async () => {
  built = await buildTestApp({
    features: onlyFeature({ routes: [probeRoutes] }),
    settings: { PROBE_ENABLED: "true", PROBE_RETENTION_DAYS: "10", PROBE_RATE_LIMIT_PER_MIN: "99" },
  });
  app = { ...built, u1: await built.learner() } as ScenarioApp;
});
afterEach(() => built.close());
afterAll(closeCleanDatabase);

const statuses = async () => {
  const rows = await app.deps.database
    .selectFrom("probe_requests")
    .select(["device_id", "status", "completed_at_ms"])
    .orderBy("device_id")
    .execute();
  return rows.map((row) => [row.status, row.completed_at_ms]);
};

describe("probe_sweeper", () => {
  it("closes requests when they are overdue, and none before", async () => {
    const sent = await sendProbe(app, ["d-1-waits", "d-2-asks", "d-3-done", "offline"]);
    const startMs = app.clock.nowMs();
    const confirmRequest = { status: "confirm_required", confirmToken: "t" };
    await answerProbe(app, sent[1]?.requestId ?? "", confirmRequest, "d-2-asks");
    await answerProbe(app, sent[2]?.requestId ?? "", {}, "d-3-done");
    const others = [
      ["ok", startMs],
      ["offline", startMs],
    ];
    app.clock.advance(10_999);
    await probeSweeper.run(app.deps, signal);
    expect(await statuses()).toEqual([["pending", null], ["confirm_pending", null], ...others]);
    app.clock.advance(1);
    await probeSweeper.run(app.deps, signal);
    const timeout = ["timeout", startMs + 11_000];
    expect(await statuses()).toEqual([timeout, ["confirm_pending", null], ...others]);
    app.clock.advance(49_000);
    await probeSweeper.run(app.deps, signal);
    expect(await statuses()).toEqual([timeout, ["expired", startMs + 60_000], ...others]);
  });
});

describe("probe_sweeper, after a clock that was ahead", () => {
  it("closes requests that would be due tomorrow", async () => {
    await sendProbe(app, ["d-1-waits"]);
    const due_at_ms = app.clock.nowMs() + DAY_MS;
    await app.deps.database.updateTable("probe_requests").set({ due_at_ms }).execute();
    await probeSweeper.run(app.deps, signal);
    expect(await statuses()).toEqual([["timeout", app.clock.nowMs()]]);
  });
});

describe("probe_cleanup", () => {
  it("removes batches after the retention period, with their results", async () => {
    for (let n = 0; n < 11; n += 1) await sendProbe(app, ["d1", "d2"]);
    app.clock.advance(1);
    const [kept] = await sendProbe(app, ["d1"]);
    app.clock.advance(10 * DAY_MS);
    await probeCleanup.run(app.deps, signal);
    const { database } = app.deps;
    const batches = await database.selectFrom("probe_batches").select("id").execute();
    const requests = await database.selectFrom("probe_requests").select("id").execute();
    expect(batches).toEqual([{ id: kept?.batchId }]);
    expect(requests).toEqual([{ id: kept?.requestId }]);
  });

  it("stops when aborted", async () => {
    await expect(probeCleanup.run(app.deps, AbortSignal.abort())).rejects.toThrow();
  });
});
