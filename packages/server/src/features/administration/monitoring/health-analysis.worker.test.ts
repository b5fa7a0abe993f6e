import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { healthAnalysis } from "./health-analysis.worker.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({ workers: [healthAnalysis] }) });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

async function report() {
  expect(await app.jobs.runNow("health_analysis")).toBe("ok");
  const { database } = app.deps;
  const notices = database.selectFrom("admin_notices").selectAll();
  return notices.where("kind", "=", "health_report").execute();
}

describe("health_analysis", () => {
  it("notifies administrators of a good week", async () => {
    for (let n = 0; n < 9; n += 1) app.deps.metrics.request("GET", "/x", 200, 0.01);
    const [notice, ...others] = await report();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ severity: "info", subject: "2026-05-01" });
    expect(notice?.message).toMatch(
      /^Requests: 9, failed: 0, 95 % within \d+ ms\.\nDays with incidents: 0\./,
    );
    expect(notice?.message).toMatch(
      /\nAnswers waiting: 0\. Dead letters: 0\.\nDatabase: \d+\.\d MB\.$/,
    );
    expect(app.hub.recorded()).toContain("admins:admin_notice");
  });

  it("reports incidents and failed runs of the last seven days", async () => {
    const about = { kind: "incident", subject: "x", severity: "error" } as const;
    const incident = { ...about, code: "backup_failed", args: {} } as const;
    await notifyAdmins(app.deps, incident);
    app.clock.advance(7 * 86_400_000 + 1);
    await notifyAdmins(app.deps, incident);
    const run = { worker: "w", duration_ms: 1, error: "no" };
    await app.deps.database
      .insertInto("job_runs")
      .values([
        { ...run, started_at_ms: app.clock.nowMs() - 1, outcome: "failed" },
        { ...run, started_at_ms: app.clock.nowMs() - 1, outcome: "timeout" },
        { ...run, started_at_ms: app.clock.nowMs() - 1, outcome: "ok" },
        { ...run, started_at_ms: app.clock.nowMs() - 8 * 86_400_000, outcome: "failed" },
      ])
      .execute();
    const [notice] = await report();
    expect(notice).toMatchObject({ severity: "warning" });
    expect(notice?.message).toContain("Days with incidents: 1. Failed worker runs: 2.");
  });
});
