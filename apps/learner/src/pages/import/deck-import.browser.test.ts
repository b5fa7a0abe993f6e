import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apkgOf, BASIC, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { goTo } from "@wordloom/testing/browser/pages";
import { handOnAfterAll, visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const DECK: TestDeck = {
  types: [BASIC, { id: 7, name: "Sätze", fields: ["A", "B"], templates: ["{{A}}"] }],
  decks: [
    { id: 1, name: "Deutsch" },
    { id: 2, name: "Deutsch::Verben" },
  ],
  notes: [
    { id: 10, fields: ["das Haus", "the house"] },
    { id: 11, fields: ["der Baum", "the tree"] },
    { id: 12, type: 7, fields: ["to go", "gehen"] },
  ],
  cards: [
    { id: 100, nid: 10, type: 2, queue: 2, due: 900, ivl: 40, factor: 2500, reps: 1 },
    { id: 110, nid: 11, queue: -1 },
    { id: 120, nid: 12, did: 2 },
  ],
  reviews: [[1_700_000_000_001, 100, 3, 1, 0, 2500, 4000, 0]],
};

let service: TestService;
let learner: Learner;
let page: Page;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newLearner(service, { width: 1440, height: 900 });
  ({ page } = learner);
  await page.goto("/books");
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const nowSays = (pattern: RegExp) => page.getByText(pattern).first().waitFor();

async function bring(name: string, bytes: Uint8Array): Promise<void> {
  await goTo(page, "/books");
  await button("Import your words").click();
  await page
    .getByLabel("From a file")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Photographs the screen where a folder is named. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["WORDLOOM_PHOTOGRAPHS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [size, width] of [
    ["desk", 1440],
    ["phone", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(folder, `${name}-${size}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

describe("a deck", () => {
  it("shows its decks and note types, and what becomes of the notes", async () => {
    await bring("Deutsch.apkg", apkgOf(DECK));
    await nowSays(/^3 notes: 3 new words\.$/);
    await page.getByText("2 notes, 2 cards, 1 review").waitFor();
    expect(await page.getByLabel("What “Front” holds").inputValue()).toBe("text");
    await page.getByText("the house").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await photograph(page, "deck-en");
  });

  it("is planned anew with the decks, fields and suspended cards that are wanted", async () => {
    await page.getByLabel("Deutsch::Verben").uncheck();
    await nowSays(/^3 notes: 2 new words\.$/);
    const suspended = page.getByRole("group", { name: "Suspended cards" });
    await suspended.getByLabel("Leave them out").check();
    await nowSays(/^3 notes: 1 new word\.$/);
    await page.getByLabel("Basic (2 notes)").uncheck();
    await page.getByLabel("Deutsch::Verben").check();
    await page.getByLabel("What “A” holds").selectOption("meaning");
    await nowSays(/^Choose which field holds the words\.$/);
    await page.getByLabel("What “B” holds").selectOption("text");
    await nowSays(/^3 notes: 1 new word\.$/);
  });

  it("comes in as chosen, with a list for each deck, and goes out as a deck again", async () => {
    await button("Import 1 word").click();
    await nowSays(/^Added 1 word to Deutsch::Verben\.$/);
    await goTo(page, "/books");
    await page
      .getByRole("link", { name: /Deutsch::Verben/ })
      .first()
      .click();
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Export as Anki deck" }).click();
    const waiting = page.waitForEvent("download");
    await button("Download decks").click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/Verben\.apkg$/);
    const bytes = readFileSync((await file.path()) ?? "");
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
    await page.keyboard.press("Escape");
    // The same notes change nothing, also from the file that the service wrote.
    await bring("again.apkg", bytes);
    await nowSays(/^1 note: 1 already there\.$/);
  });

  it("that cannot be read says what to do", async () => {
    await bring("broken.apkg", Buffer.from("PK\x03\x04 and nothing else"));
    await nowSays(/^This file is incomplete\. Download or export it again/);
  });
});

describe("all words", () => {
  it("go out as decks from the settings, without answers if not wanted", async () => {
    await goTo(page, "/settings");
    const asked = page.waitForRequest(/\/api\/exports\/deck/);
    await page.getByLabel("With due dates and answers").uncheck();
    const waiting = page.waitForEvent("download");
    await button("Download decks").click();
    expect((await asked).url()).toMatch(/reviews=false/);
    expect((await waiting).suggestedFilename()).toMatch(/^wordloom-.*\.apkg$/);
    await nowSays(/^Saved to your downloads\.$/);
    await photograph(page, "settings-en");
  });
});

/** A deck that Anki wrote, kept beside the repository. */
const REAL = join(import.meta.dirname, "../../../../../../shared/data/decks/wl-sched-anki21b.apkg");

describe.skipIf(!existsSync(REAL))("a deck that Anki wrote", () => {
  const visits = visitsOfEachTest();
  it("shows its six decks and five note types, in Chinese as well", async () => {
    const reader = await newLearner(service, { width: 1440, height: 900, locale: "zh-CN" });
    visits.push(reader);
    const { page: seen } = reader;
    await seen.goto("/books");
    await seen.getByRole("button", { name: "导入自己的单词", exact: true }).click();
    await seen.getByLabel("从文件导入").setInputFiles({
      name: "wl.apkg",
      mimeType: "application/octet-stream",
      buffer: readFileSync(REAL),
    });
    await seen.getByText(/^共 428 条笔记：/).waitFor();
    await seen.getByText("112 条笔记，336 张卡片，3,761 次复习").waitFor();
    expect(await seen.getByRole("group", { name: "牌组" }).getByRole("checkbox").count()).toBe(6);
    expect(await seen.getByRole("table").count()).toBeGreaterThanOrEqual(5);
    expect(await axeInBothThemes(seen)).toEqual([]);
    await photograph(seen, "real-zh");
  });
});
