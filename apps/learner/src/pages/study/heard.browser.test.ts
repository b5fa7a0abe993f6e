import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vocabularyOf, type Vocabulary } from "@wordloom/testing/browser/answerer";
import { axe } from "@wordloom/testing/browser/axe";
import { type View } from "@wordloom/testing/browser/pages";
import { giveVoice } from "../../../testing/voice.ts";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import {
  STARTER_BOOK,
  chooseStarterBook,
  openWithSettings,
  positionOf,
} from "../../../testing/study.ts";
import type { QuestionKind } from "../../features/app-settings/app-settings.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

// What we check: listening questions speak once and on demand, hide their word, and are left out
// if the browser has no voice. The voice is a fake, since the browser of the tests
// has none.
let service: TestService;
let vocabulary: Vocabulary;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
  vocabulary = await vocabularyOf(service, STARTER_BOOK);
});
afterAll(() => service.close());

const desktop = { width: 1280, height: 800 };

interface Stored {
  readonly revision: number;
  readonly settings: object;
}

/** A learner at the first question, after each new word was introduced. */
async function asked(view: View, kinds: readonly QuestionKind[], voices: readonly string[]) {
  const learner = await inPageOfItsOwn(await newLearner(service, view));
  await chooseStarterBook(learner, { kinds, words: 2 });
  // Only the questions are to be heard, not the words that are introduced.
  const path = "/api/users/me/app-settings";
  const { revision, settings } = await learner.ask<Stored>("GET", path);
  await learner.ask("PUT", path, { revision, settings: { ...settings, speakOnShow: false } });
  await learner.page.addInitScript(giveVoice, voices);
  // Not at the first word, which may be spoken before the settings are there.
  await openWithSettings(learner.page, "/");
  await learner.page.goto("/study");
  const next = learner.page.getByRole("button", { name: "Next" });
  for (let word = 0; word < 2; word += 1) {
    await learner.page.getByText("New word").waitFor();
    const before = await learner.page.locator("h1").innerText();
    await (view.touch === true ? next.tap() : next.click());
    await learner.page
      .locator("h1", { hasText: new RegExp(`^${before}$`) })
      .waitFor({ state: "detached" });
  }
  return learner;
}

/** Waits until `count` texts were spoken. @returns all of them */
async function said(page: Page, count: number): Promise<string[]> {
  const heard = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await expect.poll(async () => (await heard()).length).toBe(count);
  return heard();
}

async function modesOf({ id }: Learner): Promise<(string | null)[]> {
  const rows = await service.app.deps.database
    .selectFrom("records")
    .where("user_id", "=", id)
    .select("question_mode")
    .execute();
  return rows.map((row) => row.question_mode);
}

describe("a listening question", () => {
  it("speaks once and again on its key, hides the word, and takes its answer by keys", async () => {
    const learner = await asked(desktop, ["listening"], ["en-US"]);
    visits.push(learner);
    const { page } = learner;
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.getByText("What does the word you hear mean?").last().waitFor();
    const [word = ""] = await said(page, 1);
    expect(await page.locator("main").getByText(word, { exact: true }).count()).toBe(0);
    expect(await axe(page), "listening").toEqual([]);
    await page.keyboard.press("r");
    expect(await said(page, 2)).toEqual([word, word]);
    const meaning = vocabulary.meaningOf.get(word) ?? "";
    const texts = await page.locator("ol li button span:nth-child(2)").allInnerTexts();
    await page.keyboard.press(String(positionOf(meaning, texts) + 1));
    await page.locator("h1 [lang=en]", { hasText: word }).waitFor();
    await page.getByRole("button", { name: "Next" }).waitFor();
    await page.keyboard.press("Space");
    const [, , other = ""] = await said(page, 3);
    expect(other).not.toBe(word);
    await page.keyboard.press("Escape");
    await expect.poll(() => modesOf(learner)).toEqual(["audio-to-meaning"]);
    expect((await learner.records()).map(({ isCorrect }) => isCorrect)).toEqual([true]);
  });

  it("takes dictation by touch, and shows the word after a mistake", async () => {
    const learner = await asked({ touch: true }, ["dictation"], ["de-DE", "en-GB"]);
    visits.push(learner);
    const { page } = learner;
    const field = page.getByRole("textbox", { name: "The word" });
    const check = page.getByRole("button", { name: "Check" });
    await field.waitFor();
    const [first = ""] = await said(page, 1);
    expect(await page.locator("main").getByText(first, { exact: true }).count()).toBe(0);
    expect(await axe(page), "dictation").toEqual([]);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await said(page, 2);
    await field.fill(first);
    await check.tap();
    await page.locator("h1 [lang=en]", { hasText: first }).waitFor();
    await page.getByRole("button", { name: "Next" }).tap();
    const [, , second = ""] = await said(page, 3);
    await field.fill("zzzz");
    await check.tap();
    await page.getByText("Not quite").waitFor();
    await page.locator("h1 [lang=en]", { hasText: second }).waitFor();
    await page.getByRole("link", { name: "Exit" }).tap();
    const answers = async () => (await learner.records()).map(({ isCorrect }) => isCorrect);
    await expect.poll(answers).toEqual([true, false]);
    expect(new Set(await modesOf(learner))).toEqual(new Set(["meaning-to-spelling"]));
  });

  it("is left out without a voice, and replaced by other kinds", async () => {
    const learner = await asked(desktop, ["listening", "dictation"], ["de-DE"]);
    visits.push(learner);
    const { page } = learner;
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Got it" }).waitFor();
    expect(await page.getByRole("button", { name: "Play", exact: true }).count()).toBe(0);
    expect(await said(page, 0)).toEqual([]);
    expect(await axe(page)).toEqual([]);
  });
});
