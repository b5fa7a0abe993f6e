import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { closeCleanDatabase, openCleanDatabase, tablesWithRows } from "./database-cleaner.ts";

const lease = { worker: "w", holder: "h", expires_at_ms: 1 };

describe("a clean database", () => {
  afterAll(closeCleanDatabase);

  it("holds nothing of what a test has written, however it did", async () => {
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
});
