import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { requestStatsFlush } from "../request-stats/request-stats.worker.ts";
import { errorRateWatchdog } from "./error-rate.worker.ts";

const features = onlyFeature({ workers: [errorRateWatchdog, requestStatsFlush] });
const INCIDENT = ["all:incident", "admins:admin_notice"];
const MINUTE_MS = 60_000;

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeEach(async () => {
  const database = await openCleanDatabase("checked");
  app = await buildTestApp({ features, database });
  other = await buildTestApp({ features, database: database.withoutPlugins() });
  Object.assign(other.deps.instance, { id: "other" });
});
afterEach(async () => {
  await other.close();
  await app.close();
});
afterAll(closeCleanDatabase);

function answer({ deps }: TestApp, failed: number, others: number): void {
  for (let n = 0; n < failed; n += 1) deps.metrics.request("GET", "/x", 500, 0.01);
  for (let n = 0; n < others; n += 1) deps.metrics.request("GET", "/x", 200, 0.01);
}

/** The events that a process pushes when the worker runs. */
async function look({ hub, deps }: TestApp): Promise<readonly string[]> {
  hub.forgetRecorded();
  await errorRateWatchdog.run(deps, new AbortController().signal);
  return hub.recorded();
}

function advance(ms: number): void {
  for (const { clock } of [app, other]) clock.advance(ms);
}

describe("error_rate_watchdog", () => {
  it.each([
    ["nothing at exactly 1 %", 10, 990, []],
    ["an incident above 1 %", 11, 989, INCIDENT],
    ["nothing for one failure in 25", 1, 24, []],
    ["nothing for 19 failures of few requests", 19, 100, []],
    ["an incident for 20 failures", 20, 0, INCIDENT],
  ])("sends %s", async (_name, failed, others, sent) => {
    answer(app, failed, others);
    expect(await look(app)).toEqual(sent);
  });

  it("does not count health checks, which report failures on purpose", async () => {
    for (let n = 0; n < 50; n += 1) app.deps.metrics.request("GET", "/health/ready", 503, 0.01);
    answer(app, 19, 0);
    expect(await look(app)).toEqual([]);
    expect(await app.jobs.runNow("request_stats_flush")).toBe("ok");
    answer(app, 1, 0);
    expect(await look(app)).toEqual(INCIDENT);
  });

  it("looks back five minutes", async () => {
    answer(app, 50, 0);
    advance(5 * MINUTE_MS);
    expect(await look(app)).toEqual([]);
  });

  it("sends at most one in five minutes, and one notice a day", async () => {
    answer(app, 50, 50);
    expect(await look(app)).toEqual(INCIDENT);
    expect(app.hub.recordedEvents()[0]).toEqual({
      type: "incident",
      errorRate: 0.5,
      windowSecs: 300,
    });
    advance(5 * MINUTE_MS - 1);
    answer(app, 60, 40);
    expect(await look(app)).toEqual([]);
    advance(1);
    expect(await look(app)).toEqual(["all:incident"]);
    advance(86_400_000);
    answer(app, 70, 30);
    expect(await look(app)).toEqual(INCIDENT);
    const notices = await app.deps.database
      .selectFrom("admin_notices")
      .selectAll()
      .orderBy("created_at_ms")
      .execute();
    expect(notices[0]).toMatchObject({
      kind: "incident",
      severity: "error",
      message: "50.0 % of 100 requests failed in five minutes.",
    });
  });

  it("sums the requests of all processes, and sends one incident for all", async () => {
    answer(app, 10, 15);
    answer(other, 15, 10);
    expect(await look(app), "too few requests here").toEqual([]);
    advance(MINUTE_MS);
    expect(await other.jobs.runNow("request_stats_flush")).toBe("ok");
    expect(await look(app)).toEqual(INCIDENT);
    expect(app.hub.recordedEvents()[0]).toMatchObject({ errorRate: 0.5 });
    answer(other, 100, 0);
    expect(await look(other), "as the next leader").toEqual([]);
    advance(5 * MINUTE_MS);
    answer(other, 100, 0);
    expect(await look(other)).toEqual(["all:incident"]);
  });
});
