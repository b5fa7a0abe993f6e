import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { banLearner } from "@wordloom/server/features/administration/learners/learner-bans.service";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { transact } from "@wordloom/server/platform/database/transaction";
import {
  PASSWORD,
  inPageOfItsOwn,
  newLearner,
  type Learner,
} from "@wordloom/testing/browser/learners";
import {
  STARTER_BOOK,
  ANSWERS,
  anyCard,
  byKeys,
  chooseStarterBook,
  recognizing,
  study,
  studying,
} from "../../../testing/study.ts";
import { onceStored } from "../../../testing/study-cards.ts";
import { answerAll, vocabularyOf } from "@wordloom/testing/browser/answerer";
import { axe } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { handOn } from "@wordloom/testing/browser/visits-of-tests";
import { refuseStorage } from "../../../testing/refused-storage.ts";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
/** Whether the next test continues the learner's session. */
let goesOn = false;
let meanings = new Map<string, string>();
/** Number of answers given in the session. */
let given = 0;
beforeAll(async () => {
  service = await openService();
});
afterEach(async (test) => {
  service.app.deps.maintenance.set(false);
  if (test.task.result?.state === "fail") goesOn = false;
  if (!goesOn && !learner.page.isClosed()) await handOn(test, [learner]);
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const desktop = { width: 1280, height: 800 };

/** More words than the tests that share a session answer. */
const longPlan = { ...recognizing, words: 40 };

/** Continues the previous test's session if all of it was delivered; otherwise starts a new one. */
async function begin(): Promise<void> {
  if (goesOn) return;
  await beginAs(() => studying(service, desktop, longPlan));
  goesOn = true;
}

/** Starts with another learner. */
async function beginAs(another: () => Promise<Learner>): Promise<void> {
  if (goesOn) await learner.leave();
  goesOn = false;
  learner = await another();
  meanings = new Map();
  given = 0;
}

/** Checks that the database has all answers of a session, each once. */
async function isComplete(): Promise<void> {
  const stored = async () => (await learner.records()).length;
  await expect.poll(stored).toBe(given);
  const records = await learner.records();
  expect(new Set(records.map(({ clientRecordId }) => clientRecordId)).size).toBe(given);
}

async function answer(answers: number): Promise<void> {
  await study(learner, byKeys(learner.page), { answers, meanings });
  given += answers;
}

/** Answers again and releases the answer. */
async function goOn(): Promise<void> {
  await answer(1);
  await release();
}

/** Finishes a short session and releases the last answer. */
async function finish(): Promise<void> {
  await study(learner, byKeys(learner.page), { meanings });
  given = ANSWERS;
  await learner.page.getByRole("link", { name: "That’s enough for now" }).click();
}

/** Releases the newest answer, as five seconds would. */
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
  it("maintenance leaves the questions alone, and other screens show a notice", async () => {
    await begin();
    const { page, faults } = learner;
    await answer(1);
    service.app.deps.maintenance.set(true);
    await says("Down for maintenance. Your answers are saved");
    await answer(1);
    await release();
    await says("2 answers waiting to be sent.");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { level: 1, name: "Down for maintenance" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole("link", { name: "Keep learning" }).click();
    await answer(1);
    await onceStored(page);
    await page.goto("/words");
    await page.getByRole("heading", { level: 1, name: "Down for maintenance" }).waitFor();
    service.app.deps.maintenance.set(false);
    await page.getByRole("heading", { level: 1, name: "Words" }).waitFor();
    await page.getByRole("link", { name: "hello", exact: true }).first().waitFor();
    await goTo(page, "/study");
    await goOn();
    await isComplete();
    expect(faults).toEqual([]);
  });

  it("a service that is killed and returns has every answer once", async () => {
    await begin();
    await answer(2);
    await service.stop();
    await answer(1);
    await release();
    await says("You’re offline. Keep learning");
    await service.start();
    await learner.page.evaluate(() => dispatchEvent(new Event("online")));
    await saysNoMore("You’re offline. Keep learning");
    await goOn();
    await isComplete();
  });

  it("data lost in a gap of the stream appears when the stream returns", async () => {
    await begin();
    const { page, ask, id } = learner;
    await goTo(page, "/books");
    await page.getByText("You have no lists yet").waitFor();
    const device = await page.evaluate(() => localStorage.getItem("wordloom.device"));
    const deviceId = JSON.parse(device ?? "") as string;
    // Only a stream that has delivered an event can notice later that it missed some.
    const { events } = service.app.deps;
    await expect.poll(() => events.isOnline(id, deviceId)).toBe(true);
    events.toDevice(id, deviceId, { type: "unbanned" });
    await ask("POST", "/api/wordbooks", { name: "Of another device" });
    await service.stop();
    await service.start();
    await page.getByRole("link", { name: "Of another device" }).waitFor();
    await goTo(page, "/study");
  });

  it("an expired sign-in is renewed unnoticed", async () => {
    await begin();
    await answer(1);
    service.advance(2 * HOUR_MS);
    await answer(2);
    await goOn();
    await isComplete();
  });

  it("a sign-in that has ended shows so, and answers are sent after the next one", async () => {
    await begin();
    const { page, id, email } = learner;
    await answer(2);
    const { database, sessions } = service.app.deps;
    await transact(database, (tx) => sessions.endAllOf(tx, "learner", id));
    sessions.forget(id);
    await release();
    await page.waitForURL("**/welcome**");
    await says("You’ve been signed out.");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/study");
    await goOn();
    await isComplete();
  });

  it("a ban ends the sign-in at once, with a message", async () => {
    await begin();
    const { page, id, email, records } = learner;
    await answer(2);
    await release();
    await expect.poll(async () => (await records()).length).toBe(given);
    await banLearner(service.app.deps, { by: someAdmin, userId: id });
    await page.waitForURL("**/welcome**");
    await says("This account has been locked by the administrator.");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await says("This account is locked. Contact your administrator.");
    expect((await records()).length).toBe(given);
    goesOn = false;
  });

  it.each([
    { status: 500, said: "Something’s wrong on the server. Your answers are saved" },
    { status: 429, said: undefined },
  ])("$status refuses for a while, and answers are sent later", async ({ status, said }) => {
    await begin();
    const { page } = learner;
    await answer(1);
    const code = status === 500 ? "INTERNAL" : "RATE_LIMITED";
    const body = { success: false, code, message: "no", traceId: "t" };
    let refusals = 0;
    await page.route(/\/api\/(records|study\/answers)$/, (route) => {
      refusals += 1;
      return route.fulfill({ status, json: body, headers: { "retry-after": "1" } });
    });
    await answer(2);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    if (said !== undefined) await says(said);
    await page.unroute(/\/api\/(records|study\/answers)$/);
    await goOn();
    await isComplete();
  });

  it("slow replies block nobody, and cause no resending", async () => {
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
    await answer(3);
    // The service has the first answer but has not replied yet; the second waits for the reply.
    await expect.poll(() => asked).toBe(1);
    slow.resolve();
    await goOn();
    await isComplete();
    // The reply to the last answer may still be in transit.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("a full browser shows a notice and loses nothing", async () => {
    await begin();
    const { page, faults } = learner;
    await answer(1);
    await page.evaluate(fillStorage);
    await answer(1);
    await says("This browser can’t save data. Unsent answers");
    await goOn();
    await isComplete();
    expect(faults).toEqual([]);
    goesOn = false;
  });

  it("maintenance does not stop a graded recall, and missed words come back", async () => {
    await beginAs(() => studying(service, desktop, { kinds: ["recall"], words: 2 }));
    const { page, records } = learner;
    const vocabulary = await vocabularyOf(service, STARTER_BOOK);
    const missed = new Set<string>();
    // Each word is missed when it is first asked.
    const knows = (text: string) => missed.size > 0 || !missed.add(text);
    service.app.deps.maintenance.set(true);
    const before = await answerAll(page, vocabulary, knows, 2);
    await release();
    // Both are stored.
    await says("2 answers waiting to be sent.");
    await page.goto("/study");
    service.app.deps.maintenance.set(false);
    const after = await answerAll(page, vocabulary, knows);
    const answers = [...before.answers, ...after.answers];
    await release();
    expect(answers.map(({ isCorrect }) => isCorrect)).toEqual([false, true, true, true, true]);
    await expect.poll(async () => (await records()).length).toBe(5);
    expect((await records()).map(({ isCorrect }) => isCorrect)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([-1, 1])("a clock that is %i day off changes neither words nor times", async (days) => {
    const before = service.app.deps.clock.nowMs();
    await beginAs(async () => inPageOfItsOwn(await newLearner(service, desktop)));
    await chooseStarterBook(learner, recognizing);
    const { page, records } = learner;
    await page.goto("/study");
    await answer(1);
    await release();
    await expect.poll(async () => (await records()).length).toBe(1);
    await page.addInitScript(moveClock, days * DAY_MS);
    await page.goto("/study");
    await anyCard(page).waitFor();
    const [read, written] = await page.evaluate(() => [Date.now(), new Date().getTime()]);
    expect(Math.round(((read ?? 0) - Date.now()) / DAY_MS)).toBe(days);
    expect(Math.round(((written ?? 0) - Date.now()) / DAY_MS)).toBe(days);
    // The session continues, because it is not a day old.
    await says("0 of 4");
    await answer(2);
    await finish();
    await isComplete();
    const after = service.app.deps.clock.nowMs();
    for (const { createdAtMs } of await records()) {
      expect(createdAtMs).toBeGreaterThan(before - 60_000);
      expect(createdAtMs).toBeLessThanOrEqual(after);
    }
    await goTo(page, "/");
    await says("You’re done for today");
  });

  it.each(["refused", "full"] as const)(
    "a browser whose storage is %s keeps the answers while the page is open, and shows a notice",
    async (outcome) => {
      await beginAs(async () => inPageOfItsOwn(await newLearner(service, desktop)));
      await chooseStarterBook(learner, recognizing);
      const { page, context, faults } = learner;
      await page.addInitScript(outcome === "refused" ? refuseStorage : fillStorage);
      await page.goto("/study");
      await says("New word");
      await answer(1);
      await says("This browser can’t save data.");
      await context.setOffline(true);
      await answer(2);
      await release();
      await says("You’re offline. Keep learning");
      await context.setOffline(false);
      await finish();
      await isComplete();
      expect(faults).toEqual([]);
    },
  );
});

/** Runs in the page: sets its clock wrong by `byMs`. */
function moveClock(byMs: number): void {
  const { now } = Date;
  const nowMs = () => now() + byMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts, made) =>
      Reflect.construct(target, parts.length === 0 ? [nowMs()] : parts, made),
  });
  Date.now = nowMs;
}

/** Runs in the page: makes its storage full. */
function fillStorage(): void {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  Object.defineProperty(IDBObjectStore.prototype, "put", { value: refuse });
  Object.defineProperty(Storage.prototype, "setItem", { value: refuse });
}
