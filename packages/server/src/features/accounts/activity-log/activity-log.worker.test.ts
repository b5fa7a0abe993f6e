import { afterAll, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { activityLogFeature } from "./activity-log.feature.ts";
import { latestActions, logActions } from "./activity-log.service.ts";

const DAY_MS = 86_400_000;
afterAll(closeCleanDatabase);

it("removes actions older than 180 days", async () => {
  const app = await buildTestApp({ features: onlyFeature(activityLogFeature) });
  const { database } = app.deps;
  const { id: userId } = await app.learner();
  const edgeMs = app.clock.nowMs() - 180 * DAY_MS;
  const login = (atMs: number) => ({ userId, action: "login" as const, atMs, detail: {} });
  await logActions(database, [login(edgeMs - 1), login(edgeMs)]);
  expect(await app.jobs.runNow("activity_log_cleanup")).toBe("ok");
  const left = await latestActions(database, userId, { limit: 10 });
  expect(left.map(({ createdAt }) => Date.parse(createdAt))).toEqual([edgeMs]);
  await app.close();
});
