import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import type { AdminVisit } from "../../../testing/admins.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { giveUpAnswers, writeLog } from "../../../testing/troubles.ts";
import tasks from "../../text/en/workers.json" with { type: "json" };

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = (part = "", width = 1440) =>
  enter(`/monitoring${part}`, "admin", { width, height: 900 });

const isAsWideAsThePage = (page: AdminVisit["page"]) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describe("the monitoring page", () => {
  it("shows requests over time and by route", async () => {
    const { page, ask, readAgain } = await visit("?window=15m", 390);
    await ask("GET", "/monitoring/database");
    await readAgain();
    await page.getByText(/\d+ requests in the last 15 minutes; none failed/).waitFor();
    await page.getByText(/95% of requests are answered within/).waitFor();
    await page.getByPlaceholder("Find a route").fill("monitoring/database");
    const row = page.getByRole("row", { name: "GET /api/admin/monitoring/database" });
    await row.getByRole("cell", { name: "1", exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("route")).toBe("monitoring/database");
    expect(await axeInBothThemes(page)).toEqual([]);
    await expect.poll(() => isAsWideAsThePage(page)).toBe(true);
  });

  it("shows the state of every worker, and runs one now", async () => {
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
    await page.getByText("No matching workers.").waitFor();
    await page.getByPlaceholder("Find a worker").fill("compacts the rest");
    await page.getByRole("listitem").getByText("not run yet").waitFor();
    await page.getByRole("button", { name: "monitoring_retention" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Run now" }).click();
    await page.getByText("monitoring_retention started.").first().waitFor();
    await sheet.getByText("OK", { exact: true }).waitFor();
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
  });

  it("shows the state of each part of the service, of this process and of its peers", async () => {
    const { page } = await visit("?part=state", 390);
    const parts = page.getByRole("list", { name: "Components" }).getByRole("listitem");
    await parts.filter({ hasText: "Pack signing" }).waitFor();
    await expect.poll(() => parts.count()).toBe(10);
    await page.getByText("this page").waitFor();
    await page.getByText("CPU used by this process").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await expect.poll(() => isAsWideAsThePage(page)).toBe(true);
  });

  it("says that probes are off by default, without reporting a problem", async () => {
    const { page } = await visit("?part=probes");
    await page.getByText("Probes are turned off.").waitFor();
    expect(await page.getByText("Something’s wrong on the server.").count()).toBe(0);
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("shows the size and contents of the database", async () => {
    const { page } = await visit("?part=database");
    await page.getByRole("rowheader", { name: "audit_log", exact: true }).waitFor();
    await page.getByText("on disk").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});

const deadLetters = async () => {
  const rows = await service.app.deps.database
    .selectFrom("answer_outbox")
    .where("dead_at_ms", "is not", null)
    .select("seq")
    .execute();
  return rows.map(({ seq }) => String(seq));
};

describe("the monitoring page after failures", () => {
  it("lists discarded answers, retries one, and removes one forever", async () => {
    const { page, readAgain } = await visit("?part=dead", 390);
    await page.getByText("No dead letters.").waitFor();
    const ids = await giveUpAnswers(service, "grace", ["no such word", "disk full", "a bug"]);
    await readAgain();
    await page.getByText("3 answers couldn’t be applied.").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog");
    await sheet.getByText("disk full").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await sheet.getByRole("button", { name: "Retry" }).click();
    await page.getByText(`Retrying answer ${ids[1]}.`).first().waitFor();
    await page.getByText("2 answers couldn’t be applied.").waitFor();
    await page.getByRole("button", { name: "a bug" }).click();
    await sheet.getByRole("button", { name: "Delete permanently…" }).click();
    await page.getByLabel(`Type ${ids[2]} to confirm`).fill(ids[2]!);
    await page.getByRole("button", { name: "Delete permanently", exact: true }).click();
    await page.getByText("1 answer couldn’t be applied.").waitFor();
    expect(await deadLetters()).toEqual([ids[0]]);
    await page.getByRole("button", { name: "Retry" }).click();
    await sheet.getByText("Each one gets an audit entry.").waitFor();
    await sheet.getByRole("button", { name: "Retry" }).click();
    await page.getByText("No dead letters.").waitFor();
    await page.getByRole("button", { name: "Audit entries" }).click();
    await page.getByRole("rowheader", { name: "Dead letter retried" }).nth(1).waitFor();
  });

  it("follows the log, filters it by the address, and saves it", async () => {
    writeLog(service, [
      { level: "info", msg: "a mere remark" },
      { level: "warn", msg: "the first warning", worker: "memory_fit" },
    ]);
    const { page } = await visit("?part=logs&level=warn");
    const lines = page.getByRole("list", { name: "Logs" }).getByRole("listitem");
    await lines.getByText("the first warning").waitFor();
    expect(await lines.getByText("a mere remark").count()).toBe(0);
    writeLog(service, [{ level: "error", msg: "a fault that comes later" }]);
    await lines.first().getByText("a fault that comes later").waitFor();
    await expect.poll(() => lines.allTextContents()).toHaveLength(2);
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByLabel("Component").fill("memory_fit");
    await lines.getByText("a fault that comes later").waitFor({ state: "detached" });
    // Removes the save dialog, which nobody could answer here, as in browsers without one.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as NDJSON" }).click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { level: "warn", message: "the first warning (worker=memory_fit)", target: "memory_fit" },
    ]);
  });

  it("shows events as they arrive, and earlier ones", async () => {
    const { page } = await visit("?part=events");
    await page.getByText("connected", { exact: true }).waitFor();
    await page
      .getByText(/^Started v/)
      .first()
      .waitFor();
    const event = { type: "worker_missed", workerName: "daily_backup", missCount: 3 } as const;
    service.app.deps.events.toAdmins(event);
    const row = page.getByRole("list", { name: "Live" }).getByRole("listitem");
    await row.getByText('{"workerName":"daily_backup","missCount":3}').waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});
