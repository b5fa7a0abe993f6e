import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "@wordloom/testing/browser/axe";
import { inPageOfItsOwn, newLearner } from "@wordloom/testing/browser/learners";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import {
  byKeys,
  chooseOwnWord,
  chooseStarterBook,
  openOption,
  openWithSettings,
  recognizing,
  study,
  studying,
} from "../../../testing/study.ts";
import { onceStored } from "../../../testing/study-cards.ts";
import { giveVoice } from "../../../testing/voice.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
const visits = visitsOfEachTest();

const desktop = { width: 1440, height: 900 };
const phone = { touch: true };
/** A toast that names it has two lines. */
const LONG_NAME = "Words of the book that I read on the long journey to the north of the country";

/** Whether a press on the control's middle, or near its edges, reaches it. */
const isFree = (control: Locator) =>
  control.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [
      [x, y],
      [left + 12, y],
      [right - 12, y],
      [x, top + 4],
      [x, bottom - 4],
    ] as const;
    return points.every(([atX, atY]) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && (one === hit || one.contains(hit));
    });
  });

const mark = (page: Page) => page.locator("[class*=verdict] [class*=mark]");
const animation = (page: Page) =>
  mark(page).evaluate((one) => {
    const { animationName, animationDuration, borderRadius } = getComputedStyle(one);
    return { isMoved: animationName !== "none", animationDuration, borderRadius };
  });

describe("the feel of studying", () => {
  it("a right answer has a mark that moves for 150 ms; a wrong one has another shape", async () => {
    const learner = await studying(service, desktop, recognizing);
    visits.push(learner);
    const { page, faults } = learner;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const press = byKeys(page);
    const meanings = await study(learner, press, { answers: 1, isMissed: () => true });
    const wrong = await animation(page);
    expect(wrong.isMoved).toBe(false);
    await study(learner, press, { answers: 1, meanings });
    const right = await animation(page);
    expect(right).toMatchObject({ isMoved: true, animationDuration: "0.15s" });
    expect(right.borderRadius).not.toBe(wrong.borderRadius);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect((await animation(page)).animationDuration).toBe("0s");
    expect(faults).toEqual([]);
  });

  it("on a desk the card is in the middle, and what comes beside it moves nothing", async () => {
    const learner = await studying(service, desktop, recognizing);
    visits.push(learner);
    const { page } = learner;
    const middle = async () => {
      const box = await page.locator("main section").first().boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
    };
    const tops = async () => {
      const boxes = await page
        .locator("aside, [class*=actMargin]")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      const [known] = await page
        .getByRole("button", { name: "I know it" })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      return { boxes, known };
    };
    expect(await middle()).toBe(720);
    const before = await tops();
    await study(learner, byKeys(page), { answers: 2 });
    expect(await middle()).toBe(720);
    expect(await tops()).toEqual(before);
  });

  it.each([
    ["a phone", phone],
    ["a tablet of 820 px", { ...phone, width: 820, height: 1180 }],
  ])("on %s nothing said covers a button, and undo and the star are below", async (_, view) => {
    const learner = await studying(service, view, { words: 6, ...recognizing });
    visits.push(learner);
    const { page, faults } = learner;
    const next = page.getByRole("button", { name: "Next" });
    const word = await page.locator("h1 [lang=en]").innerText();
    const star = page.getByRole("button", { name: "Favorite" });
    await star.tap();
    await page.getByRole("button", { name: "Favorite", pressed: true }).waitFor();
    const known = page.getByRole("button", { name: "I know it" });
    const marked = page.getByText(`Marked “${word}” as known.`);
    await known.tap();
    await marked.waitFor();
    for (const name of ["Next", "Undo", "I know it", "Favorite", "More"]) {
      expect(await isFree(page.getByRole("button", { name })), name).toBe(true);
    }
    const undo = page.getByRole("button", { name: "Undo" });
    expect((await undo.boundingBox())?.y).toBeGreaterThan((await next.boundingBox())?.y ?? 0);
    await undo.tap();
    await page.locator("h1 [lang=en]", { hasText: word }).waitFor();
    // A toast of a dialog appears above the card.
    await page.getByRole("button", { name: "More" }).tap();
    expect(await page.getByRole("menuitem", { name: "Shortcuts" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "Add to a list" }).tap();
    await page.getByRole("dialog").getByLabel("Name").fill(LONG_NAME);
    await page.keyboard.press("Enter");
    await page.getByRole("region").getByText(`Added 1 word to ${LONG_NAME}.`).waitFor();
    for (const name of ["Next", "I know it", "Favorite", "More"]) {
      expect(await isFree(page.getByRole("button", { name })), name).toBe(true);
    }
    expect(await isFree(page.getByRole("link", { name: "Exit" }))).toBe(true);
    // It can be undone for 5 s only, so axe comes when nothing is undone any more.
    await known.tap();
    await marked.waitFor();
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("texts are set in the app's own font, pronunciations too", async () => {
    const learner = await studying(service, desktop, recognizing);
    visits.push(learner);
    const { page, faults } = learner;
    const loaded = await page.evaluate(async () => {
      const faces = await document.fonts.load("16px Inter", "Next ʊ");
      return faces.map(({ status }) => status);
    });
    expect(loaded).toEqual(["loaded", "loaded"]);
    const family = await page
      .getByRole("button", { name: "Next" })
      .evaluate((one) => getComputedStyle(one).fontFamily);
    expect(family).toMatch(/^"?Inter/);
    expect(faults).toEqual([]);
  });

  it("the translation of an example stands beside the answer, and not before it", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page } = learner;
    const examples = ["The lantern hung over the door."];
    const exampleMeanings = ["Die Laterne hing über der Tür."];
    const word = { text: "lantern", meaning: "Laterne", meaningLanguage: "de" };
    await chooseOwnWord(learner, { ...word, examples, exampleMeanings }, ["recall"]);
    await openWithSettings(page, "/study");
    await page.getByText("New word").waitFor();
    await page.keyboard.press("Space");
    const reveal = page.getByRole("button", { name: "Show the meaning" });
    await reveal.waitFor();
    const translation = page.getByText("Die Laterne hing").filter({ visible: true });
    expect(await translation.count()).toBe(0);
    await reveal.click();
    await translation.waitFor();
    expect(await translation.getAttribute("lang")).toBe("de");
  });

  it("a recalled word without a meaning says so", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page } = learner;
    await chooseOwnWord(learner, { text: "lantern", meaning: "n." }, ["recall"]);
    await openWithSettings(page, "/study");
    await page.getByText("New word").waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Show the meaning" }).click();
    await page.getByText("No meaning is known for this word yet.").waitFor();
  });

  it("how a word is read stands at its introduction and answer, not at its question", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page } = learner;
    const word = { text: "猫", reading: "ねこ", meaning: "cat", language: "ja" };
    await chooseOwnWord(learner, word, ["recall"]);
    await openWithSettings(page, "/study");
    await page.getByText("New word").waitFor();
    const reading = page.getByText("ねこ");
    await reading.waitFor();
    expect(await reading.getAttribute("lang")).toBe("ja");
    await page.keyboard.press("Space");
    const reveal = page.getByRole("button", { name: "Show the meaning" });
    await reveal.waitFor();
    expect(await reading.count()).toBe(0);
    await reveal.click();
    await reading.waitFor();
  });

  it("a note is saved by Ctrl+Enter", async () => {
    const learner = await studying(service, desktop);
    visits.push(learner);
    const { page, ask } = learner;
    await page.keyboard.press("n");
    await page.getByRole("dialog").getByRole("textbox").fill("mine");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Note saved.").first().waitFor();
    const kit = await ask<{ words: { note: { content: string } | null }[] }>(
      "GET",
      "/api/study/kit",
    );
    expect(kit.words.flatMap(({ note }) => note?.content ?? [])).toEqual(["mine"]);
  });

  it("the direction is turned by a key, for this session, also over a reload", async () => {
    const learner = await studying(service, desktop, { words: 2, ...recognizing });
    visits.push(learner);
    const { page } = learner;
    for (const turned of ["word → meaning", "meaning → word"]) {
      await page.keyboard.press("d");
      await page.getByRole("button", { name: `Questions: ${turned}` }).waitFor();
    }
    const first = await page.locator("h1 [lang=en]").innerText();
    await page.keyboard.press("Space");
    await page.locator("h1 [lang=en]").filter({ hasNotText: first }).waitFor();
    await page.keyboard.press("Space");
    const task = page.getByText("Which word is it?").last();
    await task.waitFor();
    await onceStored(page);
    await page.reload();
    await task.waitFor();
    await page.keyboard.press("d");
    await page.getByRole("button", { name: "Questions: mixed" }).waitFor();
    expect(await page.locator("h1 [lang=en]").count()).toBe(1);
  });

  it("a new word is spoken where there is a voice, and a missing one is said once", async () => {
    const spoken = await inPageOfItsOwn(await newLearner(service, desktop));
    visits.push(spoken);
    await chooseStarterBook(spoken, { words: 2 });
    await spoken.page.addInitScript(giveVoice, ["en-US"]);
    await spoken.page.goto("/");
    await spoken.page.getByRole("link", { name: "Study", exact: true }).click();
    const word = await spoken.page.locator("h1 [lang=en]").innerText();
    const said = () =>
      spoken.page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    await expect.poll(said).toEqual([word]);

    const mute = await inPageOfItsOwn(await newLearner(service, desktop));
    visits.push(mute);
    await chooseStarterBook(mute, { kinds: ["listening", "recall"], words: 2 });
    await mute.page.addInitScript(giveVoice, ["de-DE"]);
    await mute.page.goto("/study");
    const line = mute.page.getByText("There is no voice for English");
    await line.waitFor();
    await mute.page.getByRole("button", { name: "Dismiss" }).click();
    expect(await line.count()).toBe(0);
    await mute.page.reload();
    await mute.page.getByText("New word").waitFor();
    expect(await line.count()).toBe(0);
    await mute.page.goto("/settings/study");
    await mute.page.getByText("Listening and dictation need a voice.").waitFor();
    expect(await mute.page.getByRole("checkbox", { name: "Listening" }).count()).toBe(0);
    await mute.page.getByRole("checkbox", { name: "Typing" }).waitFor();
  });
});

/** Passes the introductions with which a session of so many new words begins. */
async function pastIntroductions(page: Page, count: number, goOn: () => Promise<void>) {
  const shown = page.locator("h1 [lang=en]");
  await page.getByText("New word").waitFor();
  for (let passed = 1; passed < count; passed += 1) {
    const before = await shown.innerText();
    await goOn();
    await shown.filter({ hasNotText: new RegExp(`^${before}$`) }).waitFor();
  }
  await goOn();
}

describe("cards, which the learner judges herself", () => {
  const cards = { words: 3, kinds: ["recall"] } as const;

  it("show below the next one the last mark and when a word returns; nothing moves", async () => {
    const learner = await studying(service, phone, cards);
    visits.push(learner);
    const { page, faults } = learner;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await pastIntroductions(page, 3, () => page.getByRole("button", { name: "Next" }).tap());
    const gotIt = page.getByRole("button", { name: "Got it" });
    const judged = page.locator("[class*=judged]");
    const tops: (number | undefined)[] = [];
    const words: string[] = [];
    for (let card = 0; card < 3; card += 1) {
      await page.getByRole("button", { name: "Show the meaning" }).tap();
      words.push(await page.locator("h1 [lang=en]").innerText());
      await gotIt.waitFor();
      // The service has the answer before the last one, and after five seconds the last one, too.
      const told = new RegExp(`“(${words[0]}|${words[1]})”`);
      if (card === 2) await page.getByText(told).waitFor();
      tops.push((await gotIt.boundingBox())?.y);
      expect(await isFree(gotIt)).toBe(true);
      await gotIt.tap();
      await judged.getByText(words[card] ?? "", { exact: true }).waitFor();
    }
    expect(new Set(tops).size).toBe(1);
    const moves = (name: string) =>
      judged.locator(`[class*=${name}]`).evaluate((one) => getComputedStyle(one).animationDuration);
    expect(await moves("mark")).toBe("0.15s");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moves("mark")).toBe("0s");
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("turned around, show the meaning and then the word", async () => {
    const learner = await studying(service, desktop, cards);
    visits.push(learner);
    const { page, faults } = learner;
    await pastIntroductions(page, 3, () => page.keyboard.press("Space"));
    await page.getByRole("button", { name: "Show the meaning" }).waitFor();
    const word = await page.locator("h1 [lang=en]").innerText();
    await page.keyboard.press("d");
    await page.getByRole("button", { name: "Questions: word → meaning" }).waitFor();
    await page.keyboard.press("d");
    await page.getByText("Do you remember the word?").last().waitFor();
    expect(await page.locator("h1").innerText()).not.toContain(word);
    expect(await page.getByRole("button", { name: "Play" }).count()).toBe(0);
    await page.keyboard.press("Space");
    await page.locator("h1").getByText(word, { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("2");
    await page.locator("[class*=judged]").getByText(word, { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe("the size of a session", () => {
  it("is chosen before it, by keys: a smaller one stays, a larger one is for once", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, ask, faults } = learner;
    await chooseStarterBook(learner, { words: 25, ...recognizing });
    await page.goto("/");
    await page.getByRole("radio", { name: "My plan (25)", checked: true }).waitFor();
    expect(await axe(page, "main")).toEqual([]);
    await page.keyboard.press("1");
    await page.getByRole("radio", { name: "10", checked: true }).waitFor();
    await page.keyboard.press("Space");
    await page.getByText("0 of 10").waitFor();
    await page.keyboard.press("Escape");
    const chosen = async () =>
      (await ask<{ settings: { session?: object } }>("GET", "/api/users/me/app-settings")).settings
        .session;
    await expect.poll(chosen).toEqual({ words: 10, once: false });
    // Nothing was answered yet, so that another size begins another session.
    await page.getByRole("heading", { level: 1, name: "10 words left" }).waitFor();
    await page.getByText("15 more words are ready after that.").waitFor();
    await page.keyboard.press("2");
    await page.getByRole("heading", { level: 1, name: "25 new words to learn" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByText("0 of 20").waitFor();

    const eager = await newLearner(service, desktop);
    visits.push(eager);
    await chooseStarterBook(eager, { words: 4, ...recognizing });
    await eager.page.goto("/");
    await eager.page.getByRole("radio", { name: "20" }).check();
    await eager.page.keyboard.press("Space");
    await eager.page.getByText("0 of 20").waitFor();
    await eager.page.locator(openOption).or(eager.page.getByText("New word")).first().waitFor();
    expect(faults).toEqual([]);
  });
});
