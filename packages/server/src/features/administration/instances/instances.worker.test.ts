import { afterAll, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { instanceHeartbeat } from "./instances.worker.ts";

afterAll(closeCleanDatabase);

it("a stopping process is no longer listed by the others", async () => {
  const database = await openCleanDatabase("checked");
  const app = await buildTestApp({
    database,
    features: onlyFeature({ workers: [instanceHeartbeat] }),
  });
  app.jobs.start();
  expect(await app.jobs.runNow("instance_heartbeat")).toBe("ok");
  const seenAgoMs = async () => {
    const row = await database
      .selectFrom("service_instances")
      .selectAll()
      .executeTakeFirstOrThrow();
    return app.clock.nowMs() - row.last_seen_at_ms;
  };
  expect(await seenAgoMs()).toBe(0);
  await app.jobs.stop();
  await app.jobs.runLast();
  expect(await seenAgoMs()).toBe(30_000);
  await app.close();
});
