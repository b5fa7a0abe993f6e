import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { banLearner } from "../../../../../packages/server/src/features/administration/learners/learner-bans.service.ts";
import { someAdmin } from "../../../../../packages/server/src/testing/some-admin.ts";
import { transact } from "../../../../../packages/server/src/platform/database/transaction.ts";
import {
  PASSWORD,
  STARTER_BOOK,
  anyCard,
  byKeys,
  chooseStarterBook,
  newLearner,
  recognising,
  study,
  studying,
  type Learner,
} from "../../../testing/learners.ts";
import { answerAll, vocabularyOf } from "../../../testing/answerer.ts";
import { axe, goTo } from "../../../testing/browser.ts";
import { refuseStorage } from "../../../testing/refused-storage.ts";
import { openService, type TestService } from "../../../testing/service.ts";

let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService();
});
afterEach(async ({ task }) => {
  service.app.deps.maintenance.set(false);
  if (task.result?.state === "fail") await learner.context.close();
  else if (!learner.page.isClosed()) await learner.leave();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const desk = { width: 1280, height: 800 };

const WORDS = 4;
const plan = { ...recognising, words: WORDS };

async function begin(): Promise<void> {
  learner = await studying(service, desk, plan);
}

/** All answers of a session are in the database, each of them once. */
async function isComplete(count = WORDS): Promise<void> {
  const stored = async () => (await learner.records()).length;
  await expect.poll(stored).toBe(count);
  const records = await learner.records();
  expect(new Set(records.map(({ clientRecordId }) => clientRecordId)).size).toBe(count);
  expect(new Set(records.map(({ wordId }) => wordId)).size).toBe(count);
}

/** Studies what is left, and lets the last answer go. */
async function finish(meanings: Map<string, string>): Promise<void> {
  await study(learner, byKeys(learner.page), { meanings });
  await learner.page.getByRole("link", { name: "Enough for now" }).click();
}

const answer = (answers: number, meanings?: Map<string, string>) =>
  study(learner, byKeys(learner.page), { answers, ...(meanings && { meanings }) });

/** Lets the newest answer go, as five seconds would. */
const release = () =>
  learner.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  });

const says = (text: string | RegExp) => learner.page.getByText(text).first().waitFor();
const saysNoMore = (text: string | RegExp) =>
  learner.page.getByText(text).first().waitFor({ state: "detached" });

describe("in the middle of a session", () => {
  it("maintenance leaves the questions, and a screen of its own stands elsewhere", async () => {
    await begin();
    const { page, faults } = learner;
    const meanings = await answer(1);
    service.app.deps.maintenance.set(true);
    await says("The service is being worked on. Your answers are kept");
    await answer(1, meanings);
    await release();
    await says("2 answers wait here.");
    await page.keyboard.press("Escape");
    await page
      .getByRole("heading", { level: 1, name: "The service is being worked on." })
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole("link", { name: "Go on learning" }).click();
    await answer(1, meanings);
    await page.goto("/words");
    await page
      .getByRole("heading", { level: 1, name: "The service is being worked on." })
      .waitFor();
    service.app.deps.maintenance.set(false);
    await page.getByRole("heading", { level: 1, name: "Words" }).waitFor();
    await page.getByRole("link", { name: "able", exact: true }).first().waitFor();
    await goTo(page, "/study");
    await finish(meanings);
    await isComplete();
    expect(faults).toEqual([]);
  });

  it("maintenance stops no one who says how it went; what was missed comes back", async () => {
    learner = await studying(service, desk, { kinds: ["recall"], words: 2 });
    const { page, records } = learner;
    const vocabulary = await vocabularyOf(service, STARTER_BOOK);
    const missed = new Set<string>();
    // The first one is not known when it is asked first.
    const knows = (text: string) => missed.size > 0 || !missed.add(text);
    service.app.deps.maintenance.set(true);
    const before = await answerAll(page, vocabulary, knows, 2);
    await release();
    // Both are stored.
    await says("2 answers wait here.");
    await page.goto("/study");
    service.app.deps.maintenance.set(false);
    const after = await answerAll(page, vocabulary, knows);
    const answers = [...before.answers, ...after.answers];
    await release();
    expect(answers.map(({ isCorrect }) => isCorrect)).toEqual([false, true, true]);
    await expect.poll(async () => (await records()).length).toBe(3);
    expect((await records()).map(({ isCorrect }) => isCorrect)).toEqual([false, true, true]);
  });

  it("a service that is killed and comes back has every answer once", async () => {
    await begin();
    const meanings = await answer(2);
    await service.stop();
    await answer(1, meanings);
    await release();
    await says("You are offline. Go on learning");
    await service.start();
    await learner.page.evaluate(() => dispatchEvent(new Event("online")));
    await saysNoMore("You are offline. Go on learning");
    await finish(meanings);
    await isComplete();
  });

  it("what a gap in the stream has swallowed is there when it is back", async () => {
    learner = await newLearner(service, desk);
    const { page, ask, id } = learner;
    await page.goto("/books");
    await page.getByText("No book of your own yet").waitFor();
    const device = await page.evaluate(() => localStorage.getItem("wordloom.device"));
    const deviceId = JSON.parse(device ?? "") as string;
    // A stream that has told of something knows afterwards that it missed something.
    const { events } = service.app.deps;
    await expect.poll(() => events.isOnline(id, deviceId)).toBe(true);
    events.toDevice(id, deviceId, { type: "unbanned" });
    await ask("POST", "/api/wordbooks", { name: "Of another device" });
    await service.stop();
    await service.start();
    await page.getByRole("link", { name: "Of another device" }).waitFor();
  });

  it("a sign-in that expires is renewed unseen", async () => {
    await begin();
    const meanings = await answer(1);
    service.advance(2 * HOUR_MS);
    await answer(2, meanings);
    await finish(meanings);
    await isComplete();
  });

  it("a sign-in that has ended says so; the answers go out after the next", async () => {
    await begin();
    const { page, id, email } = learner;
    const meanings = await answer(2);
    const { database, sessions } = service.app.deps;
    await transact(database, (tx) => sessions.endAllOf(tx, "learner", id));
    sessions.forget(id);
    await release();
    await page.waitForURL("**/welcome**");
    await says("You were signed out.");
    await page.getByRole("link", { name: "I have an account" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/study");
    await finish(meanings);
    await isComplete();
  });

  it("a ban ends it at once, in words", async () => {
    await begin();
    const { page, id, email, records } = learner;
    await answer(2);
    await release();
    await expect.poll(async () => (await records()).length).toBe(2);
    await banLearner(service.app.deps, { by: someAdmin, userId: id });
    await page.waitForURL("**/welcome**");
    await says("This account is locked by the operator of this service.");
    await page.getByRole("link", { name: "I have an account" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await says("This account is locked. Ask the operator of this service.");
    expect((await records()).length).toBe(2);
  });

  it.each([
    { status: 500, said: "The service has a problem. Your answers are kept" },
    { status: 429, said: undefined },
  ])("$status refuses for a while; what waits goes out then", async ({ status, said }) => {
    await begin();
    const { page } = learner;
    const meanings = await answer(1);
    const code = status === 500 ? "INTERNAL" : "RATE_LIMITED";
    const body = { success: false, code, message: "no", traceId: "t" };
    let refusals = 0;
    await page.route(/\/api\/(records|study\/answers)$/, (route) => {
      refusals += 1;
      return route.fulfill({ status, json: body, headers: { "retry-after": "1" } });
    });
    await answer(2, meanings);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    if (said !== undefined) await says(said);
    await page.unroute(/\/api\/(records|study\/answers)$/);
    await finish(meanings);
    await isComplete();
  });

  it("slow replies stop nobody, and nothing is sent again because of them", async () => {
    await begin();
    const { page } = learner;
    const slow = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(/\/api\/(records|study\/answers)$/, async (route) => {
      asked += 1;
      const reply = await route.fetch();
      await slow.promise;
      await route.fulfill({ response: reply });
    });
    const meanings = await answer(3);
    // The first answer is with the service, which has not replied yet; the second waits for that.
    await expect.poll(() => asked).toBe(1);
    slow.resolve();
    await finish(meanings);
    await isComplete();
    // The reply to the last answer may still be on its way to the page.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it.each([-1, 1])("a clock that is %i day off changes neither words nor times", async (days) => {
    const before = service.app.deps.clock.nowMs();
    await begin();
    const { page, context, records } = learner;
    const meanings = await answer(1);
    await release();
    await expect.poll(async () => (await records()).length).toBe(1);
    await context.clock.install({ time: Date.now() + days * DAY_MS });
    await page.goto("/study");
    await anyCard(page).waitFor();
    // The session goes on: it is not a day old.
    await says("1 of 4");
    await answer(2, meanings);
    await finish(meanings);
    await isComplete();
    const after = service.app.deps.clock.nowMs();
    for (const { createdAtMs } of await records()) {
      expect(createdAtMs).toBeGreaterThan(before - 60_000);
      expect(createdAtMs).toBeLessThanOrEqual(after);
    }
    await goTo(page, "/");
    await says("Nothing is due now.");
    await context.close();
  });

  it("a browser that has no room left says so, and nothing is lost", async () => {
    await begin();
    const { page, faults } = learner;
    const meanings = await answer(1);
    await page.evaluate(fillStorage);
    await answer(1, meanings);
    await says("This browser keeps nothing: answers that are not");
    await finish(meanings);
    await isComplete();
    expect(faults).toEqual([]);
  });

  it.each(["refused", "full"] as const)(
    "a browser whose storage is %s keeps the answers as long as the page, and says so",
    async (fate) => {
      learner = await newLearner(service, desk);
      await chooseStarterBook(learner, plan);
      const { page, context, faults } = learner;
      await context.addInitScript(fate === "refused" ? refuseStorage : fillStorage);
      await page.goto("/study");
      await says("A new word");
      const meanings = await answer(1);
      await says("This browser keeps nothing:");
      await context.setOffline(true);
      await answer(2, meanings);
      await release();
      await says("You are offline. Go on learning");
      await context.setOffline(false);
      await finish(meanings);
      await isComplete();
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

/** Runs in the page: there is no room for anything. */
function fillStorage(): void {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  Object.defineProperty(IDBObjectStore.prototype, "put", { value: refuse });
  Object.defineProperty(Storage.prototype, "setItem", { value: refuse });
}
