import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { updatesFeature } from "./updates.feature.ts";

const LIST = "/repos/owner/wordloom/releases?per_page=30";
const HOUR_MS = 3_600_000;

let site: UpdateSite;
let app: TestApp;
beforeEach(async () => {
  site = await openUpdateSite();
});
afterEach(async () => {
  await app.close();
  await site.close();
});
afterAll(closeCleanDatabase);

async function start(settings: Record<string, string> = {}): Promise<void> {
  app = await buildTestApp({
    ...site.parts({}, settings),
    features: onlyFeature(updatesFeature),
  });
}

/** Runs the worker. @returns the events it pushes */
async function look(): Promise<readonly string[]> {
  app.hub.forgetRecorded();
  expect(await app.jobs.runNow("update_checker")).toBe("ok");
  return app.hub.recorded();
}

describe("update_checker", () => {
  it("announces a release once per channel and creates a notice", async () => {
    await start();
    site.publish({ tag: "v1.4.0" });
    const news = ["all:release_available", "admins:admin_notice"];
    expect(await look()).toEqual([...news, ...news]);
    app.clock.advance(HOUR_MS);
    expect(await look()).toEqual([]);
    site.publish({ tag: "v1.4.0" }, { tag: "v1.5.0-beta.1" });
    app.clock.advance(HOUR_MS);
    expect(await look()).toEqual(news);
    const notices = await app.deps.database
      .selectFrom("admin_notices")
      .selectAll()
      .orderBy("created_at_ms")
      .orderBy("title")
      .execute();
    expect(notices.map(({ kind, title }) => [kind, title])).toEqual([
      ["update_available", "v1.4.0 is available"],
      ["update_available", "v1.4.0 is available"],
      ["update_available", "v1.5.0-beta.1 is available"],
    ]);
  });

  it("fetches only when the list is outdated", async () => {
    await start({ UPDATE_CHECK_CACHE_TTL_SECS: "7200" });
    site.publish();
    await look();
    app.clock.advance(2 * HOUR_MS - 1);
    await look();
    expect(site.web.requests).toHaveLength(1);
    app.clock.advance(1);
    await look();
    expect(site.web.requests).toHaveLength(2);
  });

  it("sends no request until the source's limit is reset", async () => {
    await start();
    site.web.pages.set(LIST, (response) => {
      response.writeHead(429, { "retry-after": "7200" }).end();
    });
    await look();
    app.clock.advance(2 * HOUR_MS - 1);
    await look();
    expect(site.web.requests).toHaveLength(1);
    site.publish({ tag: "v1.4.0" });
    app.clock.advance(1);
    expect(await look()).toContain("all:release_available");
  });

  it("does not wait for times stored while the clock was ahead", async () => {
    await start();
    const today = new Date(app.clock.nowMs()).toISOString();
    site.publish();
    app.clock.advance(48 * HOUR_MS);
    await look();
    app.clock.setTo(today);
    await look();
    expect(site.web.requests).toHaveLength(2);
    site.web.pages.set(LIST, (response) => {
      response.writeHead(429, { "retry-after": "7200" }).end();
    });
    app.clock.advance(48 * HOUR_MS);
    await look();
    app.clock.setTo(today);
    app.clock.advance(2 * HOUR_MS);
    await look();
    expect(site.web.requests).toHaveLength(4);
  });

  it("fails if the source fails", async () => {
    await start();
    await site.web.close();
    expect(await app.jobs.runNow("update_checker")).toBe("failed");
  });

  it.each([
    ["without a list", { UPDATE_CHECK_API_URL: "" }],
    ["when it is switched off", { ENABLE_UPDATE_CHECKER_WORKER: "false" }],
  ])("asks nobody %s", async (_name, settings) => {
    await start(settings);
    const [worker] = updatesFeature.workers ?? [];
    expect(worker?.enabled?.(app.deps)).toBe(false);
    const { body } = await app.send("GET", "/api/admin/updates/status", {
      headers: (await app.admin()).headers,
    });
    expect(body.data.autoCheckEnabled).toBe(false);
    expect(site.web.requests).toEqual([]);
  });
});
