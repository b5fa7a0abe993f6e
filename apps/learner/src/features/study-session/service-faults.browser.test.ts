import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
afterEach(() => service.app.deps.maintenance.set(false));
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

/** Calls by which answers reach the service. */
const TAKES_ANSWERS = /\/api\/(records|study\/answers)$/;

describe("the service, in the middle of a session,", () => {
  it("is worked on: study goes on, other screens say so and come back by themselves", async () => {
    const learner = await studying();
    const { page, faults } = learner;
    await answer(page, 1);
    service.app.deps.maintenance.set(true);
    await page.getByText("Your answers are kept and sent when it is back.").waitFor();
    await answer(page, 2);
    await page.getByText(/answers? waits? here/).waitFor();
    await page.keyboard.press("Escape");
    const closed = page.getByRole("heading", { name: "The service is being worked on." });
    await closed.waitFor();
    expect(await learner.account.answers()).toHaveLength(0);
    service.app.deps.maintenance.set(false);
    await closed.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Go on" }).click();
    await allArrived(learner);
    expect(faults).toEqual([]);
    await learner.close();
  });

  it("is stopped and started again", async () => {
    const learner = await studying();
    const { page, faults } = learner;
    await answer(page, 2);
    await service.stop();
    await answer(page, 2);
    await page.getByText("You are offline. Go on learning; your answers are kept").waitFor();
    await service.start();
    await allArrived(learner);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await learner.close();
  });

  it("takes an answer, and its reply is lost in a fault", async () => {
    const learner = await studying();
    const { page, faults } = learner;
    let isFailing = true;
    await page.route(TAKES_ANSWERS, async (route: Route) => {
      if (!isFailing || route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.fulfill({ status: 500, json: fault("INTERNAL_ERROR") });
    });
    await answer(page, 2);
    await page.getByText("The service has a problem. Your answers are kept").waitFor();
    await expect.poll(async () => (await learner.account.answers()).length).toBe(1);
    isFailing = false;
    await allArrived(learner);
    expect(faults).toEqual([]);
    await learner.close();
  });
});

const fault = (code: string) => ({ success: false, code, message: "A fault.", traceId: "t" });

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
