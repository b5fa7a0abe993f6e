import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MissedWorker } from "../../../platform/jobs/jobs.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { idleJobs } from "../../../testing/app/idle-jobs.ts";
import { missedWorkersWatchdog } from "./missed-workers.worker.ts";

let app: TestApp;
let missed: MissedWorker[];
beforeEach(async () => {
  missed = [];
  app = await buildTestApp({ features: onlyFeature({}) });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** Runs the worker with this number of missed runs. @returns what administrators are sent */
async function look(missCount?: number): Promise<readonly string[]> {
  missed = missCount === undefined ? [] : [{ workerName: "w", missCount }];
  const deps = { ...app.deps, jobs: { ...idleJobs, missedWorkers: () => missed } };
  await missedWorkersWatchdog.run(deps, new AbortController().signal);
  const events = app.hub.recordedEvents().map((event) => {
    return event.type === "worker_missed" ? `missed ${event.missCount}` : event.type;
  });
  app.hub.forgetRecorded();
  return events;
}

describe("scheduler_health_watchdog", () => {
  it("reports a worker once, and again after twice as many missed runs", async () => {
    const heard: (readonly string[])[] = [];
    for (const missCount of [3, 4, 5, 6, 11, 12]) heard.push(await look(missCount));
    expect(heard).toEqual([["missed 3", "admin_notice"], [], [], ["missed 6"], [], ["missed 12"]]);
    expect(await app.deps.metrics.text()).toContain('worker_missed_total{worker="w"} 3');
  });

  it("starts over after the worker has recovered", async () => {
    await look(5);
    await look();
    expect(await look(3)).toEqual(["missed 3"]);
  });

  it("leaves one notice a day that names the worker", async () => {
    await look(3);
    await look(6);
    const notices = await app.deps.database.selectFrom("admin_notices").selectAll().execute();
    expect(notices).toMatchObject([
      { kind: "worker_missed", subject: "w", title: "The worker w is overdue" },
    ]);
  });
});
