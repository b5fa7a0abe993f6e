import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { byKeys, recognizing, study, studying } from "../../../testing/study.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe("practice in the middle of the plan", () => {
  it("leaves the plan untouched, to be resumed afterwards", async () => {
    const plan = { ...recognizing, words: 6 };
    const learner = await studying(service, { width: 1280, height: 800 }, plan);
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
    const learner = await studying(service, { width: 1280, height: 800 }, plan);
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
