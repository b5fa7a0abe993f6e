import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { programSchema } from "../../../platform/database/schema-version.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import { takeUpdateLock } from "../../../platform/release/update-lock.ts";
import { realDisk } from "../../../platform/release/release-disk.ts";
import { installRelease } from "@wordloom/testing/neighbors/made-release";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { updateEnded } from "./update-progress.service.ts";
import { updatesFeature } from "./updates.feature.ts";

const at = "/api/admin/updates";
const NEW = "v1.4.0";

let site: UpdateSite;
beforeEach(async () => void (site = await openUpdateSite()));
afterEach(() => site.close());

/** An administrator of an installation that can update itself. */
const admin = { as: "admin", parts: () => site.parts() } as const;

async function fetchList({ send, a1 }: ScenarioApp, ...tags: string[]): Promise<void> {
  site.publish(...tags.map((tag) => ({ tag })));
  const { status, text } = await send("POST", `${at}/check`, { headers: a1.headers });
  expect(status, text).toBe(200);
}

const order = (change: object = {}) => ({
  channel: "stable",
  targetVersion: NEW,
  confirmCurrentVersion: VERSION,
  ...change,
});

/** Started tasks finish before the app is closed. */
const settle = (app: ScenarioApp) => updateEnded(app.deps);

/** Versions that this installation knows from its RELEASE.json. */
const versions = [
  { version: "v1.0.9", schema: 1, minReaderSchema: 1 },
  { version: "v1.1.0", schema: 0, minReaderSchema: 0 },
  { version: "v1.2.0", schema: 30, minReaderSchema: 1 },
  { version: "v1.2.5-beta.1", schema: 36, minReaderSchema: 1 },
  { version: VERSION, schema: 38, minReaderSchema: 1 },
];
const knowing = () => {
  const parts = site.parts();
  const { installation } = parts;
  const release = { ...installation!.release!, versions };
  return { ...parts, installation: { ...installation, release } };
};

describe("POST /api/admin/updates/rollback/preflight", () => {
  const send = (targetVersion: string, more: object = {}) =>
    ["POST", `${at}/rollback/preflight`, { targetVersion, ...more }] as const;
  const row = { ...admin, parts: knowing } as const;
  scenarios(updatesFeature, {
    "tells what a known version would mean": {
      ...row,
      send: send("v1.2.0", { confirmCurrentVersion: VERSION }),
      status: 200,
      body: {
        data: {
          canRollback: true,
          targetVersion: "v1.2.0",
          currentVersion: VERSION,
          targetSchema: 30,
          currentSchema: programSchema(),
          willDropAfterSchema: true,

          droppedVersionsHint: ["v1.2.5-beta.1"],
          needsDownload: true,
          reason: null,
          reasonDetail: null,
        },
      },
    },
    "needs no download of a version that is kept": {
      ...row,
      send: send("v1.2.0"),
      status: 200,
      given: () => keep("v1.2.0"),
      body: { data: { canRollback: true, needsDownload: false } },
    },
    "knows a version that has run here": {
      ...row,
      send: send("v1.2.7"),
      status: 200,
      given: async ({ deps }) => {
        const run = { version: "v1.2.7", schema_number: 37, min_reader_schema: 1 };
        await deps.database
          .insertInto("versions_run")
          .values({ ...run, first_run_at_ms: 1 })
          .execute();
      },
      body: { data: { canRollback: true, targetSchema: 37 } },
    },
    "does not know others": {
      ...row,
      send: send("v1.2.1"),
      status: 200,
      body: {
        data: {
          canRollback: false,
          targetSchema: null,
          reason: "v1.2.1 is not known here.",
          reasonDetail: { code: "version_unknown", args: { version: "v1.2.1" } },
        },
      },
    },
    "is not possible before 1.1.0": {
      ...row,
      send: send("v1.0.9"),
      status: 200,
      body: { data: { canRollback: false, reason: "v1.0.9 is older than v1.1.0." } },
    },
    "is not possible for a program that cannot read the database": {
      ...row,
      send: send("v1.1.0"),
      status: 200,
      body: { data: { canRollback: false, targetSchema: 0 } },
      after: (_app, { body }) => expect(body.data.reason).toMatch(/cannot read this database/),
    },
    "is not possible to the running version": {
      ...row,
      send: send(VERSION),
      status: 200,
      body: { data: { canRollback: false } },
    },
    "refuses when another version runs than was confirmed": {
      ...row,
      send: send("v1.2.0", { confirmCurrentVersion: "v1.2.0" }),
      status: 400,
      body: { code: "CURRENT_VERSION_MISMATCH" },
    },
    "refuses a version that is not a tag": {
      ...row,
      send: send("latest"),
      status: 400,
      body: { code: "INVALID_TARGET_VERSION" },
    },
  });
});

/** Keeps an earlier version in the install folder. */
function keep(tag: string): void {
  installRelease(site.installDir, { tag });
  renameSync(join(site.installDir, "wordloom"), join(site.installDir, `wordloom-${tag}`));
  renameSync(join(site.installDir, "static"), join(site.installDir, `static-${tag}`));
  installRelease(site.installDir, { tag: VERSION });
}

describe("POST /api/admin/updates/rollback", () => {
  const send = (change: object = {}) =>
    ["POST", `${at}/rollback`, order({ targetVersion: "v1.2.0", ...change })] as const;
  const refused = (code: string, row: Partial<Scenario>, status = 400): Scenario => ({
    ...admin,
    parts: knowing,
    send: send(),
    status,
    body: { code },
    ...row,
  });
  scenarios(updatesFeature, {
    "goes back to a version that is kept": {
      ...admin,
      parts: knowing,
      given: () => keep("v1.2.0"),
      send: send(),
      status: 202,
      body: {
        data: {
          action: "rollback",
          targetVersion: "v1.2.0",
          phase: "pending",
          targetSchema: 30,
          currentSchema: programSchema(),
        },
      },
      after: async (app) => {
        await settle(app);
        expect(site.handedOver).toMatchObject([{ targetVersion: "v1.2.0" }]);
        expect(site.web.requests).toEqual([]);
        expect(app.faults).toEqual([]);
      },
    },
    "goes back to a version that is published": {
      ...admin,
      parts: knowing,
      send: send(),
      status: 202,
      given: (app) => fetchList(app, NEW, "v1.2.0"),
      after: async (app) => {
        await settle(app);
        expect(site.handedOver).toMatchObject([{ targetVersion: "v1.2.0" }]);
      },
    },
    "refuses an installation that cannot": refused(
      "UPDATER_DISABLED",
      { parts: () => site.parts({ inContainer: true }) },
      503,
    ),
    "refuses when another version runs than was confirmed": refused("CURRENT_VERSION_MISMATCH", {
      send: send({ confirmCurrentVersion: "v1.2.0" }),
    }),
    "refuses a version that is not a tag": refused("INVALID_TARGET_VERSION", {
      send: send({ targetVersion: "v1.2" }),
    }),
    "refuses a version that is not known": refused("ROLLBACK_TARGET_UNKNOWN", {
      send: send({ targetVersion: "v1.2.1" }),
    }),
    "refuses a version before 1.1.0": refused("ROLLBACK_TARGET_UNKNOWN", {
      send: send({ targetVersion: "v1.0.9" }),
    }),
    "refuses a tag of another channel": refused("TARGET_MISMATCH", {
      send: send({ channel: "beta" }),
    }),
    "refuses a version that is neither kept nor published": refused("NO_ASSET", {}),
    "refuses while another process updates": refused(
      "UPDATE_IN_PROGRESS",
      {
        given: async () => {
          keep("v1.2.0");
          await takeUpdateLock(realDisk, site.installDir);
        },
      },
      409,
    ),
    "gives a kept version up whose files have changed": {
      ...admin,
      parts: knowing,
      send: send(),
      status: 202,
      given: () => {
        keep("v1.2.0");
        writeFileSync(join(site.installDir, "lib/v1.2.0/server.js"), "changed");
      },
      after: async (app) => {
        await settle(app);
        expect(site.handedOver).toEqual([]);
        const { headers } = app.a1;
        const { body } = await app.send("GET", `${at}/status`, { headers });
        expect(body.data.applyTask).toMatchObject({ phase: "failed", percent: 55 });
        expect(body.data.applyTask.error).toMatch(/^ArchiveInvalid: /);
      },
    },
  });
});
