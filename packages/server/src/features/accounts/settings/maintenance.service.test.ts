import { afterAll, afterEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { followMaintenance } from "./maintenance.service.ts";
import { readSystemSettings, storeSetting } from "./settings.service.ts";

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(closeCleanDatabase);

async function setUp() {
  const app = await buildTestApp({ features: [] });
  apps.push(app);
  const store = (value: boolean) =>
    storeSetting(app.deps.database, "maintenance_mode", value, app.clock.nowMs());
  return { ...app, store };
}

describe("followMaintenance", () => {
  it("applies a value stored by another process, despite cached settings", async () => {
    const { deps, hub, store } = await setUp();
    await readSystemSettings(deps);
    await store(true);
    await followMaintenance(deps);
    expect(deps.maintenance.active).toBe(true);
    await followMaintenance(deps);
    expect(hub.recorded()).toEqual(["all:maintenance"]);
    await store(false);
    await followMaintenance(deps);
    expect(deps.maintenance.active).toBe(false);
  });

  it("keeps a change made by this process meanwhile", async () => {
    const { deps } = await setUp();
    const following = followMaintenance(deps);
    deps.maintenance.set(true);
    await following;
    expect(deps.maintenance.active).toBe(true);
  });
});
