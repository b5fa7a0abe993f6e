import { mkdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { programSchema } from "../../../platform/database/schema-version.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { updatesFeature } from "./updates.feature.ts";

const at = "/api/admin/updates";
const NEW = "v1.4.0";
const BETA = "v1.5.0-beta.2";

let site: UpdateSite;
beforeEach(async () => void (site = await openUpdateSite()));
afterEach(() => site.close());

/** An administrator of an installation that can update itself. */
const admin = { as: "admin", parts: () => site.parts() } as const;

/** The same, after the list of releases was fetched. */
const listed = (...tags: string[]) => ({
  ...admin,
  given: (app: ScenarioApp) => fetchList(app, ...tags),
});

async function fetchList({ send, a1 }: ScenarioApp, ...tags: string[]): Promise<void> {
  site.publish(...tags.map((tag) => ({ tag })));
  const { status, text } = await send("POST", `${at}/check`, { headers: a1.headers });
  expect(status, text).toBe(200);
}

/** The end of an earlier update, in March 2026. */
const noteInstall = (
  { deps }: ScenarioApp,
  toVersion: string,
  outcome: "failed" | "rolled_back" | "success",
) =>
  writeAudit(deps.database, {
    action: "self_update",
    outcome,
    atMs: Date.UTC(2026, 2, 1),
    fromVersion: "v1.2.0",
    toVersion,
    channel: "stable",
  });

describe("GET /api/admin/updates/status", () => {
  const send = ["GET", `${at}/status`] as const;
  scenarios(updatesFeature, {
    "asks nobody": {
      ...admin,
      send,
      status: 200,
      body: {
        data: {
          currentVersion: VERSION,
          stable: null,
          beta: null,
          lastCheckedAt: null,
          autoCheckEnabled: true,
          allowDowngrade: false,
          installedAt: null,
          currentSchema: programSchema(),
          canApplyReason: null,
        },
      },
      after: (_app, { body }) => {
        expect(site.web.requests).toEqual([]);
        expect(body.data.applyTask).toBeUndefined();
      },
    },
    "tells of the newest release of each channel": {
      ...listed("v1.2.0", BETA, NEW, "v1.5.0-beta.1"),
      send,
      status: 200,
      body: {
        data: {
          stable: {
            latestVersion: NEW,
            hasUpdate: true,
            canApply: true,
            latestPublishedAt: "2026-04-01T00:00:00.000Z",
            releaseNotes: `What is new in ${NEW}`,
          },
          beta: { latestVersion: BETA, hasUpdate: true, canApply: true },
        },
      },
      after: ({ clock }, { body }) => {
        expect(Date.parse(body.data.lastCheckedAt)).toBe(clock.nowMs());
        expect(body.data.stable.releaseUrl).toMatch(/\/releases\/tag\/v1\.4\.0$/);
      },
    },
    "has no update in a release that runs or is older": {
      ...listed("v1.2.0", VERSION),
      send,
      status: 200,
      body: { data: { stable: { latestVersion: VERSION, hasUpdate: false } } },
    },
    "does not offer a release as newer that was rolled back here": {
      ...admin,
      given: async (app) => {
        await noteInstall(app, NEW, "success");
        await noteInstall(app, NEW, "rolled_back");
        await noteInstall(app, NEW, "failed");
        await fetchList(app, NEW);
      },
      send,
      status: 200,
      body: {
        data: {
          stable: {
            latestVersion: NEW,
            hasUpdate: false,
            canApply: true,
            failedHereAt: "2026-03-01T00:00:00.000Z",
          },
        },
      },
      after: ({ hub }) => {
        expect(hub.recordedEvents().filter(({ type }) => type === "release_available")).toEqual([]);
      },
    },
    "offers a release again that was installed after it had been rolled back": {
      ...admin,
      given: async (app) => {
        await noteInstall(app, NEW, "rolled_back");
        await noteInstall(app, NEW, "success");
        await fetchList(app, NEW);
      },
      send,
      status: 200,
      body: { data: { stable: { latestVersion: NEW, hasUpdate: true, failedHereAt: null } } },
    },
    "forgets that the release that runs was once rolled back": {
      ...admin,
      given: async (app) => {
        await noteInstall(app, VERSION, "rolled_back");
        await fetchList(app, VERSION);
      },
      send,
      status: 200,
      body: { data: { stable: { latestVersion: VERSION, hasUpdate: false, failedHereAt: null } } },
    },
    "forgets the list of another source": {
      ...listed(NEW),
      send: async (app) => {
        await app.deps.database
          .updateTable("release_list")
          .set({ url: "https://other.example/" })
          .execute();
        return send;
      },
      status: 200,
      body: { data: { stable: null, lastCheckedAt: null } },
    },
    "says that it cannot update itself on another platform": hindered("platform", {
      parts: () => site.parts({ arch: undefined }),
    }),
    "says that it cannot without a list": hindered("disabled", {
      parts: () => site.parts({}, { UPDATE_CHECK_API_URL: "" }),
    }),
    "says that it cannot in a checkout": hindered("source_checkout", {
      parts: () => site.parts({ folder: undefined, release: undefined }),
    }),
    "says that it cannot in a folder that holds something else": hindered("source_checkout", {
      parts: () => {
        rmSync(join(site.installDir, "lib"), { recursive: true });
        return site.parts();
      },
    }),
    "says that it cannot in a checkout that is named as the folder": hindered("source_checkout", {
      parts: () => {
        mkdirSync(join(site.installDir, ".git"));
        return site.parts({}, { UPDATE_INSTALL_DIR: site.installDir });
      },
    }),
    "says that it cannot in a container": hindered("container", {
      parts: () => site.parts({ inContainer: true }),
    }),
    // An SQLite file has one process.
    ...(testDialect === "postgres" && {
      "says that it cannot beside another process": hindered("several_processes", {
        given: (app) => addProcess(app, "elsewhere", 1),
      }),
    }),
    "can after its own predecessor was killed": can({
      given: async (app) => addProcess(app, app.deps.instance.host, app.deps.instance.pid),
    }),
    "says that it cannot in a folder that it may not write to": hindered("read_only", {
      parts: () => site.parts({ isWritable: async () => false }),
    }),
    "can in a container with a folder of its own": can({
      parts: () => site.parts({ inContainer: true }, { UPDATE_INSTALL_DIR: site.installDir }),
    }),
    "can from a checkout into an empty folder": can({
      parts: () => {
        rmSync(site.installDir, { recursive: true });
        mkdirSync(join(site.installDir, "staging-t1"), { recursive: true });
        const none = { folder: undefined, release: undefined };
        return site.parts(none, { UPDATE_INSTALL_DIR: site.installDir });
      },
    }),
    "can when the other process of this machine is gone": can({
      given: async (app) => {
        // No process has the number 0 of its own, and none this large.
        await addProcess(app, hostname(), 2 ** 30);
      },
    }),
  });
});

function hindered(name: string, row: Partial<Scenario>): Scenario {
  return {
    ...admin,
    ...row,
    send: ["GET", `${at}/status`],
    status: 200,
    after: (_app, { body }) => {
      expect(body.data.canApplyReason).toMatch(new RegExp(`^${name}: `));
    },
  };
}

function can(row: Partial<Scenario>): Scenario {
  const expected = { data: { canApplyReason: null } };
  return { ...admin, ...row, send: ["GET", `${at}/status`], status: 200, body: expected };
}

async function addProcess(app: ScenarioApp, host: string, pid: number): Promise<void> {
  const seen = { started_at_ms: 1, last_seen_at_ms: app.clock.nowMs() };
  await app.deps.database
    .insertInto("service_instances")
    .values({ id: "other", host, pid, version: VERSION, ...seen })
    .execute();
}

describe("POST /api/admin/updates/check", () => {
  const send = ["POST", `${at}/check`] as const;
  const answering = (status: number, headers: Record<string, string> = {}, body = "[]") => ({
    given: () =>
      site.web.pages.set("/repos/owner/wordloom/releases?per_page=30", (response) => {
        response.writeHead(status, headers).end(body);
      }),
  });
  scenarios(updatesFeature, {
    "fetches the list and tells all streams of each channel": {
      ...admin,
      send,
      status: 200,
      given: () => site.publish({ tag: NEW }, { tag: BETA }),
      publishes: ["all:release_available", "all:release_available"],
      body: { data: { stable: { latestVersion: NEW }, beta: { latestVersion: BETA } } },
      after: ({ hub }) =>
        expect(hub.recordedEvents()).toEqual([
          { type: "release_available", latestTag: NEW, channel: "stable" },
          { type: "release_available", latestTag: BETA, channel: "beta" },
        ]),
    },
    "asks the publisher again, and announces the release again": {
      ...admin,
      send,
      twice: true,
      status: 200,
      given: () => site.publish({ tag: NEW }),
      publishes: ["all:release_available", "all:release_available"],
      body: { data: { stable: { latestVersion: NEW } } },
      after: () => expect(site.web.requests).toHaveLength(2),
    },
    "takes the newest without prerelease as stable, and of all as beta": {
      ...admin,
      send,
      status: 200,
      given: () =>
        site.publish(
          { tag: "v1.9.0", draft: true },
          { tag: "v2.0.0-rc.1" },
          { tag: "nightly" },
          { tag: "v1.6.0", prerelease: true },
          { tag: NEW },
        ),
      body: { data: { stable: { latestVersion: NEW }, beta: { latestVersion: "v1.6.0" } } },
    },
    "tells of nothing that is not newer": {
      ...admin,
      send,
      status: 200,
      publishes: [],
      given: () => site.publish({ tag: VERSION }),
    },
    "refuses without a list": {
      ...admin,
      send,
      status: 503,
      body: { code: "UPDATER_DISABLED" },
      parts: () => site.parts({}, { UPDATE_CHECK_API_URL: "" }),
      after: () => expect(site.web.requests).toEqual([]),
    },
    "passes on how long the source wants to be left alone": {
      ...admin,
      ...answering(403, { "retry-after": "120" }),
      send,
      status: 503,
      body: { code: "GITHUB_RATE_LIMITED" },
      headers: { "retry-after": "120" },
    },
    "reckons it from the reset of the budget": {
      ...admin,
      send,
      status: 503,
      body: { code: "GITHUB_RATE_LIMITED" },
      given: (app) => {
        const reset = String(app.clock.nowMs() / 1_000 + 90);
        const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
        answering(403, headers).given();
      },
      headers: { "retry-after": "90" },
    },
    "takes 429 for a spent budget": {
      ...admin,
      ...answering(429),
      send,
      status: 503,
      body: { code: "GITHUB_RATE_LIMITED" },
      headers: { "retry-after": "60" },
    },
    "takes 403 with a budget for a fault of the source": {
      ...admin,
      ...answering(403, { "x-ratelimit-remaining": "7" }),
      send,
      status: 502,
      body: { code: "UPDATE_SOURCE_ERROR" },
    },
    "refuses a reply that is no list, and keeps what it knows": {
      ...admin,
      send,
      status: 502,
      body: { code: "UPDATE_SOURCE_ERROR" },
      given: async (app) => {
        await fetchList(app, NEW);
        answering(200, {}, '{"message":"hello"}').given();
      },
      after: async ({ a1, send: sendOne }) => {
        const { body } = await sendOne("GET", `${at}/status`, { headers: a1.headers });
        expect(body.data.stable.latestVersion).toBe(NEW);
      },
    },
    "refuses a list that is too long": {
      ...admin,
      ...answering(200, {}, `[${" ".repeat(9 * 1024 ** 2)}]`),
      send,
      status: 502,
      body: { code: "UPDATE_SOURCE_ERROR" },
    },
    "refuses a redirect to another host": {
      ...admin,
      ...answering(302, { location: "http://127.0.0.1:9/list" }),
      send,
      status: 502,
      body: { code: "UPDATE_SOURCE_ERROR" },
    },
    "refuses when nobody answers": {
      ...admin,
      given: () => site.web.close(),
      send,
      status: 502,
      body: { code: "UPDATE_SOURCE_ERROR" },
    },
    "sends the access token to the list": {
      ...admin,
      send,
      status: 200,
      parts: () => site.parts({}, { UPDATE_ACCESS_TOKEN: "secret-token" }),
      given: () =>
        site.web.pages.set("/repos/owner/wordloom/releases?per_page=30", (response) => {
          const { authorization } = response.req.headers;
          response.writeHead(authorization === "Bearer secret-token" ? 200 : 401).end("[]");
        }),
    },
  });
});

describe("GET /api/admin/updates/history", () => {
  const send = ["GET", `${at}/history`] as const;
  scenarios(updatesFeature, {
    "is empty at first": { ...admin, send, status: 200, body: { data: { entries: [] } } },
    "lists the last 50, latest first": {
      ...admin,
      send,
      status: 200,
      given: async ({ deps, clock }) => {
        const row = {
          admin_id: "a1",
          target_type: "release" as const,
          target_id: NEW,
          metadata_json: "{}",
          from_version: VERSION,
          to_version: NEW,
          channel: "stable",
          started_at_ms: clock.nowMs(),
          completed_at_ms: null,
          error: null,
        } as const;
        const rows = Array.from({ length: 51 }, (_, n) => ({
          ...row,
          action: n === 50 ? "rollback" : "self_update",
          outcome: n === 50 ? ("in_progress" as const) : ("success" as const),
        }));
        await deps.database.insertInto("audit_log").values(rows).execute();
      },
      after: (_app, { body }) => {
        const { entries } = body.data;
        expect(entries).toHaveLength(50);
        expect(entries[0]).toMatchObject({
          adminId: "a1",
          fromVersion: VERSION,
          toVersion: NEW,
          channel: "stable",
          outcome: "in_progress",
          action: "rollback",
        });
        expect(entries[0].completedAt).toBeUndefined();
        expect(entries[1].action).toBe("self_update");
      },
    },
  });
});

describe("GET /api/admin/updates/changelog", () => {
  const send = ["GET", `${at}/changelog?channel=beta`] as const;
  const nothing = (reason: string) => ({
    data: { available: false, targetVersion: null, releaseNotes: "", compareUrl: null, reason },
  });
  scenarios(updatesFeature, {
    "shows the changes and a link to compare": {
      ...listed(NEW, BETA),
      send,
      status: 200,
      body: {
        data: {
          available: true,
          channel: "beta",
          targetVersion: BETA,
          reason: null,
          releaseNotes: `What is new in ${BETA}`,
        },
      },
      after: (_app, { body }) => {
        expect(body.data.compareUrl).toBe(
          `${site.web.url}/owner/wordloom/compare/${VERSION}...${BETA}`,
        );
      },
    },
    "is of the channel stable by default": {
      ...listed(NEW, BETA),
      send: ["GET", `${at}/changelog`],
      status: 200,
      body: { data: { channel: "stable", targetVersion: NEW } },
    },
    "says that it was never asked for": {
      ...admin,
      send,
      status: 200,
      body: nothing("not_checked"),
    },
    "says that there is no release": {
      ...listed(),
      send,
      status: 200,
      body: nothing("no_release"),
    },
    "says that nothing is asked for": {
      ...admin,
      send,
      status: 200,
      body: nothing("disabled"),
      parts: () => site.parts({}, { UPDATE_CHECK_API_URL: "" }),
    },
  });
});
