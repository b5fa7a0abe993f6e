import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerAll } from "../../../testing/answerer.ts";
import { openContext, openPage } from "../../../testing/browser.ts";
import { openService, type TestService } from "../../../testing/service.ts";
import { studyAccount, type StudyAccount } from "../../../testing/study-account.ts";

const WORDS = [
  ["reluctant", "unwilling"],
  ["relevant", "to the point"],
  ["eager", "keen"],
  ["brief", "short"],
  ["vast", "very large"],
  ["calm", "quiet"],
] as const;
const vocabulary = {
  meaningOf: new Map<string, string>(WORDS),
  textOf: new Map<string, string>(WORDS.map(([text, meaning]) => [meaning, text])),
};

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(() => service.close());

interface Studying {
  readonly account: StudyAccount;
  readonly page: Page;
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

/** A learner at the first question; `broken` runs in the page before the app. */
async function studying(broken?: () => void): Promise<Studying> {
  const account = await studyAccount(service, WORDS);
  const context = await openContext(service.url);
  if (broken !== undefined) await context.addInitScript(broken);
  const { page, faults } = await openPage(context);
  await page.goto("/sign-in?next=/study");
  await enter(page, account);
  await page.getByText("A new word").waitFor();
  return { account, page, faults, close: () => context.close() };
}

async function enter(page: Page, { email, password }: StudyAccount): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const answer = (page: Page, count: number) => answerAll(page, vocabulary, () => true, count);

/** As if the learner looked at another app: the last answer is not held back any longer. */
const lookAway = (page: Page) => page.evaluate(() => dispatchEvent(new Event("pagehide")));

/** All words were answered once, and the service has each answer once. */
async function allArrived({ account, page }: Studying): Promise<void> {
  await answer(page, Infinity);
  await lookAway(page);
  const stored = () => account.answers();
  await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(WORDS.length);
  const ids = new Set((await stored()).map(({ clientRecordId }) => clientRecordId));
  const words = new Set((await stored()).map(({ wordId }) => wordId));
  expect([ids.size, words.size]).toEqual([WORDS.length, WORDS.length]);
}

describe("the browser", () => {
  it("has no room left in the middle of a session: it says so, and nothing is lost", async () => {
    const learner = await studying();
    const { page, faults } = learner;
    await answer(page, 2);
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    });
    await answer(page, 2);
    await page.getByText("This browser keeps nothing: answers that are not").waitFor();
    await allArrived(learner);
    expect(faults).toEqual([]);
    await learner.close();
  });
});
