import { afterAll, afterEach, describe, expect, it } from "vitest";
import { appEvent, registerDevice, report } from "../../../testing/app/app-event-needs.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { appEventCleanup } from "../app-events/app-events.worker.ts";
import { appEventsRoutes } from "../app-events/app-events.routes.ts";
import { appEventRollup, appEventTally } from "./app-event-analytics.worker.ts";
import { readCountedSeq } from "./event-tally.repo.ts";
import { rollUpDays } from "./event-rollup.service.ts";
import { tallyEvents, tallyLatest } from "./event-tally.service.ts";
import { loadTotals } from "./event-totals.repo.ts";
import { countLearners } from "./learner-set.ts";

const TODAY = "2026-05-01";
const DAY_MS = 86_400_000;
const going = new AbortController().signal;

let app: TestApp;
let u1: TestAccount;
afterEach(() => app.close());
afterAll(closeCleanDatabase);

async function open(settings: Record<string, string> = {}): Promise<void> {
  const feature = {
    routes: [appEventsRoutes],
    workers: [appEventCleanup, appEventRollup, appEventTally],
  };
  app = await buildTestApp({
    features: onlyFeature(feature),
    settings,
  });
  u1 = await app.learner();
  await registerDevice(app, "d1", u1);
}

/** Reports a number of events from some days ago. */
async function reportEvents(count: number, daysAgo = 0): Promise<void> {
  const clientTsMs = app.clock.nowMs() - daysAgo * DAY_MS;
  const events = Array.from({ length: count }, () => appEvent(app, { clientTsMs }));
  await report(app, { id: "d1", owner: u1 }, events);
}

/** Events and learners of a day, from the stored totals. */
async function summed(day = TODAY): Promise<[events: number, learners: number]> {
  const { names, learners } = await loadTotals(app.deps.database, day);
  const events = [...names.entries.values()].reduce((sum, total) => sum + total.events, 0);
  const anyone = learners.entries.get("any");
  return [events, anyone === undefined ? 0 : countLearners(anyone)];
}

describe("app_event_tally", () => {
  it("counts each event once, however often it runs", async () => {
    await open();
    await reportEvents(5);
    expect(await app.jobs.runNow("app_event_tally")).toBe("ok");
    await reportEvents(2);
    await reportEvents(1, 3);
    expect(await app.jobs.runNow("app_event_tally")).toBe("ok");
    expect(await app.jobs.runNow("app_event_tally")).toBe("ok");
    expect([await summed(), await summed("2026-04-28")]).toEqual([
      [7, 1],
      [1, 1],
    ]);
  });

  it("counts each event once when several processes count at the same time", async () => {
    await open();
    for (let batch = 0; batch < 4; batch += 1) await reportEvents(50);
    await Promise.all([
      tallyEvents(app.deps, going),
      tallyLatest(app.deps),
      tallyEvents(app.deps, going),
      tallyLatest(app.deps),
    ]);
    expect(await summed()).toEqual([200, 1]);
  });

  it("counts each event once while events arrive", async () => {
    await open();
    const reporting = Array.from({ length: 10 }, () => reportEvents(20));
    for (let round = 0; round < 10; round += 1) await tallyLatest(app.deps);
    await Promise.all(reporting);
    await tallyEvents(app.deps, going);
    expect(await summed()).toEqual([200, 1]);
  });

  it("counts nothing in a run that fails", async () => {
    await open();
    await reportEvents(3);
    const { database } = app.deps;
    const broken = { ...app.deps.settings, APP_TIMEZONE: "no zone" };
    await expect(tallyLatest({ ...app.deps, settings: broken })).rejects.toThrow(RangeError);
    expect(await readCountedSeq(database)).toBe(0);
    await tallyLatest(app.deps);
    expect(await summed()).toEqual([3, 1]);
  });

  it("counts events of an erased account, without assigning it a number", async () => {
    await open();
    await reportEvents(3);
    const { database } = app.deps;
    await database.deleteFrom("users").where("id", "=", u1.id).execute();
    await tallyLatest(app.deps);
    // PostgreSQL has removed the events with the account.
    expect(await summed()).toEqual([testDialect === "postgres" ? 0 : 3, 0]);
    expect(await database.selectFrom("app_event_learners").selectAll().execute()).toEqual([]);
  });

  it("stops when the signal is aborted", async () => {
    await open();
    await expect(tallyEvents(app.deps, AbortSignal.abort())).rejects.toThrow();
  });
});

describe("app_event_rollup", () => {
  it("recomputes today and the seven days before, and can be repeated", async () => {
    await open();
    for (const daysAgo of [0, 1, 7]) await reportEvents(1 + daysAgo, daysAgo);
    const days = [TODAY, "2026-04-30", "2026-04-24"];
    const all = () => Promise.all(days.map((day) => summed(day)));
    for (let round = 0; round < 2; round += 1) {
      expect(await app.jobs.runNow("app_event_rollup")).toBe("ok");
      expect(await all()).toEqual([
        [1, 1],
        [2, 1],
        [8, 1],
      ]);
    }
  });

  it("gives exactly the same totals as incremental counting", async () => {
    await open();
    const speeds = [12, 90, 90, 700].map((ms) =>
      appEvent(app, { name: "api_rtt", category: "perf", props: { ms, status: 200 } }),
    );
    const faults = ["a", "b", "a"].map((signature) =>
      appEvent(app, { name: "crash", category: "error", props: { signature } }),
    );
    await report(app, { id: "d1", owner: u1 }, [...speeds, ...faults]);
    await tallyLatest(app.deps);
    const plain = async () => {
      const { names, timings, errors } = await loadTotals(app.deps.database, TODAY);
      return [names.entries, timings.entries, errors.entries].map((entries) => [...entries]);
    };
    const along = await plain();
    expect(await app.jobs.runNow("app_event_rollup")).toBe("ok");
    expect(await plain()).toEqual(along);
  });

  it("repairs wrong totals and removes erased accounts from them", async () => {
    await open();
    await reportEvents(4);
    await tallyLatest(app.deps);
    const { database } = app.deps;
    await database.updateTable("app_event_counts").set({ events: 99 }).execute();
    await database.deleteFrom("app_event_learners").execute();
    await app.jobs.runNow("app_event_rollup");
    expect(await summed()).toEqual([4, 0]);
  });

  it("skips days whose events were removed", async () => {
    await open({ TELEMETRY_RETENTION_DAYS: "1" });
    await reportEvents(3, 2);
    await reportEvents(2, 0);
    await tallyLatest(app.deps);
    expect(await app.jobs.runNow("app_event_cleanup")).toBe("ok");
    expect(await app.jobs.runNow("app_event_rollup")).toBe("ok");
    expect([await summed("2026-04-29"), await summed()]).toEqual([
      [3, 1],
      [2, 1],
    ]);
  });

  it("includes events counted while it runs", async () => {
    await open();
    await reportEvents(10);
    await tallyLatest(app.deps);
    let overtaken = 0;
    const database = app.deps.database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isPage = result.rows.some((row) => "props_json" in row);
        if (isPage && (overtaken += 1) <= 2) {
          await reportEvents(5);
          await tallyLatest(app.deps);
        }
        return result;
      },
    });
    await rollUpDays({ ...app.deps, database }, going);
    expect(overtaken).toBeGreaterThan(2);
    expect(await summed()).toEqual([20, 1]);
  });
});
