import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import {
  parametersInForce,
  storeConfiguration,
} from "@wordloom/server/features/adaptation/engine-config/engine-config.service";
import type { Database } from "@wordloom/server/platform/database/tables";
import { buildTestApp } from "../service/build-test-app.ts";
import { closeCleanDatabase, openCleanDatabase, tablesWithRows } from "./database-cleaner.ts";
import { createTestClock } from "../service/test-clock.ts";

const versionsIn = (database: Database) =>
  database.selectFrom("engine_config_versions").selectAll().execute();

const lease = { worker: "w", holder: "h", expires_at_ms: 1 };

describe("a clean database", () => {
  afterAll(closeCleanDatabase);

  it("holds no row that a test has written in any way", async () => {
    const former = await openCleanDatabase();
    await former.insertInto("job_leases").values(lease).execute();
    await sql`insert into "job_run_requests" (worker, requested_at_ms)
      values ('w', 1) on conflict (worker) do update set requested_at_ms = 2`.execute(former);
    await former.transaction().execute(async (tx) => {
      await sql`with found as (select worker from job_leases) insert into service_instances
        (id, host, pid, version, started_at_ms, last_seen_at_ms)
        select worker, 'h', 1, 'v', 1, 1 from found`.execute(tx);
    });
    expect(await tablesWithRows(former)).toHaveLength(3);
    expect(await tablesWithRows(await openCleanDatabase())).toEqual([]);
  });

  it("of an app holds nothing but the engine's first configuration", async () => {
    const former = await buildTestApp();
    const [first] = await versionsIn(former.deps.database);
    await former.learner();
    const { snapshot } = parametersInForce(former.deps);
    await storeConfiguration(former.deps, snapshot, { source: "manual", authorAdminId: null });
    expect(await versionsIn(former.deps.database)).toHaveLength(2);
    await former.close();
    const database = await openCleanDatabase("checked");
    expect(await tablesWithRows(database)).toEqual(["engine_config_versions"]);
    expect(await versionsIn(database)).toEqual([first]);
  });

  it("holds no first configuration of another time", async () => {
    const empty = await openCleanDatabase("checked");
    await empty.deleteFrom("engine_config_versions").execute();
    const former = await buildTestApp({ clock: createTestClock("2026-05-02T12:00:00.000Z") });
    await former.close();
    expect(await versionsIn(former.deps.database)).toHaveLength(1);
    expect(await tablesWithRows(await openCleanDatabase("checked"))).toEqual([]);
  });
});
