import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { verifyBackup } from "../../../platform/database/backup/verify-backup.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { backupsAdminFeature } from "./backups-admin.feature.ts";

const at = "/api/admin/updates/backups";
const notFound = { status: 404, body: { code: "BACKUP_NOT_FOUND" } } as const;

let place: AddressedDatabase;
let database: Database;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => void (database = await place.cleaned()));
afterAll(() => place.close());

const parts = () => ({ database, settings: { DATABASE_URL: place.url } });
const admin = { as: "admin", parts } as const;
const owner = { as: "super", parts } as const;

interface Made {
  readonly name: string;
  readonly sha256: string;
  readonly path: string;
}

async function make({ send, a1, deps }: ScenarioApp): Promise<Made> {
  const { status, text, body } = await send("POST", at, { headers: a1.headers });
  expect(status, text).toBe(200);
  return { ...body.data, path: join(deps.settings.BACKUP_DIR, body.data.name) };
}

let made: Made;
/** A scenario with an existing backup, whose name is part of the address. */
const with1 = (rest: string, method: "GET" | "POST") => ({
  given: async (app: ScenarioApp) => void (made = await make(app)),
  send: () => [method, `${at}/${made.name}${rest}`] as const,
});

/** A backup reported by another machine. */
async function reportedElsewhere({ deps }: ScenarioApp, createdAtMs = 1_000): Promise<void> {
  const facts = { kind: "daily", size_bytes: 5, sha256: "ab", version: "v1.0.0", verified: 1 };
  const row = { host: "elsewhere", name: THERE, schema_number: 1, created_at_ms: createdAtMs };
  await deps.database
    .insertInto("backups")
    .values({ ...facts, ...row } as never)
    .execute();
}
const THERE = "backup-daily-20250101-003000.db";

const auditOf = async ({ deps }: ScenarioApp) =>
  deps.database
    .selectFrom("audit_log")
    .select(["action", "target_type", "target_id"])
    .where("action", "like", "db_backup.%")
    .orderBy("id")
    .execute();

const wellMade = {
  ...admin,
  status: 200,
  body: { data: { kind: "manual", version: VERSION, verified: true } },
  after: async (app, { body }) => {
    const { name, sizeBytes, sha256, createdAt, host } = body.data;
    const path = join(app.deps.settings.BACKUP_DIR, name);
    expect(name).toMatch(/^backup-manual-\d{8}-\d{6}\.(db|dump)$/);
    expect(statSync(path)).toMatchObject({ size: sizeBytes, mode: 0o100600 });
    expect(statSync(`${path}.manifest.json`).mode & 0o777).toBe(0o600);
    expect((await verifyBackup(path)).filter(({ ok }) => !ok)).toEqual([]);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(createdAt)).toBe(app.clock.nowMs());
    expect(host).toBe(app.deps.instance.host);
    expect(await auditOf(app)).toEqual([
      { action: "db_backup.manual", target_type: "backup", target_id: name },
    ]);
  },
} satisfies Partial<Scenario>;

const unwritable = {
  ...admin,
  given: ({ deps }) => {
    rmSync(deps.settings.BACKUP_DIR, { recursive: true, force: true });
    writeFileSync(deps.settings.BACKUP_DIR, "no folder");
  },
  status: 503,
  body: { code: "BACKUP_FAILED" },
  after: async (app) => {
    const notices = app.deps.database.selectFrom("admin_notices").select("kind");
    expect(await notices.execute()).toEqual([{ kind: "backup_failed" }]);
    expect(await auditOf(app)).toEqual([]);
  },
} satisfies Partial<Scenario>;

describe("POST /api/admin/updates/backup", () => {
  const send = ["POST", "/api/admin/updates/backup"] as const;
  scenarios(backupsAdminFeature, {
    "makes a complete backup, readable by its owner only": { ...wellMade, send },
    "fails in a read-only place, leaves nothing behind, and notifies administrators": {
      ...unwritable,
      send,
    },
  });
});

describe("POST /api/admin/updates/backups", () => {
  const send = ["POST", at] as const;
  scenarios(backupsAdminFeature, {
    "makes a complete backup, readable by its owner only": { ...wellMade, send },
    "fails in a read-only place, leaves nothing behind, and notifies administrators": {
      ...unwritable,
      send,
    },
  });
});

describe("GET /api/admin/updates/backups", () => {
  const send = ["GET", at] as const;
  scenarios(backupsAdminFeature, {
    "is empty at first": {
      ...admin,
      send,
      status: 200,
      body: { data: { backups: [], totalBytes: 0, thresholdBytes: 10 * 1024 ** 3 } },
    },
    "says how old the last good backup is, and skips one dated in the future": {
      ...admin,
      given: async (app) => {
        await reportedElsewhere(app, app.clock.nowMs() + DAY_MS);
        await make(app);
        app.clock.advance(3_600_000);
      },
      send,
      status: 200,
      after: (_app, { body: { data } }) => {
        expect(data.backups).toHaveLength(2);
        expect(data.lastBackup).toMatchObject({ ok: true, ageHours: 1, isDatedAhead: false });
      },
    },
    "says that the age is unknown if all good backups are dated in the future": {
      ...admin,
      given: (app) => reportedElsewhere(app, app.clock.nowMs() + DAY_MS),
      send,
      status: 200,
      body: { data: { lastBackup: { at: null, ok: false, ageHours: null, isDatedAhead: true } } },
    },
    "says that the last good backup is too old": {
      ...admin,
      given: (app) => reportedElsewhere(app, app.clock.nowMs() - 10 * DAY_MS),
      send,
      status: 200,
      body: { data: { lastBackup: { ok: false, ageHours: 240, isDatedAhead: false } } },
    },
    "shows the newest first, and the total size": {
      ...admin,
      given: async (app) => {
        await make(app);
        app.clock.advance(60_000);
        await make(app);
      },
      send,
      status: 200,
      after: (_app, { body: { data } }) => {
        const [newer, older] = data.backups;
        expect(Date.parse(newer.createdAt) - Date.parse(older.createdAt)).toBe(60_000);
        expect(data.totalBytes).toBe(newer.sizeBytes + older.sizeBytes);
      },
    },
    "gives a second backup within the same second its own name": {
      ...admin,
      given: async (app) => void [await make(app), await make(app)],
      send,
      status: 200,
      after: (_app, { body }) => {
        const names = body.data.backups.map(({ name }: { name: string }) => name);
        expect(new Set(names).size).toBe(2);
        expect(names.some((name: string) => /-2\.(db|dump)$/.test(name))).toBe(true);
      },
    },
    "shows backups on disk, and those without a manifest as unverified": {
      ...admin,
      given: async (app) => {
        const gone = await make(app);
        app.clock.advance(1_000);
        made = await make(app);
        rmSync(gone.path);
        rmSync(`${made.path}.manifest.json`);
      },
      send,
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.backups).toMatchObject([
          { name: made.name, verified: false, version: null, sha256: "" },
        ]);
      },
    },
    "shows backups of other machines": {
      ...admin,
      given: (app) => reportedElsewhere(app),
      send,
      status: 200,
      body: { data: { backups: [{ name: THERE, host: "elsewhere", verified: true }] } },
    },
    "keeps the configured number of manual and daily backups, and one safety backup": {
      as: "admin",
      parts: () => ({ database, settings: { DATABASE_URL: place.url, BACKUP_KEEP: "2" } }),
      given: async (app) => {
        made = await make(app);
        const before = made.path.replace("-manual-", "-pre-restore-");
        writeFileSync(before, "made before a restore");
        for (let more = 0; more < 2; more += 1) {
          app.clock.advance(60_000);
          await make(app);
        }
      },
      send,
      status: 200,
      after: (_app, { body }) => {
        const kinds = body.data.backups.map(({ kind }: { kind: string }) => kind).toSorted();
        expect(kinds).toEqual(["manual", "manual", "pre_restore"]);
        expect(existsSync(made.path)).toBe(false);
        expect(existsSync(`${made.path}.manifest.json`)).toBe(false);
      },
    },
  });
});

describe("GET /api/admin/updates/backups/{name}/download", () => {
  const fetched = (rest = "") => with1(`/download${rest}`, "GET");
  scenarios(backupsAdminFeature, {
    "sends the database with its hash": {
      ...owner,
      ...fetched(),
      status: 200,
      headers: { "content-type": "application/octet-stream" },
      after: async (app, { headers }) => {
        expect(headers["x-content-sha256"]).toBe(made.sha256);
        expect(headers["content-length"]).toBe(String(statSync(made.path).size));
        expect((await auditOf(app)).at(-1)).toEqual({
          action: "db_backup.download",
          target_type: "backup",
          target_id: made.name,
        });
      },
    },
    "sends the files that belong to it": {
      ...owner,
      ...fetched("?part=files"),
      status: 200,
      headers: { "content-disposition": /\.files\.tar"$/ },
    },
    "sends a bundle that another machine can restore": {
      ...owner,
      ...fetched("?part=bundle"),
      status: 200,
      headers: { "x-content-sha256": /^[0-9a-f]{64}$/, "content-disposition": /\.tar"$/ },
    },
    "refuses another part": {
      ...owner,
      ...fetched("?part=all"),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "does not find an invalid name": {
      ...owner,
      ...notFound,
      send: ["GET", `${at}/..%2Flearning.db/download`],
    },
    "does not find a file that is not a backup": {
      ...owner,
      given: ({ deps }) => writeFileSync(join(deps.settings.DATA_DIR, "other.db"), "x"),
      ...notFound,
      send: ["GET", `${at}/other.db/download`],
    },
    "refuses a backup of another machine": {
      ...owner,
      given: (app) => reportedElsewhere(app),
      send: ["GET", `${at}/${THERE}/download`],
      status: 409,
      body: { code: "BACKUP_ELSEWHERE" },
    },
  });
});

describe("POST /api/admin/updates/backups/{name}/verify", () => {
  const checked = with1("/verify", "POST");
  const names = ["manifest", "sha256", "format", "integrity", "row_counts", "schema", "files"];
  scenarios(backupsAdminFeature, {
    "passes every check for a good backup": {
      ...admin,
      ...checked,
      status: 200,
      body: { data: { ok: true } },
      after: (_app, { body }) => {
        expect(body.data.checks.map(({ name }: { name: string }) => name)).toEqual(names);
      },
    },
    "detects a truncated file, and no longer counts it as a backup": {
      ...admin,
      given: async (app) => {
        made = await make(app);
        truncateSync(made.path, statSync(made.path).size - 1);
      },
      send: () => ["POST", `${at}/${made.name}/verify`],
      status: 200,
      body: { data: { ok: false } },
      after: async ({ send, a1 }) => {
        const { body } = await send("GET", at, { headers: a1.headers });
        expect(body.data.backups).toMatchObject([{ name: made.name, verified: false }]);
      },
    },
    "does not find a backup of another name": {
      ...admin,
      ...notFound,
      send: ["POST", `${at}/${THERE}/verify`],
    },
    "refuses a backup of another machine": {
      ...admin,
      given: (app) => reportedElsewhere(app),
      send: ["POST", `${at}/${THERE}/verify`],
      status: 409,
      body: { code: "BACKUP_ELSEWHERE" },
    },
  });
});
