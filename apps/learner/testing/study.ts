import type { Locator, Page } from "playwright-core";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import type { View } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import { questionKinds, type QuestionKind } from "../src/features/app-settings/app-settings.ts";
import { nextCard, type Card } from "./study-cards.ts";

/** Name of the first starter book. */
export const STARTER_BOOK = "English: first 1,000 words";

/** New words per day of a learner who studies. */
export const WORDS = 4;
/** Answers until a session of {@link WORDS} new words is over, if all are right: two a word. */
export const ANSWERS = 2 * WORDS;
export const recognizing = { kinds: ["word-to-meaning"] } as const;

interface Plan {
  /** New words per day. */
  readonly words?: number;
  /** Kinds of questions; default: those of a new account. */
  readonly kinds?: readonly QuestionKind[];
}

/** A learner with a starter book, at the introduction of the first new word. */
export async function studying(
  service: TestService,
  view: View,
  plan: Plan = {},
): Promise<Learner> {
  const learner = await newLearner(service, view);
  await chooseStarterBook(learner, plan);
  await openWithSettings(learner.page, "/study");
  await learner.page.getByText("New word").waitFor();
  return learner;
}

/**
 * Opens the first screen of a visit, and waits until the browser keeps the account's settings: the
 * app loads them after the words, and they decide what is asked.
 */
export async function openWithSettings(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((name) => name.startsWith("wordloom.settings-")),
  );
}

/** Sets the learner's plan, with the first starter book. */
export async function chooseStarterBook(
  { ask }: Learner,
  { words = WORDS, kinds = [] }: Plan = {},
): Promise<void> {
  const books = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const selectedWordbookIds = [books[0]?.id];
  await ask("PUT", "/api/study-config", { selectedWordbookIds, dailyWordCount: words });
  if (kinds.length > 0) await chooseKinds(ask, kinds);
}

/** Sets the learner's plan: one word of their own, in a list of its own. */
export async function chooseOwnWord(
  { ask }: Pick<Learner, "ask">,
  word: { readonly text: string; readonly meaning: string; readonly [field: string]: unknown },
  kinds: readonly QuestionKind[],
): Promise<void> {
  const book = await ask<{ id: string }>("POST", "/api/wordbooks", { name: word.text });
  const languages = { language: "en", meaningLanguage: "en" };
  await ask("POST", "/api/own-words", { ...languages, ...word, wordbookId: book.id });
  await ask("PUT", "/api/study-config", { selectedWordbookIds: [book.id], dailyWordCount: 1 });
  await chooseKinds(ask, kinds);
}

async function chooseKinds(ask: Learner["ask"], kinds: readonly QuestionKind[]): Promise<void> {
  const chosen = Object.fromEntries(questionKinds.map((kind) => [kind, kinds.includes(kind)]));
  await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings: { kinds: chosen } });
}

/**
 * Misses the first words of the first book, then recalls each of them, without the app. A word
 * recalled quickly at the first try would not be at risk for months.
 * @returns ids of the words
 */
export async function missAndRecall(
  { ask }: Learner,
  count: number,
  nowMs: number,
): Promise<readonly string[]> {
  const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const path = `/api/wordbooks/${book?.id}/words?perPage=${count}`;
  const { data: words } = await ask<{ data: { id: string }[] }>("GET", path);
  const answers = [false, true].flatMap((isCorrect, round) =>
    words.map(({ id }, at) => ({
      clientRecordId: `${isCorrect}-${at}`,
      wordId: id,
      isCorrect,
      responseTimeMs: 2_000,
      answeredAt: new Date(nowMs + (round * count + at) * 1_000).toISOString(),
      questionMode: "word-to-meaning",
    })),
  );
  const sentAt = new Date(nowMs + answers.length * 1_000).toISOString();
  await ask("POST", "/api/study/answers", { sentAt, answers });
  return words.map(({ id }) => id);
}

export const openOption = "ol button:enabled";
const answeredOption = "ol button:disabled";

/** A press that goes on or reveals a meaning, grades a recalled one, or chooses an option. */
export type Press = (what: "go-on" | "recalled" | "forgotten" | number) => Promise<void>;

const digits = { forgotten: "1", recalled: "2" } as const;

export const byKeys =
  (page: Page): Press =>
  (what) => {
    if (what === "go-on") return page.keyboard.press("Space");
    return page.keyboard.press(typeof what === "number" ? String(what + 1) : digits[what]);
  };

const buttons = {
  "go-on": /^(Next|Continue|Show the meaning)$/,
  forgotten: /^Forgot$/,
  recalled: /^Got it$/,
} as const;

export const byTouch =
  (page: Page): Press =>
  (what) =>
    typeof what === "number"
      ? page.locator(openOption).nth(what).tap()
      : page.getByRole("button", { name: buttons[what] }).tap();

const graded = (page: Page) => page.getByRole("button", { name: /^Got it/ });

/** Reveals the meaning of a recalled word and grades it; what follows comes without feedback. */
async function recall(page: Page, press: Press, isMissed = false): Promise<void> {
  await press("go-on");
  await graded(page).waitFor();
  await press(isMissed ? "forgotten" : "recalled");
  // The next question may be about the same word.
  await graded(page).waitFor({ state: "detached" });
}

const summary = (page: Page) => page.getByRole("heading", { name: /firmer|hard round/ });

/** Any screen of a session: a question, one with a button to continue, the summary. */
export function anyCard(page: Page): Locator {
  const next = page.getByRole("button", { name: /^(Next|Show the meaning)/ });
  // The engine suggests a break to slow learners, such as tests on a busy machine.
  const suggested = page.getByRole("button", { name: "Continue", exact: true });
  return page.locator(openOption).or(next).or(suggested).or(summary(page)).first();
}

/**
 * Continues until `answers` questions were answered, or to the end of the session.
 * @param isMissed whether the n-th question (from 0) is answered wrong
 * @returns meanings of the words that were introduced
 */
export async function study(
  { page }: Pick<Learner, "page">,
  press: Press,
  {
    answers = Infinity,
    isMissed = (_: number): boolean => false,
    meanings = new Map<string, string>(),
  } = {},
) {
  let before: Card | undefined;
  for (let count = 0; count < answers;) {
    const card = await nextCard(page, before);
    const { kind, word, meaning, options } = card;
    if (kind === "summary") return meanings;
    if (kind === "question") {
      const right = positionOf(meanings.get(word) ?? "", options);
      await press(isMissed(count) ? (right + 1) % 4 : right);
      count += 1;
      if (count === answers) await page.locator(answeredOption).first().waitFor();
    } else if (kind === "recall") {
      await recall(page, press, isMissed(count));
      count += 1;
    } else {
      if (kind === "introduction") meanings.set(word, meaning);
      await press("go-on");
    }
    before = kind === "recall" ? undefined : card;
  }
  return meanings;
}

/** Position of a meaning among options, which may leave out labels of parts of speech. */
export function positionOf(meaning: string, options: readonly string[]): number {
  const bare = (text: string) => text.replace(/\b(?:n|v|adj|adv|prep|pron|conj|det)\.\s*/g, "");
  return options.findIndex((option) => bare(option) === bare(meaning));
}

/** Chooses the first option of each question, right or wrong, and continues when asked. */
export async function answerAny(page: Page, press: Press, answers: number): Promise<void> {
  let card = await nextCard(page);
  for (let count = 0; count < answers;) {
    const { kind } = card;
    if (kind === "recall") await recall(page, press);
    else await press(kind === "question" ? 0 : "go-on");
    if (kind === "question" || kind === "recall") count += 1;
    card = await nextCard(page, kind === "recall" ? undefined : card);
  }
}
