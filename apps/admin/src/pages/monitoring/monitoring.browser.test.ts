import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, settled } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import type { AdminVisit } from "../../../testing/admins.ts";
import { standingConsolesOfFile } from "../../../testing/standing-consoles.ts";
import tasks from "../../text/en/workers.json" with { type: "json" };

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = standingConsolesOfFile(() => service);
const visit = (part = "", width = 1440) =>
  enter(`/monitoring${part}`, "admin", { width, height: 900 });

const isAsWideAsThePage = (page: AdminVisit["page"]) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describe("the room of monitoring", () => {
  it("tells of the requests over time and by route", async () => {
    const { page, ask, readAgain } = await visit("?window=15m", 390);
    await ask("GET", "/monitoring/database");
    await readAgain();
    await page.getByText(/\d+ requests in 15 minutes; none failed/).waitFor();
    await page.getByText(/95 of 100 are answered within/).waitFor();
    await page.getByPlaceholder("Find a route").fill("monitoring/database");
    const row = page.getByRole("row", { name: "GET /api/admin/monitoring/database" });
    await row.getByRole("cell", { name: "1", exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("route")).toBe("monitoring/database");
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(await isAsWideAsThePage(page)).toBe(true);
  });

  it("says what every worker does, and runs one now", async () => {
    const { page, ask } = await visit("?part=workers");
    await settled(page);
    const { workers } = await ask<{ workers: { workerName: string }[] }>(
      "GET",
      "/monitoring/workers",
    );
    const names = workers.map(({ workerName }) => workerName);
    expect(Object.keys(tasks).toSorted()).toEqual(names);
    const rows = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(names.length);
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByPlaceholder("Find a worker").fill("too many requests are none of these");
    await page.getByText("No worker is like that.").waitFor();
    await page.getByPlaceholder("Find a worker").fill("compacts the rest");
    await page.getByRole("listitem").getByText("has not run yet").waitFor();
    await page.getByRole("button", { name: "monitoring_retention" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Run it now" }).click();
    await page.getByText("monitoring_retention is being run.").first().waitFor();
    await sheet.getByText("well", { exact: true }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("tells of each part of the service, of this process and of all others", async () => {
    const { page } = await visit("?part=state", 390);
    const parts = page.getByRole("list", { name: "Parts of the service" }).getByRole("listitem");
    await parts.filter({ hasText: "Signing of packs" }).waitFor();
    expect(await parts.count()).toBe(9);
    await page.getByText("answers you").waitFor();
    await page.getByText("of the processors, by this process").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(await isAsWideAsThePage(page)).toBe(true);
  });

  it("says that probes are off unless the machine allows them, which is no problem", async () => {
    const { page } = await visit("?part=probes");
    await page.getByText("Probes are switched off.").waitFor();
    expect(await page.getByText("The service has a problem.").count()).toBe(0);
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("tells how large the database is, and what is in it", async () => {
    const { page } = await visit("?part=database");
    await page.getByRole("rowheader", { name: "audit_log", exact: true }).waitFor();
    await page.getByText("on the disk").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});
