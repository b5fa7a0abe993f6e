import { afterAll, beforeEach, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { insertPackInstall } from "../resource-packs/pack-installs.repo.ts";
import { storeReport } from "./telemetry-reports.service.ts";
import { toReportRow } from "./report-row.ts";
import { telemetryCleanup } from "./telemetry.worker.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({
    features: onlyFeature({ workers: [telemetryCleanup] }),
    settings: { TELEMETRY_RETENTION_DAYS: "10" },
  });
  await addPlainLearners(app.deps.database, ["u1"]);
});
afterAll(closeCleanDatabase);

const report = { eventType: "periodic", clientTs: "2026-05-01T12:00:00Z", payload: {} };

async function store(id: string, atMs: number): Promise<void> {
  const origin = { id, deviceId: "d1", userId: "u1", eventType: "periodic", atMs } as const;
  await storeReport(app.deps, toReportRow(report, origin));
  await insertPackInstall(app.deps.database, {
    id,
    user_id: "u1",
    device_id: null,
    pack_id: "p",
    version: "1",
    outcome: "installed",
    app_version: null,
    created_at_ms: atMs,
  });
}

it("removes telemetry older than the retention period, and nothing else", async () => {
  const limitMs = app.clock.nowMs() - 10 * DAY_MS;
  for (let n = 0; n < 1_001; n += 1) await store(`old-${n}`, limitMs - 1 - n);
  await store("edge", limitMs);
  await store("new", app.clock.nowMs());
  await telemetryCleanup.run(app.deps, new AbortController().signal);
  for (const table of ["telemetry_reports", "pack_installs"] as const) {
    const rows = await app.deps.database.selectFrom(table).select("id").orderBy("id").execute();
    expect(rows.map(({ id }) => id)).toEqual(["edge", "new"]);
  }
  await app.close();
});

it("stops when aborted", async () => {
  await store("old", 0);
  const run = telemetryCleanup.run(app.deps, AbortSignal.abort());
  await expect(run).rejects.toThrow();
  await app.close();
});
