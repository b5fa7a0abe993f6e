import type { Locator, Page, Request, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerAll, vocabularyOf } from "@wordloom/testing/browser/answerer";
import { axe, axeOfContent } from "@wordloom/testing/browser/axe";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import {
  STARTER_BOOK,
  ANSWERS,
  WORDS,
  anyCard,
  byKeys,
  byTouch,
  chooseOwnWord,
  chooseStarterBook,
  openOption,
  openWithSettings,
  recognizing,
  study,
  studying,
} from "../../../testing/study.ts";
import { handOnAfterAll, visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { onceStored } from "../../../testing/study-cards.ts";

let service: TestService;
/** Pushed without `leave` if scripts were added, the clock was set or a service worker runs. */
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** Passes new words until a question shows `question`. */
async function throughNewWords(page: Page, question: Locator): Promise<void> {
  const next = page.getByRole("button", { name: "Next" });
  for (;;) {
    await next.or(question).first().waitFor();
    if (await question.isVisible()) return;
    await next.click();
  }
}

const revealing = (page: Page) => page.getByRole("button", { name: "Show the meaning" });

const DAY_MS = 86_400_000;
const desktop = { width: 1280, height: 800 };

describe("studying", () => {
  it("waits for a lock that the browser gives late, if no other tab has it", async () => {
    const learner = await newLearner(service, desktop);
    const { page, context, faults } = learner;
    visits.push({ context, faults });
    await chooseStarterBook(learner, recognizing);
    await page.addInitScript(() => {
      const request = navigator.locks.request.bind(navigator.locks) as (
        ...all: unknown[]
      ) => Promise<unknown>;
      const late = async (...all: unknown[]) => {
        if (String(all[0]).includes(".study.")) await new Promise((go) => setTimeout(go, 1_000));
        return request(...all);
      };
      Object.defineProperty(navigator.locks, "request", { value: late });
    });
    await page.goto("/study");
    const taken = page.getByRole("button", { name: "Continue here" });
    await page.getByText("New word").or(taken).first().waitFor();
    expect(await taken.count()).toBe(0);
  });

  it("works by keys alone, repeats missed words, and ignores a late key at the end", async () => {
    const learner = await studying(service, desktop, recognizing);
    const { page, context, faults, records } = learner;
    visits.push({ context, faults });
    // Each word is asked twice, the missed one once more; the last question is a recall.
    await study(learner, byKeys(page), { answers: ANSWERS, isMissed: (count) => count === 1 });
    await revealing(page).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Got it" }).waitFor();
    // The clock is stopped, because on a busy machine the second press would come too late.
    const nowMs = Date.now();
    await page.clock.install({ time: nowMs });
    await page.clock.pauseAt(nowMs + 30_000);
    await page.keyboard.press("2");
    await page.getByText("8 of 9 correct.").waitFor();
    // Follows as quickly as the second of two presses.
    await page.clock.runFor(500);
    await page.keyboard.press("Space");
    expect(new URL(page.url()).pathname).toBe("/study/done");
    await page.clock.resume();
    await page.getByRole("heading", { name: "3 words strengthened" }).waitFor();
    expect(await axe(page)).toEqual([]);
    const goesOn = async () => {
      const { pathname } = new URL(page.url());
      if (pathname === "/study/done") await page.keyboard.press("Enter");
      return pathname;
    };
    await expect.poll(goesOn).toBe("/study");
    await expect.poll(async () => (await records()).length).toBe(ANSWERS + 1);
    expect((await records()).filter(({ isCorrect }) => !isCorrect)).toHaveLength(1);
  });

  it("works by touch alone, and every state is accessible in the dark", async () => {
    const learner = await studying(service, { touch: true, theme: "dark" }, recognizing);
    visits.push(learner);
    const { page } = learner;
    const press = byTouch(page);
    expect(await axe(page), "introduction").toEqual([]);
    const meanings = await study(learner, press, { answers: 1, isMissed: () => true });
    expect(await axe(page, "main"), "feedback").toEqual([]);
    await study(learner, press, { meanings });
    await page.getByText("8 of 9 correct.").waitFor();
    expect(await axe(page), "summary").toEqual([]);
  });

  it.each([
    ["a wrong spelling", "zzzz", "Not quite"],
    ["one with a typo", "lanterm", "Correct, but with a typo"],
  ])("by Enter: %s stays when Enter is held or pressed twice", async (_, given, verdict) => {
    const learner = await newLearner(service, desktop);
    const { page, context, faults } = learner;
    visits.push({ context, faults });
    await chooseOwnWord(learner, { text: "lantern", meaning: "a lamp" }, ["spelling"]);
    await openWithSettings(page, "/study");
    const field = page.getByRole("textbox", { name: "The word" });
    await throughNewWords(page, field);
    await field.fill(given);
    // The clock is stopped, because on a busy machine the second press would come too late.
    const nowMs = Date.now();
    await page.clock.install({ time: nowMs });
    await page.clock.pauseAt(nowMs + 30_000);
    await page.keyboard.press("Enter");
    const told = page.getByText(verdict);
    await told.waitFor();
    await page.keyboard.press("Enter");
    await page.clock.runFor(2_000);
    await page.keyboard.down("Enter");
    // Held: the browser repeats it.
    await field.waitFor();
    await field.fill(given);
    await page.keyboard.up("Enter");
    await page.keyboard.down("Enter");
    await told.waitFor();
    await page.clock.runFor(2_000);
    await page.keyboard.down("Enter");
    await page.clock.runFor(100);
    expect(await told.isVisible()).toBe(true);
  });

  it.each(["recall", "word-to-meaning"] as const)(
    "on a phone: the example stands beside the answer of %s",
    async (kind) => {
      const learner = await studying(service, { touch: true }, { kinds: [kind], words: 1 });
      visits.push(learner);
      const { page, ask } = learner;
      const kit = await ask<{ words: { word: { examples: string[] } }[] }>("GET", "/api/study/kit");
      const example = page.locator("main").getByText(kit.words[0]?.word.examples[0] ?? "none");
      await example.waitFor();
      await page.getByRole("button", { name: "Next" }).tap();
      await page
        .locator(openOption)
        .or(page.getByRole("button", { name: "Show the meaning" }))
        .first()
        .waitFor();
      expect(await example.count()).toBe(0);
      if (kind === "recall") await page.getByRole("button", { name: "Show the meaning" }).tap();
      else await page.locator(openOption).first().tap();
      await example.waitFor();
    },
  );

  it("resumes after a reload, and offline, losing and resending nothing", async () => {
    const learner = await studying(service, { ...desktop, serviceWorkers: true }, recognizing);
    const { page, context, faults, records } = learner;
    visits.push({ context, faults });
    const press = byKeys(page);
    const meanings = await study(learner, press, { answers: 2 });
    // The last answer is stored, because it can be undone.
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.reload();
    await anyCard(page).waitFor();
    // By then the app's files are cached or being cached.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await study(learner, press, { meanings });
    await page.getByText("8 of 8 correct.").waitFor();
    await page.getByText("Dates appear when you’re back online.").waitFor();
    // Without a connection, nobody knows what else was studied today.
    await page.getByText("4 words in this session").waitFor();
    await context.setOffline(false);
    await page.getByText("4 words today").waitFor();
    await page.getByRole("link", { name: "That’s enough for now" }).click();
    await expect.poll(async () => (await records()).length).toBe(ANSWERS);
    expect(new Set((await records()).map(({ wordId }) => wordId)).size).toBe(WORDS);
  });

  it("takes a key as soon as a question appears, and one answer per word", async () => {
    const learner = await studying(service, desktop, { kinds: ["recall"], words: 2 });
    const { page, context, faults } = learner;
    visits.push({ context, faults });
    const recall = page.getByRole("button", { name: "Show the meaning" });
    await throughNewWords(page, recall);
    await onceStored(page);
    await page.addInitScript(revealAtFirstSight);
    await page.reload();
    const knewIt = page.getByRole("button", { name: "Got it" });
    await knewIt.waitFor();
    const shown = page.evaluate(buttonsShown);
    await page.keyboard.press("2");
    await recall.waitFor();
    await page.keyboard.press("2");
    expect(await page.getByText("0 of 2").count()).toBe(1);
    // An answer that is self-graded has no feedback. Both words are asked twice.
    for (let answers = 1; answers < 4; answers += 1) {
      await page.keyboard.press("Space");
      await knewIt.waitFor();
      await page.keyboard.press("2");
      if (answers < 3) await recall.waitFor();
    }
    await page.getByText("4 of 4 correct.").waitFor();
    expect(await shown).not.toContain("Next");
  });

  it("judges typed answers, and lets the learner overrule a rejected spelling", async () => {
    const learner = await studying(service, desktop, { kinds: ["spelling"] });
    visits.push(learner);
    const { page } = learner;
    const field = page.getByRole("textbox", { name: "The word" });
    await throughNewWords(page, field);
    expect(await axe(page), "spelling").toEqual([]);
    await page.keyboard.type("zzzz");
    await page.keyboard.press("Enter");
    const refused = page.getByText("Not quite");
    await refused.waitFor();
    await page.getByRole("button", { name: "Count it as correct" }).click();
    await page.getByText("Counted as correct").waitFor();
    await page.keyboard.press("z");
    await field.waitFor();
    // In a field, keys are letters.
    await page.keyboard.type("k?");
    await expect.poll(() => field.inputValue()).toBe("k?");
    // It can be overruled for 5 s only, so axe comes when nothing is overruled any more.
    await field.fill("zzzz");
    await page.keyboard.press("Enter");
    await refused.waitFor();
    expect(await axe(page, "main"), "refused spelling").toEqual([]);
  });

  it("shows a recalled meaning before it is graded, with keys of its own", async () => {
    const learner = await studying(service, desktop, { kinds: ["recall"] });
    visits.push(learner);
    const { page } = learner;
    await page.emulateMedia({ colorScheme: "dark" });
    const reveal = page.getByRole("button", { name: "Show the meaning" });
    await throughNewWords(page, reveal);
    await page.keyboard.press("2");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Got it" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("2");
    await reveal
      .or(page.getByRole("button", { name: "Next" }))
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Got it" }).count()).toBe(0);
  });

  it("suggests a break between two recalled words, once the engine detects fatigue", async () => {
    const words = 7;
    const learner = await studying(service, desktop, { kinds: ["recall"], words });
    visits.push(learner);
    const { page, ask } = learner;
    const fatigue = { score: 100 };
    for (let time = 0; time < 4; time += 1) await ask("POST", "/api/amas/visual-fatigue", fatigue);
    const asked = page.waitForResponse("**/api/amas/intervention");
    // Each word is missed once, so from the seventh answer on no new word comes in between.
    const met = new Set<string>();
    const knows = (text: string) => met.has(text) || !met.add(text);
    const vocabulary = await vocabularyOf(service, STARTER_BOOK);
    await answerAll(page, vocabulary, knows, 10);
    await (await asked).finished();
    const suggestion = page.getByRole("heading", { name: "Time for a short break?" });
    const recall = page.getByRole("button", { name: "Show the meaning" });
    // The reply may arrive a moment after the next card appears.
    for (let answers = 10; !(await suggestion.isVisible()); answers += 1) {
      expect(answers).toBeLessThan(2 * words);
      await answerAll(page, vocabulary, knows, 1);
      await suggestion.or(recall).waitFor();
    }
    expect(await recall.count()).toBe(0);
    expect(await axeOfContent(page)).toEqual([]);
    await page.keyboard.press("Space");
    await recall.waitFor();
    expect(await suggestion.count()).toBe(0);
  });

  it("undoes answers, also on the summary, and explains when a word returns", async () => {
    const learner = await studying(service, desktop, recognizing);
    visits.push(learner);
    const { page, id, records } = learner;
    const press = byKeys(page);
    const meanings = await study(learner, press, { answers: 1, isMissed: () => true });
    await page.keyboard.press("z");
    await page.locator(openOption).first().waitFor();
    await study(learner, press, { meanings });
    await page.getByText("8 of 8 correct.").waitFor();
    await page.keyboard.press("z");
    await revealing(page).waitFor();
    await study(learner, press, { meanings, answers: 1 });
    await page.getByText("8 of 8 correct.").waitFor();
    await page.getByRole("link", { name: "That’s enough for now" }).click();
    await expect.poll(async () => (await records()).length).toBe(ANSWERS);
    const heard = (await records()).every(({ isCorrect }) => isCorrect);
    expect(heard, "the service never hears of what was taken back").toBe(true);
    // An open app would renew its sign-in as time jumps, and must not be left halfway.
    await page.goto("/api/health");
    service.advance(6 * DAY_MS);
    // The outcome of an answer may come as an event.
    const isStream = (reply: Response) => reply.url().includes("/realtime/events") && reply.ok();
    const stream = page.waitForResponse(isStream);
    await page.goto("/study");
    await stream;
    await study(learner, press, { meanings, answers: 2 });
    // On the feedback of its own word; no other card shows it.
    const word = await page.locator("h1 [lang=en]").innerText();
    const line = page.getByText(
      /^Next review of .*: .* \(remembered after 6 days; (mastered|reviewing|still learning)\)\./,
    );
    await line.first().waitFor();
    expect(await line.first().innerText()).toMatch(new RegExp(`^Next review of “${word}”: `));
    await press("go-on");
    await page.locator("h1 [lang=en]", { hasText: word }).waitFor({ state: "detached" });
    // The margin follows the card a moment later.
    await line.waitFor({ state: "detached" });
    const { clientRecordId } = (await records()).at(-1) ?? {};
    service.app.deps.events.toUser(id, {
      type: "record_failed",
      clientRecordId: clientRecordId ?? "",
      code: "INTERNAL",
    });
    // Answers that could not be applied are reported, too.
    await page.getByText(/^The server couldn’t count your answer for \w+\./).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText(/^The server couldn’t count/).waitFor({ state: "detached" });
  });

  it("takes the latest answer back on the summary, without a word of being offline", async () => {
    const learner = await studying(service, desktop, { kinds: ["recall"], words: 1 });
    visits.push(learner);
    const { page } = learner;
    const recall = page.getByRole("button", { name: "Show the meaning" });
    await throughNewWords(page, recall);
    for (let answers = 0; answers < 2; answers += 1) {
      await recall.waitFor();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Got it" }).click();
    }
    await page.getByText("2 of 2 correct.").waitFor();
    await page.evaluate(() => {
      const seen = () => document.body.innerText.includes("You’re offline");
      new MutationObserver(() => seen() && (document.title = "offline")).observe(document.body, {
        childList: true,
        subtree: true,
      });
    });
    await page.keyboard.press("z");
    await recall.waitFor();
    expect(await page.title()).not.toBe("offline");
  });
});

/** Each test acts on an unasked word and leaves the session as it was. */
describe("studying, at the first word,", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await newLearner(service, desktop);
    await chooseStarterBook(learner);
  });
  handOnAfterAll(() => [learner]);

  it("requests one token and the words once, and postpones what no question needs", async () => {
    const { page } = learner;
    const heard: string[] = [];
    const note = (what: string, url: string) => {
      const { pathname } = new URL(url);
      if (pathname.startsWith("/api/")) heard.push(`${what} ${pathname}`);
    };
    const askedFor = (request: Request) => note("asked", request.url());
    const repliedTo = (reply: Response) => note(String(reply.status()), reply.url());
    page.on("request", askedFor).on("response", repliedTo);
    const rest = page.waitForRequest(/\/api\/(status|realtime\/events)/);
    await page.goto("/study");
    await anyCard(page).waitFor();
    await rest;
    const before = heard.slice(
      0,
      heard.findIndex((line) => /status|realtime/.test(line)),
    );
    expect(before.filter((line) => /auth|kit/.test(line))).toEqual([
      "asked /api/auth/refresh",
      "200 /api/auth/refresh",
      "asked /api/study/kit",
      "200 /api/study/kit",
    ]);
    expect(before.filter((line) => line.startsWith("401"))).toEqual([]);
    page.off("request", askedFor).off("response", repliedTo);
  });

  it("adds the word to one of the learner's books, and lists the keys", async () => {
    const { page, faults, ask } = learner;
    const word = await page.locator("h1 [lang=en]").innerText();
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Mine");
    expect(await axe(page, "dialog")).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Added 1 word to Mine.").first().waitFor();
    const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/user");
    const { data } = await ask<{ data: { text: string }[] }>(
      "GET",
      `/api/wordbooks/${book?.id}/words`,
    );
    expect(data.map(({ text }) => text)).toEqual([word]);
    await page.keyboard.press("?");
    await dialog.getByText("While studying").waitFor();
    expect(await axe(page, "dialog")).toEqual([]);
    // The dialog captures the keys: Esc closes it without leaving the session.
    await page.keyboard.press("k");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("h1 [lang=en]", { hasText: word }).waitFor();
    expect(faults).toEqual([]);
  });

  it("runs in one tab at a time, and the second one can take over", async () => {
    const { page: second } = await inPageOfItsOwn(learner);
    await second.goto("/study");
    await second.getByRole("button", { name: "Continue here" }).click();
    await second.getByText("New word").waitFor();
    await learner.page.getByText("You’re studying in another tab").waitFor();
    await second.close();
    await learner.page.getByRole("button", { name: "Continue here" }).click();
    await learner.page.getByText("New word").waitFor();
  });

  it("restores a word that was put aside, and only that", async () => {
    const { page, faults, ask, id } = learner;
    const first = await page.locator("h1 [lang=en]").innerText();
    await page.keyboard.press("k");
    await page.getByText(`Marked “${first}” as known.`).first().waitFor();
    await page.keyboard.press("z");
    await page.locator("h1 [lang=en]", { hasText: first }).waitFor();
    await page.getByText("0 of 4").waitFor();
    // From here on it cannot be undone.
    await page.keyboard.press("k");
    await page.getByText("1 of 4").waitFor();
    await page.keyboard.press("Escape");
    const known = async () =>
      (await ask<{ mastered: number }>("GET", "/api/study-config/progress")).mastered;
    await expect.poll(known).toBe(1);
    const acts = await service.app.deps.database
      .selectFrom("word_states")
      .where("user_id", "=", id)
      .select("state")
      .execute();
    expect(acts).toEqual([{ state: "mastered" }]);
    expect(faults).toEqual([]);
  });
});

/** Runs in the page: presses Space as soon as a question appears. */
function revealAtFirstSight(): void {
  const observer = new MutationObserver(() => {
    const isAsked = document.querySelector("main")?.innerText.includes("Show the meaning");
    if (isAsked !== true) return;
    observer.disconnect();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true, cancelable: true }),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. @returns all buttons that appeared before the session ended */
async function buttonsShown(): Promise<string> {
  const seen = new Set<string>();
  return new Promise((resolve) => {
    const look = () => {
      for (const button of document.querySelectorAll("main button")) seen.add(button.innerHTML);
      if (location.pathname !== "/study/done") return;
      observer.disconnect();
      resolve([...seen].join());
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });
}
