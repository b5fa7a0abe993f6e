import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { standingConsolesOfFile } from "../../../testing/standing-consoles.ts";
import { giveUpAnswers, writeLog } from "../../../testing/troubles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = standingConsolesOfFile(() => service);
const visit = (part: string, width = 1440) =>
  enter(`/monitoring?part=${part}`, "admin", { width, height: 900 });

const deadLetters = async () => {
  const rows = await service.app.deps.database
    .selectFrom("answer_outbox")
    .where("dead_at_ms", "is not", null)
    .select("seq")
    .execute();
  return rows.map(({ seq }) => String(seq));
};

describe("the room of monitoring, when something went wrong,", () => {
  it("shows answers that were given up, tries one again and removes one for ever", async () => {
    const { page, readAgain } = await visit("dead", 390);
    await page.getByText("No answer was given up.").waitFor();
    const ids = await giveUpAnswers(service, "grace", ["no such word", "disk full", "a bug"]);
    await readAgain();
    await page.getByText("3 answers could not be applied.").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog");
    await sheet.getByText("disk full").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await sheet.getByRole("button", { name: "Try it again" }).click();
    await page.getByText(`Answer ${ids[1]} is being applied again.`).first().waitFor();
    await page.getByText("2 answers could not be applied.").waitFor();
    await page.getByRole("button", { name: "a bug" }).click();
    await sheet.getByRole("button", { name: "Remove for ever …" }).click();
    await page.getByLabel(`Type ${ids[2]} to confirm`).fill(ids[2]!);
    await page.getByRole("button", { name: "Remove for ever", exact: true }).click();
    await page.getByText("1 answer could not be applied.").waitFor();
    expect(await deadLetters()).toEqual([ids[0]]);
    await page.getByRole("button", { name: "Try it again" }).click();
    await sheet.getByText("Each makes an entry in the audit log.").waitFor();
    await sheet.getByRole("button", { name: "Try it again" }).click();
    await page.getByText("No answer was given up.").waitFor();
    await page.getByRole("button", { name: "Audit entries" }).click();
    await page.getByRole("rowheader", { name: "dead_letter.requeue" }).nth(1).waitFor();
  });

  it("follows the log, narrows it by what stands in the address, and saves it", async () => {
    writeLog(service, [
      { level: "info", msg: "a mere remark" },
      { level: "warn", msg: "the first warning", worker: "memory_fit" },
    ]);
    const { page } = await visit("logs&level=warn");
    const lines = page.getByRole("list", { name: "Logs" }).getByRole("listitem");
    await lines.getByText("the first warning").waitFor();
    expect(await lines.getByText("a mere remark").count()).toBe(0);
    writeLog(service, [{ level: "error", msg: "a fault that comes later" }]);
    await lines.first().getByText("a fault that comes later").waitFor();
    expect(await lines.allTextContents()).toHaveLength(2);
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByLabel("Part").fill("memory_fit");
    await lines.getByText("a fault that comes later").waitFor({ state: "detached" });
    // As browsers that cannot write to a file by themselves: no one could answer the dialog here.
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

  it("shows events as they come, and what came before", async () => {
    const { page } = await visit("events");
    await page.getByText("connected", { exact: true }).waitFor();
    await page
      .getByText(/^Started v/)
      .first()
      .waitFor();
    const event = { type: "worker_missed", workerName: "daily_backup", missCount: 3 } as const;
    service.app.deps.events.toAdmins(event);
    const row = page.getByRole("list", { name: "As it comes" }).getByRole("listitem");
    await row.getByText('{"workerName":"daily_backup","missCount":3}').waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});
