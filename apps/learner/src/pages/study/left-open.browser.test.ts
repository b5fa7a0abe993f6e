import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LearningRecord, SessionEntry } from "@wordloom/contract";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { until } from "@wordloom/testing/service/until";
import { read } from "@wordloom/testing/content/history";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { onceStored } from "../../../testing/study-cards.ts";
import { answerAny, byKeys, chooseStarterBook, recognizing } from "../../../testing/study.ts";

const HOUR_MS = 3_600_000;

let service: TestService;
let learner: Learner;
/** Far from the end of the learner's day. */
const noonMs = new Date().setUTCHours(12, 0, 0, 0) + 24 * HOUR_MS;
beforeAll(async () => {
  service = await openService({ JWT_EXPIRES_IN_HOURS: "72" });
  service.advance(noonMs - Date.now());
  learner = await newLearner(service);
  const books = () => learner.ask<unknown[]>("GET", "/api/wordbooks/system");
  await until(async () => (await books()).length > 0);
  await chooseStarterBook(learner, { words: 8, ...recognizing });
  await learner.ask("PUT", "/api/notifications/preferences", { timeZone: "UTC", dayStartHour: 0 });
  await learner.context.clock.install({ time: noonMs });
  await learner.page.goto("/study");
  await learner.page.getByText("New word").waitFor();
});
afterAll(async () => {
  await learner.context.close();
  await service.close();
});

/** Time passes for the service and for the browser, while the page stays open. */
async function pass({ page, context }: Learner, ms: number): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now());
  service.advance(ms);
  await context.clock.setSystemTime(nowMs + ms);
}

/** The learner comes back after so long that another session begins. */
async function startOverAfter(ms: number): Promise<void> {
  const { page } = learner;
  const earlier = await onceStored(page);
  await pass(learner, ms);
  await comeBack(page);
  await expect.poll(() => onceStored(page)).not.toBe(earlier);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));
const sessions = (page: Page) =>
  read<{ data: SessionEntry[] }>(page, "/api/learning/sessions").then(({ data }) => data);
const records = (page: Page) =>
  read<{ data: LearningRecord[] }>(page, "/api/records?perPage=100").then(({ data }) => data);

describe("the study screen, left open,", () => {
  it("goes on in a new session of the service after two idle hours", async () => {
    const { page } = learner;
    await answerAny(page, byKeys(page), 2);
    // The latest answer is held back for a while.
    await expect.poll(async () => (await records(page)).length).toBe(2);
    expect(await sessions(page)).toHaveLength(1);
    const word = await page.locator("h1").innerText();
    await pass(learner, 3 * HOUR_MS);
    await comeBack(page);
    await expect.poll(async () => (await sessions(page)).length).toBe(2);
    expect(await page.locator("h1").innerText()).toBe(word);
    await answerAny(page, byKeys(page), 2);
    await expect
      .poll(async () => (await sessions(page)).map(({ recordCount }) => recordCount))
      .toEqual([2, 2]);
  });

  it("starts over on the next day, and has lost no answer", async () => {
    const { page } = learner;
    await startOverAfter(20 * HOUR_MS);
    await expect.poll(async () => (await sessions(page)).length).toBe(3);
    await answerAny(page, byKeys(page), 1);
    await expect.poll(async () => (await records(page)).length).toBe(5);
  });

  it("finishes at midnight what was begun, and says that a new day counts", async () => {
    const { page } = learner;
    const nowMs = await page.evaluate(() => Date.now());
    const midnightMs = Math.ceil(nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    const before = (await sessions(page)).length + 1;
    await startOverAfter(midnightMs - 120_000 - nowMs);
    await expect.poll(async () => (await sessions(page)).length).toBe(before);
    await answerAny(page, byKeys(page), 1);
    const planned = await page.getByRole("progressbar").getAttribute("aria-valuemax");
    await pass(learner, 240_000);
    await comeBack(page);
    await answerAny(page, byKeys(page), 1);
    await page.getByText("It’s a new day. You’re finishing yesterday’s session").waitFor();
    await expect.poll(async () => (await sessions(page)).length).toBe(before + 1);
    expect(await page.getByRole("progressbar").getAttribute("aria-valuemax")).toBe(planned);
  });
});
