import { afterAll, afterEach, describe, expect, it } from "vitest";
import { appEvent, registerDevice, report } from "../../../testing/app/app-event-needs.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { appEventsRoutes } from "./app-events.routes.ts";
import { readCompleteSince } from "./app-events.service.ts";
import { appEventCleanup } from "./app-events.worker.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** An app with an event on each of two days. */
async function open(settings: Record<string, string>): Promise<void> {
  const feature = { routes: [appEventsRoutes], workers: [appEventCleanup] };
  app = await buildTestApp({ features: onlyFeature(feature), settings });
  const u1 = await app.learner();
  await registerDevice(app, "d1", u1);
  for (const name of ["older", "newer"]) {
    await report(app, { id: "d1", owner: u1 }, [appEvent(app, { name })]);
    app.clock.advance(DAY_MS);
  }
}

async function left(): Promise<string[]> {
  const rows = await app.deps.database
    .selectFrom("app_events")
    .select("name")
    .orderBy("seq")
    .execute();
  return rows.map(({ name }) => name);
}

describe("app_event_cleanup", () => {
  it("removes expired events, and stores the time before which some are missing", async () => {
    await open({ TELEMETRY_RETENTION_DAYS: "2" });
    app.clock.advance(1);
    expect(await app.jobs.runNow("app_event_cleanup")).toBe("ok");
    expect(await left()).toEqual(["newer"]);
    expect(await readCompleteSince(app.deps.database)).toBe(app.clock.nowMs() - 2 * DAY_MS);
  });

  it("keeps events exactly at the limit", async () => {
    await open({ TELEMETRY_RETENTION_DAYS: "2" });
    expect(await app.jobs.runNow("app_event_cleanup")).toBe("ok");
    expect(await left()).toEqual(["older", "newer"]);
  });

  it("never decreases the time before which events are missing", async () => {
    await open({ TELEMETRY_RETENTION_DAYS: "1" });
    await app.jobs.runNow("app_event_cleanup");
    const sinceMs = await readCompleteSince(app.deps.database);
    app.clock.advance(-DAY_MS);
    await app.jobs.runNow("app_event_cleanup");
    expect(await readCompleteSince(app.deps.database)).toBe(sinceMs);
  });
});
