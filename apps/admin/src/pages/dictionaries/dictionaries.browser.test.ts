import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { dictionaryZip, term } from "@wordloom/testing/content/dictionary-zip";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = () => enter("/dictionaries");

type Console = Awaited<ReturnType<typeof visit>>;

const JAPANESE = { sourceLanguage: "ja", targetLanguage: "en" };

/** A dictionary with one entry, and one that is broken. */
const dictionary = (title: string, languages: object = JAPANESE) =>
  Buffer.from(
    dictionaryZip([term("猫", ["the cat"], { reading: "ねこ", tags: "n" }), ["broken"]], {
      title,
      revision: "2026-11",
      attribution: "EDRDG, CC BY-SA 4.0",
      ...languages,
    }),
  );

async function choose({ page }: Console, name: string, buffer: Buffer) {
  const mimeType = "application/octet-stream";
  await page.getByLabel("Dictionary file").setInputFiles({ name, mimeType, buffer });
}

async function send(console: Console, name: string, buffer: Buffer) {
  await choose(console, name, buffer);
  await console.page.getByRole("button", { name: "Upload" }).click();
}

const row = ({ page }: Console, title: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: title }) });

const titles = ({ page }: Console) => page.getByRole("rowheader").locator("span").allTextContents();

describe("the dictionaries page", () => {
  it("uploads a dictionary and shows what it says of itself", async () => {
    const console = await visit();
    const { page } = console;
    await page.getByRole("heading", { name: "No dictionaries yet." }).waitFor();
    await send(console, "jmdict.zip", dictionary("JMdict"));
    await page.getByText("The dictionary is ready.").waitFor();
    await page.getByText("1 entry was left out.").waitFor();
    await page.getByText("term_bank_1.json entry 2").waitFor();
    const shown = row(console, "JMdict");
    await shown.getByText("EDRDG, CC BY-SA 4.0").waitFor();
    await shown.getByText("Japanese → English").waitFor();
    await page.getByRole("heading", { name: "1 dictionary with 1 entry" }).waitFor();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 780 });
    const title = await shown.getByRole("rowheader").boundingBox();
    expect(title?.width).toBeGreaterThanOrEqual(240);
    if (size !== null) await page.setViewportSize(size);
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("The dictionary is ready.").waitFor({ state: "detached" });
  });

  it("says why a file cannot be used, also after a reload", async () => {
    const console = await visit();
    const { page } = console;
    await send(console, "list.csv", Buffer.from("Haus,house\nBaum,tree\n"));
    const reason = page.getByText("line 1: It does not name the columns.");
    await reason.waitFor();
    await page.reload();
    await reason.waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("says at once that a picture is no dictionary", async () => {
    const console = await visit();
    await send(console, "cat.png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    const reason = "This file can’t be used. This is a picture or a recording.";
    await console.page.getByText(reason).waitFor();
  });

  it("takes the languages that are chosen, and corrects them later", async () => {
    const console = await visit();
    const { page } = console;
    await choose(console, "neutral.zip", dictionary("Neutral", {}));
    await page.getByLabel("Language of the words").selectOption("zh-Hans");
    await page.getByRole("button", { name: "Upload" }).click();
    await row(console, "Neutral").getByText("Simplified Chinese → English").waitFor();
    await page.getByRole("button", { name: "Actions for Neutral" }).click();
    await page.getByRole("menuitem", { name: "Change languages…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Language of the words").selectOption("ja");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row(console, "Neutral").getByText("Japanese → English").waitFor();
  });

  it("puts dictionaries into another order, disables and deletes them", async () => {
    const console = await visit();
    const { page, ask } = console;
    await send(console, "last.zip", dictionary("Last"));
    await row(console, "Last").waitFor();
    expect((await titles(console)).at(-1)).toBe("Last");
    await page.getByRole("button", { name: "Actions for Last" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(async () => (await titles(console)).at(-1)).not.toBe("Last");
    // A key does not wait, as a click does, until the move is stored and the switch enabled.
    const isUsed = row(console, "Last").getByRole("switch");
    await isUsed.and(page.locator(":enabled")).press("Space");
    const enabled = async () =>
      (
        await ask<{ dictionaries: { title: string; enabled: boolean }[] }>("GET", "/dictionaries")
      ).dictionaries.find(({ title }) => title === "Last")?.enabled;
    await expect.poll(enabled).toBe(false);
    await page.getByRole("button", { name: "Actions for Last" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByText("Words that learners filled from it stay.").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await row(console, "Last").waitFor({ state: "detached" });
  });
});
