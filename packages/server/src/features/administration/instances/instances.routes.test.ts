import { describe, expect } from "vitest";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { VERSION } from "../../../platform/basics/version.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { noteAlive, noteEnd } from "./instances.service.ts";
import { instancesFeature } from "./instances.feature.ts";

const at = "/api/admin/monitoring/instances";

/** An SQLite file has one process. */
const canHaveOthers = testDialect === "postgres";

const self = { self: true };

/** Another process that was last seen `seenAgoMs` ago. */
async function addProcess(app: ScenarioApp, id: string, seenAgoMs: number): Promise<void> {
  const last_seen_at_ms = app.clock.nowMs() - seenAgoMs;
  const facts = { host: "other", pid: 7, version: "v1.0.0", started_at_ms: 1_000 };
  await app.deps.database
    .insertInto("service_instances")
    .values({ id, ...facts, last_seen_at_ms })
    .execute();
}

describe("GET /api/admin/monitoring/instances", () => {
  scenarios(instancesFeature, {
    "shows the answering process before its first heartbeat": {
      as: "admin",
      send: ["GET", at],
      status: 200,
      after: ({ clock }, { body }) => {
        expect(body.data.instances).toMatchObject([
          { pid: process.pid, version: VERSION, leader: false, self: true },
        ]);
        const [{ lastSeenAt }] = body.data.instances;
        expect(Date.parse(lastSeenAt)).toBe(clock.nowMs());
      },
    },
    "shows the processes seen within thirty seconds, in the order of their start": {
      as: "admin",
      given: async (app) => {
        expect(await app.jobs.runNow("instance_heartbeat")).toBe("ok");
        await addProcess(app, "there", 29_999);
        await addProcess(app, "gone", 30_000);
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        const other = {
          id: "there",
          host: "other",
          pid: 7,
          version: "v1.0.0",
          self: false,
          startedAt: "1970-01-01T00:00:01.000Z",
        };
        expect(body.data.instances).toMatchObject(canHaveOthers ? [other, self] : [self]);
      },
    },
    "does not show a process that recorded its end, such as before a restart": {
      as: "admin",
      given: async (app) => {
        const { instance } = app.deps;
        const other = { ...instance, id: "before", pid: 8 };
        await noteAlive({ ...app.deps, instance: other });
        await noteEnd({ ...app.deps, instance: other });
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => expect(body.data.instances).toMatchObject([{ self: true }]),
    },
    "own predecessor is no other process": {
      as: "admin",
      given: async (app) => {
        const { instance } = app.deps;
        const killed = { ...instance, id: "killed", startedAtMs: instance.startedAtMs - 1_000 };
        await noteAlive({ ...app.deps, instance: killed });
        await noteAlive(app.deps);
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.instances).toHaveLength(1);
        expect(body.data.instances).toMatchObject([self]);
      },
    },
    "does not show a process seen while the clock was ahead": {
      as: "admin",
      given: async (app) => addProcess(app, "ahead", -86_400_000),
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => expect(body.data.instances).toMatchObject([self]),
    },
    "counts a process whose heart beats once": {
      as: "admin",
      given: async (app) => {
        for (let n = 0; n < 3; n += 1) {
          await app.jobs.runNow("instance_heartbeat");
          app.clock.advance(10_000);
        }
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => expect(body.data.instances).toHaveLength(1),
    },
    "names the process that runs the workers": {
      as: "admin",
      given: async (app) => {
        await addProcess(app, "leader", 0);
        await addProcess(app, "former", 0);
        const lease = { expires_at_ms: app.clock.nowMs() + 1 };
        const late = { expires_at_ms: app.clock.nowMs() };
        await app.deps.database
          .insertInto("job_leases")
          .values([
            { worker: "a", holder: "leader", ...lease },
            { worker: "b", holder: "former", ...late },
          ])
          .execute();
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        const leaders = body.data.instances.filter((one: { leader: boolean }) => one.leader);
        expect(leaders).toMatchObject(canHaveOthers ? [{ id: "leader" }] : []);
      },
    },
    "forgets processes that have been gone for thirty days": {
      as: "admin",
      given: async (app) => {
        await addProcess(app, "long", 30 * 86_400_000 + 1);
        await addProcess(app, "short", 30 * 86_400_000);
        expect(await app.jobs.runNow("instance_cleanup")).toBe("ok");
      },
      send: ["GET", at],
      status: 200,
      after: async ({ deps }) => {
        const kept = await deps.database.selectFrom("service_instances").select("id").execute();
        expect(kept).toEqual([{ id: "short" }]);
      },
    },
  });
});
