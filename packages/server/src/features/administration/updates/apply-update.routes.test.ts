import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { VERSION } from "../../../platform/basics/version.ts";
import { takeUpdateLock } from "../../../platform/release/update-lock.ts";
import { realDisk } from "../../../platform/release/release-disk.ts";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { updateEnded } from "./update-progress.service.ts";
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

const order = (change: object = {}) => ({
  channel: "stable",
  targetVersion: NEW,
  confirmCurrentVersion: VERSION,
  ...change,
});

/** Started tasks finish before the app is closed. */
const settle = (app: ScenarioApp) => updateEnded(app.deps);

describe("POST /api/admin/updates/apply", () => {
  const send = (change?: object) => ["POST", `${at}/apply`, order(change)] as const;
  const refused = (code: string, row: Partial<Scenario>, status = 400): Scenario => ({
    ...listed(NEW),
    send: send(),
    status,
    body: { code },
    publishes: [],
    ...row,
    after: async (app, reply) => {
      expect(site.handedOver).toEqual([]);
      expect(existsSync(join(site.installDir, "update.lock"))).toBe(code === "UPDATE_IN_PROGRESS");
      await row.after?.(app, reply);
    },
  });
  scenarios(updatesFeature, {
    "accepts the newest release": {
      ...listed(NEW),
      send: send(),
      status: 202,
      body: { data: { phase: "pending", percent: 0, targetVersion: NEW } },
      after: async (app) => {
        await settle(app);
        expect(site.handedOver).toHaveLength(1);
        const phases = app.hub.recordedEvents().map((event) => Object(event).phase);
        expect(phases.filter(Boolean)).toEqual([
          ...["pending", "downloading", "verifying", "extracting", "backing_up_db"],
          ...["swapping", "restarting"],
        ]);
      },
    },
    "accepts a beta": {
      ...listed(NEW, BETA),
      status: 202,
      send: send({ channel: "beta", targetVersion: BETA }),
      after: settle,
    },
    "refuses a channel that does not exist": refused("INVALID_REQUEST_BODY", {
      send: send({ channel: "nightly" }),
    }),
    "refuses an installation that cannot update itself": refused(
      "UPDATER_DISABLED",
      {
        parts: () => site.parts({ inContainer: true }),
        after: (_app, { body }) => expect(body.message).toMatch(/^container: .*docker compose/),
      },
      503,
    ),
    "refuses a platform without releases": refused("NO_ASSET", {
      parts: () => site.parts({ arch: undefined }),
    }),
    "refuses when another version runs than was confirmed": refused("CURRENT_VERSION_MISMATCH", {
      send: send({ confirmCurrentVersion: "v1.0.0" }),
    }),
    "refuses a version that is not a tag": refused("INVALID_TARGET_VERSION", {
      send: send({ targetVersion: "1.4" }),
    }),
    "refuses the running version": refused("INVALID_TARGET_VERSION", {
      ...listed(VERSION),
      send: send({ targetVersion: VERSION }),
    }),
    "refuses a release that is not the newest": refused("TARGET_MISMATCH", {
      ...listed("v1.4.1", NEW),
      send: send(),
    }),
    "refuses the newest of the other channel": refused("TARGET_MISMATCH", {
      ...listed(NEW, BETA),
      send: send({ targetVersion: BETA }),
    }),
    "refuses before a list was fetched": refused("TARGET_MISMATCH", { given: () => undefined }),
    "refuses an older release": refused("DOWNGRADE_REFUSED", {
      ...listed("v1.2.0"),
      send: send({ targetVersion: "v1.2.0" }),
    }),
    "accepts an older release if that is allowed": {
      ...listed("v1.2.0"),
      send: send({ targetVersion: "v1.2.0" }),
      status: 202,
      parts: () => site.parts({}, { UPDATE_ALLOW_DOWNGRADE: "true" }),
      after: settle,
    },
    "refuses a release without a checksum": withoutAsset(".sha256"),
    "refuses a release without a tarball": withoutAsset(".tar.gz"),
    "refuses a release without a signature when a key is built in": withoutAsset(".minisig"),
    "refuses a release with two tarballs for the machine": refused("NO_ASSET", {
      given: async (app) => {
        await fetchList(app, NEW);
        const { database } = app.deps;
        const row = await database.selectFrom("release_list").selectAll().executeTakeFirstOrThrow();
        const [release] = JSON.parse(row.releases_json);
        const [tarball] = release.assets;
        release.assets.push({ ...tarball, name: `other-${tarball.name}` });
        const releases_json = JSON.stringify([release]);
        await database.updateTable("release_list").set({ releases_json }).execute();
      },
    }),
    "refuses while another process updates": refused(
      "UPDATE_IN_PROGRESS",
      {
        given: async (app) => {
          await fetchList(app, NEW);
          expect(await takeUpdateLock(realDisk, site.installDir)).toBe(true);
        },
      },
      409,
    ),
  });

  function withoutAsset(ending: string): Scenario {
    return refused("NO_ASSET", {
      given: async ({ a1, send: sendOne }) => {
        site.publish({ tag: NEW, without: [ending] });
        const { body } = await sendOne("POST", `${at}/check`, { headers: a1.headers });
        expect(body.data.stable.canApply).toBe(false);
      },
    });
  }
});

describe("The order of checks of POST /api/admin/updates/apply", () => {
  const wrong = { targetVersion: "none", confirmCurrentVersion: "v0.0.1", channel: "beta" };
  const send = (change: object) => ["POST", `${at}/apply`, { ...wrong, ...change }] as const;
  const current = { confirmCurrentVersion: VERSION };
  const refuses = (status: number, code: string) => ({ status, body: { code } });
  const hinderedToo = () => site.parts({ inContainer: true });
  scenarios(updatesFeature, {
    "is the form first": {
      ...admin,
      parts: hinderedToo,
      send: send({ channel: 1 }),
      ...refuses(400, "INVALID_REQUEST_BODY"),
    },
    "is then whether it can": {
      ...admin,
      parts: hinderedToo,
      send: send({}),
      ...refuses(503, "UPDATER_DISABLED"),
    },
    "is then the running version": {
      ...admin,
      send: send({}),
      ...refuses(400, "CURRENT_VERSION_MISMATCH"),
    },
    "is then the tag": {
      ...admin,
      send: send(current),
      ...refuses(400, "INVALID_TARGET_VERSION"),
    },
    "is then the channel": {
      ...listed("v1.2.0"),
      send: send({ ...current, targetVersion: "v1.0.0" }),
      ...refuses(400, "TARGET_MISMATCH"),
    },
    "is then whether it is older": {
      ...admin,
      send: send({ ...current, targetVersion: "v1.2.0" }),
      given: async ({ a1, send: sendOne }) => {
        site.publish({ tag: "v1.2.0", without: [".sha256"] });
        await sendOne("POST", `${at}/check`, { headers: a1.headers });
      },
      ...refuses(400, "DOWNGRADE_REFUSED"),
    },
    "is then its files": {
      ...admin,
      send: send({ ...current, targetVersion: NEW }),
      given: async ({ a1, send: sendOne }) => {
        await takeUpdateLock(realDisk, site.installDir);
        site.publish({ tag: NEW, without: [".sha256"] });
        await sendOne("POST", `${at}/check`, { headers: a1.headers });
      },
      ...refuses(400, "NO_ASSET"),
    },
  });
});
