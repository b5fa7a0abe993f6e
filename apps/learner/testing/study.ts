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
  const settings = learner.page.waitForResponse("**/api/users/me/app-settings");
  await learner.page.goto("/study");
  await settings;
  await learner.page.getByText("New word").waitFor();
  return learner;
}

/** Sets the learner's plan, with the first starter book. */
export async function chooseStarterBook(
  { ask }: Learner,
  { words = WORDS, kinds = [] }: Plan = {},
): Promise<void> {
  const books = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const selectedWordbookIds = [books[0]?.id];
  await ask("PUT", "/api/study-config", { selectedWordbookIds, dailyWordCount: words });
  if (kinds.length === 0) return;
  const chosen = Object.fromEntries(questionKinds.map((kind) => [kind, kinds.includes(kind)]));
  const settings = { kinds: chosen };
  await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings });
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

export type Press = (what: "go-on" | number) => Promise<void>;

export const byKeys =
  (page: Page): Press =>
  (what) =>
    page.keyboard.press(what === "go-on" ? "Space" : String(what + 1));

export const byTouch =
  (page: Page): Press =>
  (what) =>
    what === "go-on"
      ? page.getByRole("button", { name: /^(Next|Go on)$/ }).tap()
      : page.locator(openOption).nth(what).tap();

const summary = (page: Page) => page.getByRole("heading", { name: /firmer|hard round/ });

/** Any screen of a session: a question, one with a button to continue, the summary. */
export function anyCard(page: Page): Locator {
  const next = page.getByRole("button", { name: "Next" });
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
    } else {
      if (kind === "introduction") meanings.set(word, meaning);
      await press("go-on");
    }
    before = card;
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
    await press(card.kind === "question" ? 0 : "go-on");
    if (card.kind === "question") count += 1;
    card = await nextCard(page, card);
  }
}
