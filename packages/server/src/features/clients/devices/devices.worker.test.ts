import { afterAll, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { deviceCleanup } from "./devices.worker.ts";

const DAY_MS = 86_400_000;
afterAll(closeCleanDatabase);

it("removes devices that nobody has used for a year, except banned ones", async () => {
  const app = await buildTestApp({ features: onlyFeature({ workers: [deviceCleanup] }) });
  const { database } = app.deps;
  const { id: user_id } = await app.learner();
  const yearAgoMs = app.clock.nowMs() - 365 * DAY_MS;
  const device = (id: string, lastSeenAtMs: number, more: object = {}) => ({
    id,
    user_id,
    platform: "web",
    first_seen_at_ms: 0,
    last_seen_at_ms: lastSeenAtMs,
    ...more,
  });
  const old = Array.from({ length: 1_001 }, (_, n) => device(`old-${n}`, yearAgoMs - 1 - n));
  for (const rows of [old.slice(0, 500), old.slice(500)]) {
    await database.insertInto("devices").values(rows).execute();
  }
  await database
    .insertInto("devices")
    .values([
      device("banned", 0, { banned_at_ms: 1, ban_reason: "spam" }),
      device("edge", yearAgoMs),
    ])
    .execute();
  await app.jobs.runNow("device_cleanup");
  const left = await database.selectFrom("devices").select("id").orderBy("id").execute();
  expect(left.map(({ id }) => id)).toEqual(["banned", "edge"]);
  await app.close();
});
