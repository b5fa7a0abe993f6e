import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { openDatabase, sqliteFile } from "../../../platform/database/connection.ts";
import { claimOverhaul, endOverhaul } from "../../../platform/database/overhaul-claim.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import type { TestReply } from "@wordloom/testing/service/build-test-app";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testDialect, testOptions } from "@wordloom/testing/databases/test-database";
import { backupsAdminFeature } from "./backups-admin.feature.ts";

const at = "/api/admin/updates/backups";
const NOBODYS = "backup-daily-20250101-003000.db";

let place: AddressedDatabase;
let database: Database;
/** How often a new app was to be opened. */
let beginnings = 0;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => {
  database = await place.cleaned();
  beginnings = 0;
});
afterEach(() => {
  const file = sqliteFile(place.url);
  if (file !== undefined) rmSync(`${file}.restored`, { force: true });
});
afterAll(() => place.close());

const owner = {
  as: "super",
  parts: () => ({
    database,
    settings: { DATABASE_URL: place.url },
    installation: { reopenApp: () => void (beginnings += 1) },
  }),
} as const;

let under: Promise<TestReply> | undefined;
let name = "";
let path = "";
async function make({ send, a1, deps }: ScenarioApp): Promise<void> {
  const { text, body } = await send("POST", at, { headers: a1.headers });
  expect(body.success, text).toBe(true);
  name = body.data.name;
  path = join(deps.settings.BACKUP_DIR, name);
}

const restore = (body: object = {}) => ["POST", `${at}/${name}/restore`, body] as const;
const forced = () => restore({ confirmName: name, force: true });

/** Runs `work` on the database that the reopened app will use. */
async function within<T>(work: (restored: Database) => Promise<T>): Promise<T> {
  const file = sqliteFile(place.url);
  if (file === undefined) return work(database);
  const restored = await openDatabase(`sqlite:${file}.restored`, testOptions);
  return work(restored).finally(() => restored.destroy());
}

const learnersOf = async (db: Database) => {
  const rows = await db.selectFrom("users").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
};

const untouched = async ({ deps }: ScenarioApp) => {
  expect(beginnings).toBe(0);
  expect(deps.maintenance.active).toBe(false);
  expect(await learnersOf(database)).toContain("u2");
};

/** A backup, and a learner created after it. */
async function aLaterLearner(app: ScenarioApp): Promise<void> {
  await make(app);
  await app.learner();
}

describe("POST /api/admin/updates/backups/{name}/restore", () => {
  scenarios(backupsAdminFeature, {
    "restores the backup, keeps the former database, and reopens the app": {
      ...owner,
      given: aLaterLearner,
      send: forced,
      status: 200,
      body: { data: { restored: true, restartRecommended: false } },
      after: async ({ deps, a1 }, { body, headers }) => {
        expect(beginnings).toBe(1);
        expect(headers["x-audit-id"]).toMatch(/^\d+$/);
        const kept = String(body.data.preRestoreBackup);
        expect(kept).toMatch(/^backup-pre-restore-/);
        expect(readdirSync(deps.settings.BACKUP_DIR)).toContain(kept);
        await within(async (restored) => {
          expect(await learnersOf(restored)).toEqual(["u1"]);
          const audit = restored.selectFrom("audit_log").select(["action", "admin_id", "outcome"]);
          expect(await audit.where("action", "=", "db_restore").execute()).toEqual([
            { action: "db_restore", admin_id: a1.id, outcome: "success" },
          ]);
          const [mark] = await restored.selectFrom("restores").selectAll().execute();
          expect(mark?.backup_at_ms).toBe(deps.clock.nowMs());
          const settings = await restored
            .selectFrom("system_settings")
            .select("value_json")
            .where("key", "=", "maintenance_mode")
            .execute();
          expect(settings).toEqual([{ value_json: "false" }]);
        });
      },
    },
    "recommends restarting other live processes": {
      ...owner,
      given: async (app) => {
        await make(app);
        const facts = { host: "other", pid: 7, version: "v1.0.0", started_at_ms: 1_000 };
        const row = { id: "other", ...facts, last_seen_at_ms: app.clock.nowMs() };
        await database.insertInto("service_instances").values(row).execute();
      },
      send: forced,
      status: 200,
      body: { data: { restartRecommended: testDialect === "postgres" } },
    },
    "refuses a backup with rows of a table that is not ours": {
      ...owner,
      given: async (app) => {
        await sql`create table theirs as select 1 as n`.execute(database);
        await make(app);
        await sql`drop table theirs`.execute(database);
        await app.learner();
      },
      send: forced,
      status: 400,
      body: {
        code: "BACKUP_INVALID",
        message: "the backup has rows of theirs, which is no table of its version.",
      },
      after: untouched,
    },
    "refuses when the name is not confirmed": {
      ...owner,
      given: aLaterLearner,
      send: () => restore({ confirmName: NOBODYS, force: true }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
      after: untouched,
    },
    "refuses a request without the name": {
      ...owner,
      given: aLaterLearner,
      send: () => restore(),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
      after: untouched,
    },
    "does not find a backup of another name": {
      ...owner,
      send: ["POST", `${at}/${NOBODYS}/restore`, { confirmName: NOBODYS }],
      status: 404,
      body: { code: "BACKUP_NOT_FOUND" },
    },
    "refuses a backup of another machine": {
      ...owner,
      given: async () => {
        const facts = { kind: "daily", size_bytes: 5, sha256: "ab", version: "v1.0.0" };
        const more = { schema_number: 1, verified: 1, created_at_ms: 1_000, sequence: 0 } as const;
        const row = { host: "elsewhere", name: NOBODYS, ...facts, ...more };
        await database.insertInto("backups").values(row).execute();
      },
      send: ["POST", `${at}/${NOBODYS}/restore`, { confirmName: NOBODYS, force: true }],
      status: 409,
      body: { code: "BACKUP_ELSEWHERE" },
    },
    "refuses a damaged backup, and changes nothing": {
      ...owner,
      given: async (app) => {
        await aLaterLearner(app);
        truncateSync(path, statSync(path).size - 1);
      },
      send: forced,
      status: 400,
      body: { code: "BACKUP_INVALID" },
      after: untouched,
    },
    "changes nothing when it fails after loading, and reports it": {
      ...owner,
      given: async (app) => {
        await aLaterLearner(app);
        // Makes the list of learners to be erased again unreadable.
        mkdirSync(join(app.deps.settings.BACKUP_DIR, "erased.jsonl"));
      },
      send: forced,
      status: 500,
      body: { code: "INTERNAL" },
      after: async (app) => {
        rmdirSync(join(app.deps.settings.BACKUP_DIR, "erased.jsonl"));
        await untouched(app);
        const audit = database.selectFrom("audit_log").selectAll();
        const entries = await audit.where("action", "=", "db_restore").execute();
        const by = { admin_id: app.a1.id, session_id: app.a1.sessionId, ip: "127.0.0.1" };
        expect(entries).toMatchObject([
          { outcome: "failed", error: expect.stringContaining("EISDIR"), ...by },
        ]);
      },
    },
    "refuses a backup of a newer release, and changes nothing": {
      ...owner,
      given: async (app) => {
        const row = { name: "9000-later", applied_at_ms: 1 };
        await sql`insert into schema_migrations (name, applied_at_ms)
          values (${row.name}, ${row.applied_at_ms})`.execute(database);
        await aLaterLearner(app);
        await sql`delete from schema_migrations where name = ${row.name}`.execute(database);
      },
      send: forced,
      status: 400,
      body: { code: "BACKUP_NEWER_SCHEMA" },
      after: untouched,
    },
    "refuses while the database is healthy, unless forced": {
      ...owner,
      given: aLaterLearner,
      send: () => restore({ confirmName: name }),
      status: 409,
      body: { code: "RESTORE_NOT_NEEDED" },
      after: untouched,
    },
    "refuses during an update or another process's restore": {
      ...owner,
      given: async (app) => {
        await aLaterLearner(app);
        await claimOverhaul(place.url);
      },
      send: forced,
      status: 409,
      body: { code: "UPDATE_IN_PROGRESS" },
      after: async (app) => {
        await endOverhaul(place.url);
        await untouched(app);
      },
    },
    "refuses during another restore": {
      ...owner,
      given: async (app) => {
        await make(app);
        // Simulates another running request, for which the first restore waits.
        app.deps.metrics.inflight(1);
        const [method, address, body] = forced();
        under = app.send(method, address, { body, headers: app.a1.headers });
        while (!app.deps.maintenance.active) await new Promise((resolve) => setImmediate(resolve));
      },
      send: forced,
      status: 409,
      body: { code: "UPDATE_IN_PROGRESS" },
      after: async ({ deps }) => {
        deps.metrics.inflight(-1);
        expect((await under)?.status).toBe(200);
        expect(beginnings).toBe(1);
      },
    },
  });
});
