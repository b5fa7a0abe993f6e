import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner } from "@wordloom/testing/browser/learners";
import {
  byKeys,
  chooseStarterBook,
  missAndRecall,
  openOption,
  recognizing,
  study,
  studying,
} from "../../../testing/study.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const DAY_MS = 86_400_000;
const desktop = { width: 1280, height: 800 };

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe("practice in the middle of the plan", () => {
  it("leaves the plan untouched, to be resumed afterwards", async () => {
    const plan = { ...recognizing, words: 6 };
    const learner = await studying(service, desktop, plan);
    visits.push(learner);
    const { page, ask } = learner;
    const press = byKeys(page);
    const isMissed = (count: number) => count === 0;
    const meanings = await study(learner, press, { answers: 2, isMissed });
    await page.getByText("0 of 6").waitFor();
    await page.keyboard.press("Escape");
    const slipping = async () =>
      (await ask<{ total: number }>("GET", "/api/study/slipping?days=7&limit=50")).total;
    await expect.poll(slipping).toBe(1);
    await goTo(page, "/study?practise=slipping");
    await page.getByText("0 of 1").waitFor();
    await study(learner, press, { meanings });
    await goTo(page, "/study");
    await page.getByText("0 of 6").waitFor();
    await study(learner, press, { meanings });
    await page.getByRole("heading", { name: /strengthened/ }).waitFor();
  });
});

describe("studying more than the plan of the day", () => {
  it("offers ten new words when everything is done", async () => {
    const plan = { ...recognizing, words: 1 };
    const learner = await studying(service, desktop, plan);
    visits.push(learner);
    const { page } = learner;
    await study(learner, byKeys(page));
    await page.getByRole("heading", { name: /strengthened/ }).waitFor();
    await expect.poll(async () => (await learner.records()).length).toBe(2);
    await goTo(page, "/study");
    await page.getByRole("link", { name: "Learn 10 more new words" }).click();
    await page.getByText("New word").waitFor();
    await page.getByText("0 of 10").waitFor();
  });
});

describe("practice of words at high risk", () => {
  it("asks these, and no others", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, records } = learner;
    await chooseStarterBook(learner, { ...recognizing, words: 3 });
    const nowMs = service.app.deps.clock.nowMs();
    const known = await missAndRecall(learner, 3, nowMs);
    await expect.poll(async () => (await records()).length).toBe(6);
    service.advance(90 * DAY_MS);
    await learner.signInAgain();
    await page.goto("/progress");
    await page.getByText("3 words are about to be forgotten").waitFor();
    await page.getByRole("link", { name: "Practice", exact: true }).click();
    await page.getByText("0 of 3").waitFor();
    await page.locator(openOption).first().waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await records()).length).toBe(7);
    expect(known).toContain((await records()).at(-1)?.wordId);
  });

  it("asks for the states of no words after the only answer was taken back", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page } = learner;
    await chooseStarterBook(learner, { kinds: ["recall"], words: 1 });
    await missAndRecall(learner, 1, service.app.deps.clock.nowMs());
    service.advance(90 * DAY_MS);
    await learner.signInAgain();
    const batches: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/word-states/batch")) batches.push(request.postData() ?? "");
    });
    const recall = page.getByRole("button", { name: "Show the meaning" });
    await page.goto("/study?practise=risk");
    await recall.click();
    await page.getByRole("button", { name: "Got it" }).click();
    await page.getByText("1 of 1 correct.").waitFor();
    await expect.poll(() => batches.length).toBeGreaterThan(0);
    await page.keyboard.press("z");
    await recall.waitFor();
    expect(batches.filter((body) => body.includes("[]"))).toEqual([]);
  });
});
