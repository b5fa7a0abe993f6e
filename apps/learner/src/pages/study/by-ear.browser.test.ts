import type { StudyKit, WordPublic } from "@wordloom/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axe } from "@wordloom/testing/browser/axe";
import { heardSounds, lastHeard, listenToSounds } from "@wordloom/testing/browser/heard-sounds";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import type { View } from "@wordloom/testing/browser/pages";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openLocalVoice, toneOf, type LocalVoice } from "@wordloom/testing/neighbors/local-voice";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { openWithSettings } from "../../../testing/study.ts";
import { questionKinds, type QuestionKind } from "../../features/app-settings/app-settings.ts";

// What we check: a gap and a whole sentence are really heard and typed, and two confused words are
// told apart by ear, with the voice of the service. The voice sends tones.
const TONE_MS = 300;
const DAY_MS = 86_400_000;
const SENTENCE = "The old ship’s crew left at night.";
let voice: LocalVoice;
let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  voice = await openLocalVoice(toneOf(TONE_MS));
  service = await openService({ ...voice.settings, STARTER_WORDBOOKS: "false" });
});
afterEach(() => voice.behave(toneOf(TONE_MS)));
afterAll(async () => {
  await service.close();
  await voice.close();
});

const desktop = { width: 1280, height: 800, serviceWorkers: true } as const;

/** A learner at a question about "ship", which was taken for "sheep" once and was right since. */
async function asked(kind: QuestionKind, view: View = desktop, more: object = {}) {
  const learner = await inPageOfItsOwn(await newLearner(service, view));
  visits.push(learner);
  const { ask, page } = learner;
  const own = (text: string, pronunciation: string, rest: object) =>
    ask<WordPublic>("POST", "/api/own-words", {
      text,
      pronunciation,
      meaning: `a ${text}`,
      language: "en",
      meaningLanguage: "en",
      ...rest,
    });
  const book = await ask<{ id: string }>("POST", "/api/wordbooks", { name: "By ear" });
  const sheep = await own("sheep", "/ʃiːp/", {});
  const examples = ["Nobody says it here.", SENTENCE];
  const ship = await own("ship", "/ʃɪp/", { examples, wordbookId: book.id });
  await ask("PUT", "/api/study-config", { selectedWordbookIds: [book.id], dailyWordCount: 5 });
  const kinds = Object.fromEntries(questionKinds.map((one) => [one, one === kind]));
  const settings = { kinds, ...more };
  await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings });
  await answerDaysAgo(learner, ship.id, sheep.id);
  await page.addInitScript(listenToSounds);
  await openWithSettings(page, "/");
  // Browsers are silent until the page was touched.
  await page.locator("main").click({ position: { x: 2, y: 2 } });
  await page.goto("/study?practise=ahead");
  return { ...learner, sheep };
}

async function answerDaysAgo({ id, ask }: Learner, wordId: string, confusedWith: string) {
  const nowMs = Date.now();
  // No answer may be older than the account.
  await service.app.deps.database
    .updateTable("users")
    .set({ created_at_ms: nowMs - 99 * DAY_MS })
    .where("id", "=", id)
    .execute();
  const answers = [29, 28, 26, 22, 14, 1].map((days, at) => ({
    clientRecordId: `day-${days}`,
    wordId,
    isCorrect: at > 0,
    ...(at === 0 && { confusedWith }),
    responseTimeMs: 2_000,
    answeredAt: new Date(nowMs - days * DAY_MS).toISOString(),
    questionMode: "meaning-to-spelling",
  }));
  await ask("POST", "/api/study/answers", { sentAt: new Date(nowMs).toISOString(), answers });
  // The kit is to know what the answers say.
  const kit = () => ask<StudyKit>("GET", "/api/study/kit");
  await expect
    .poll(async () => (await kit()).words[0]?.state?.correctStreak ?? 0)
    .toBeGreaterThan(2);
}

/** The answer after the first six in the service's database. */
async function latest({ id }: Pick<Learner, "id">) {
  const rows = await service.app.deps.database
    .selectFrom("records")
    .where("user_id", "=", id)
    .select(["question_mode", "is_correct", "details_json"])
    .orderBy("created_at_ms", "desc")
    .execute();
  const [row] = rows;
  if (row === undefined || rows.length < 7) return undefined;
  const { confusedWith = null } = JSON.parse(row.details_json ?? "{}") as Confused;
  return { mode: row.question_mode, isCorrect: Boolean(row.is_correct), confusedWith };
}

interface Confused {
  readonly confusedWith?: string | null;
}

async function heardWhole({ page }: Pick<Learner, "page">): Promise<void> {
  expect((await lastHeard(page)).peak).toBeGreaterThan(0.1);
}

/** Waits until the browser keeps the sound of the sentence. */
async function sentenceKept({ page }: Pick<Learner, "page">): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const [name = ""] = (await caches.keys()).filter((one) => one.startsWith("sounds."));
      const paths = await (await caches.open(name)).keys();
      return paths.filter(({ url }) => url.includes("part=example:1")).length;
    });
  await expect.poll(kept).toBe(1);
}

describe("dictation of a gap", () => {
  it("lets the sentence be heard, hides the word in it, and takes the word", async () => {
    const learner = await asked("gap-dictation");
    const { page } = learner;
    await page.getByText("Type the missing word").last().waitFor();
    const shown = page.locator("main p[lang=en]", { hasText: "The old" });
    expect(await shown.innerText()).toMatch(/^The old\s*missing word\s*’s crew left at night.$/);
    expect(await page.locator("main").innerText()).not.toContain("ship");
    expect(await axe(page)).toEqual([]);
    const play = page.getByRole("button", { name: "Play", exact: true });
    await play.click();
    await heardWhole(learner);
    expect(voice.asked.map(({ input }) => input)).toContain(SENTENCE);
    await page.getByRole("textbox", { name: "The word" }).fill("Ship");
    await page.keyboard.press("Enter");
    await page.getByText("Correct").first().waitFor();
    // The meaning is heard on demand only.
    const before = (await heardSounds(page)).length;
    await page.getByRole("button", { name: "Play the meaning" }).first().click();
    await expect.poll(async () => (await heardSounds(page)).length).toBe(before + 1);
    await page.getByRole("button", { name: "Next" }).click();
    const row = { mode: "meaning-to-spelling", isCorrect: true, confusedWith: null };
    await expect.poll(() => latest(learner)).toEqual(row);
  });
});

describe("dictation of a sentence", () => {
  it("is heard offline, takes the word asked, and shows what was missed", async () => {
    const learner = await asked("sentence-dictation");
    const { page, context } = learner;
    const field = page.getByRole("textbox", { name: "The sentence" });
    await field.waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/ship|crew/);
    expect(await axe(page)).toEqual([]);
    await sentenceKept(learner);
    await context.setOffline(true);
    const times = voice.asked.length;
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await heardWhole(learner);
    expect(voice.asked).toHaveLength(times);
    await field.fill("the old ships crew lefts at night");
    await page.keyboard.press("Enter");
    await page.getByText("The word is correct, but check the sentence:").waitFor();
    expect(await page.locator("main del").allInnerTexts()).toEqual(["lefts"]);
    expect(await page.locator("main ins").allInnerTexts()).toEqual(["left"]);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Next" }).click();
    const row = { mode: "meaning-to-spelling", isCorrect: true, confusedWith: null };
    await expect.poll(() => latest(learner)).toEqual(row);
  });

  it("is heard slowly first if so chosen, and is silent on the next screen", async () => {
    const phone = { width: 360, height: 640, touch: true } as const;
    voice.behave(toneOf(30_000));
    const learner = await asked("sentence-dictation", phone, { soundSpeed: "slow" });
    const { page } = learner;
    const play = page.getByRole("button", { name: "Play", exact: true });
    // The second press counts for 8 s after the first, so nothing is fetched in between.
    await sentenceKept(learner);
    await play.tap();
    await expect.poll(async () => (await heardSounds(page)).at(-1)?.speed).toBe(0.7);
    await play.tap();
    await expect.poll(async () => (await heardSounds(page)).at(-1)?.speed).toBe(1);
    // The keyboard of a phone leaves half of the screen.
    await page.setViewportSize({ width: 360, height: 340 });
    const check = page.getByRole("button", { name: "Check" });
    await page.getByRole("textbox", { name: "The sentence" }).fill("the old cheap crew");
    await check.scrollIntoViewIfNeeded();
    await check.tap();
    await page.getByText("Not quite").waitFor();
    expect((await heardSounds(page)).at(-1)?.isWhole).toBe(false);
    await page.getByRole("button", { name: "Next" }).tap();
    await expect
      .poll(async () => (await heardSounds(page)).some((one) => one.isStopped))
      .toBe(true);
    await expect.poll(async () => (await latest(learner))?.isCorrect).toBe(false);
  });
});

describe("two words that the learner confused", () => {
  it("are told apart by ear, and nothing else names the one that is heard", async () => {
    const learner = await asked("minimal-pair");
    const { page, sheep } = learner;
    await page.getByText("Which word do you hear?").last().waitFor();
    const options = page.locator("main ol button span:nth-child(2)");
    expect((await options.allInnerTexts()).toSorted()).toEqual(["sheep", "ship"]);
    const labels = await page
      .getByRole("button")
      .evaluateAll((all) =>
        all.map((one) =>
          ["aria-label", "title"].map((name) => one.getAttribute(name) ?? "").join(" "),
        ),
      );
    expect(labels.join(" ")).not.toMatch(/ship|sheep/);
    expect(await page.getByRole("button", { name: "Hint" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Play the sentence" }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("r");
    await heardWhole(learner);
    expect(voice.asked.map(({ input }) => input)).toContain("ship");
    await options.getByText("sheep").click();
    await page.getByText("Your answer").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    const row = { mode: "audio-to-meaning", isCorrect: false, confusedWith: sheep.id };
    await expect.poll(() => latest(learner)).toEqual(row);
  });
});
