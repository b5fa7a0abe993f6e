import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newAdmin, type AdminVisit } from "../../../testing/admins.ts";

// A console that was open during an update keeps working. The files of its pages no longer exist
// then; reloading the page loads those of the new console.
let service: TestService;
let admin: AdminVisit;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  admin = await newAdmin(service, "super_admin", { missesNothing: true });
  await admin.page.goto("/admin");
  await settled(admin.page);
});
afterAll(async () => {
  await admin.context.close();
  await service.close();
});

describe("a page whose file an update has removed", () => {
  it("opens by reloading the console", async () => {
    const { page, faults } = admin;
    const gone = (path: RegExp) =>
      page.route(path, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await gone(/assets\/audit-page.*\.js/);
    await Promise.all([
      page.waitForEvent("load"),
      page.getByRole("link", { name: "Audit", exact: true }).click(),
    ]);
    await page.getByRole("heading", { name: "Audit", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/audit");
    // As in tests that open every page, where a missing file is a fault.
    expect(faults).toContainEqual(expect.stringMatching(/404.*\/assets\/audit-page/));
  });

  it("is reported as missing right after a reload, and leaves other pages usable", async () => {
    const { page } = admin;
    await page.route(/assets\/wordbooks-page.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Books", exact: true }).click();
    await page.getByRole("heading", { name: "Couldn’t load this screen" }).waitFor();
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await page.getByText("Couldn’t load this screen").waitFor({ state: "detached" });
    await settled(page);
  });
});

describe("a stream that a stopping service refuses", () => {
  it("frees its connection: the reply is finished", async () => {
    const { page } = admin;
    const refused = new Set<Request>();
    const over: Request[] = [];
    page.on("response", (reply) => {
      const isStream = reply.url().includes("/realtime/events");
      if (isStream && reply.status() === 503) refused.add(reply.request());
    });
    for (const end of ["requestfinished", "requestfailed"] as const) {
      page.on(end as "requestfinished", (request) => over.push(request));
    }
    service.app.deps.events.closeAll();
    await expect.poll(() => refused.size).toBeGreaterThan(0);
    await expect.poll(() => [...refused].filter((one) => !over.includes(one))).toEqual([]);
  });
});
