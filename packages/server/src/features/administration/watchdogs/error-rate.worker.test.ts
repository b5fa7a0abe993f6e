import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "../../../testing/build-test-app.ts";
import { closeCleanDatabase } from "../../../testing/database-cleaner.ts";
import { errorRateWatchdog } from "./error-rate.worker.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({}) });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** Looks with these figures, and tells what is pushed. */
async function look(rate: number, requests: number): Promise<readonly string[]> {
  app.hub.forgetRecorded();
  const metrics = { ...app.deps.metrics, errorRate: () => ({ rate, requests }) };
  await errorRateWatchdog.run({ ...app.deps, metrics }, new AbortController().signal);
  return app.hub.recorded();
}

describe("error_rate_watchdog", () => {
  it.each([
    ["nothing at exactly 1 %", 0.01, 1_000, []],
    ["an incident above 1 %", 0.011, 1_000, ["all:incident", "admins:admin_notice"]],
    ["nothing with 19 requests", 1, 19, []],
    ["an incident with 20 requests", 1, 20, ["all:incident", "admins:admin_notice"]],
  ])("sends %s", async (_name, rate, requests, sent) => {
    expect(await look(rate, requests)).toEqual(sent);
  });

  it("sends at most one in five minutes, and one notice a day", async () => {
    expect(await look(0.5, 100)).toEqual(["all:incident", "admins:admin_notice"]);
    expect(app.hub.recordedEvents()[0]).toEqual({
      ...{ type: "incident", errorRate: 0.5, windowSecs: 300 },
    });
    app.clock.advance(299_999);
    expect(await look(0.6, 100)).toEqual([]);
    app.clock.advance(1);
    expect(await look(0.7, 100)).toEqual(["all:incident"]);
    app.clock.advance(86_400_000);
    expect(await look(0.7, 100)).toEqual(["all:incident", "admins:admin_notice"]);
    const notices = await app.deps.database.selectFrom("admin_notices").selectAll().execute();
    expect(notices[0]).toMatchObject({
      ...{ kind: "incident", severity: "error" },
      message: "50.0 % of 100 requests in five minutes failed.",
    });
  });
});
