import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { read } from "@wordloom/testing/content/history";
import { vocabularyOf } from "@wordloom/testing/browser/answerer";
import { newcomer, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import {
  STARTER_BOOK,
  answerAny,
  byKeys,
  byTouch,
  chooseStarterBook,
} from "../../../testing/study.ts";
import { handOnAfterAll, visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newVisit } from "@wordloom/testing/browser/visits";
import { placementText } from "./placement-options.ts";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** The entries of a newcomer, by field label. */
function entries(): [label: string, text: string][] {
  const { email, username, password } = newcomer("Ada");
  return [
    ["E-mail", email],
    ["Name", username],
    ["Password", password],
  ];
}

/** Reaches a control with the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

async function pressOn(page: Page, role: "link" | "button", name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press("Enter");
}

/** Waits for the books that the service adds soon after its first start. */
async function toBooks(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "What would you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await page.getByRole("checkbox", { name: "English: first 1,000 words" }).waitFor();
}

describe("the first run", () => {
  it("leads from the welcome page to the tenth answer by keys, and keeps the choices", async () => {
    const visit = await newVisit(service.url, { timeZone: "Asia/Tokyo" });
    visits.push(visit);
    const { page } = visit;
    await page.goto("/");
    await pressOn(page, "link", "Create account");
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const [label, text] of entries()) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What would you like to learn?" }).waitFor();
    await pressOn(page, "button", "Continue");
    await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
    await pressOn(page, "button", "Continue");
    await page.getByText("hello, hi, goodbye").waitFor();
    await tabTo(page, page.getByRole("slider"));
    await page.keyboard.press("ArrowRight");
    await page.getByText("15 new words").waitFor();
    await pressOn(page, "button", "Continue");
    await pressOn(page, "button", "Start with word 1");
    await page.waitForURL("**/study");
    await answerAny(page, byKeys(page), 10);
    const plan = { dailyWordCount: 15, selectedWordbookIds: [expect.any(String)] };
    await expect.poll(() => read(page, "/api/study-config")).toMatchObject(plan);
    const preferences = () => read(page, "/api/notifications/preferences");
    await expect.poll(preferences).toMatchObject({ timeZone: "Asia/Tokyo" });
  });

  it("leads from the welcome page to the tenth answer by touch alone", async () => {
    const visit = await newVisit(service.url, { touch: true });
    visits.push(visit);
    const { page } = visit;
    await page.goto("/");
    await page.getByRole("link", { name: "Create account" }).tap();
    for (const [label, text] of entries()) {
      // An on-screen keyboard types into the touched field.
      await page.getByLabel(label, { exact: true }).tap();
      await page.keyboard.insertText(text);
    }
    await page.getByRole("button", { name: "Create account" }).tap();
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByText("hello, hi, goodbye").waitFor();
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByRole("button", { name: "Start with word 1" }).tap();
    await page.waitForURL("**/study");
    await answerAny(page, byTouch(page), 10);
  });
});

/** Each test continues from the state that the one before it left. */
describe("the first run, step by step,", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await newLearner(service);
  });
  handOnAfterAll(() => [learner]);

  it("is where studying without a book leads", async () => {
    const { page } = learner;
    // The service adds its books soon after its first start.
    const books = () => learner.ask<unknown[]>("GET", "/api/wordbooks/system");
    await expect.poll(async () => (await books()).length).toBeGreaterThan(0);
    await page.goto("/study");
    await page.getByRole("heading", { name: "Choose a book first" }).waitFor();
    await page.getByRole("link", { name: "Choose a book" }).click();
    await page.waitForURL("**/start");
  });

  it("is accessible at every step, light and dark", async () => {
    const { page } = learner;
    const isAccessible = async (judge = axeOfContent) => {
      expect(await judge(page)).toEqual([]);
    };
    await page.goto("/start");
    await page.getByRole("heading", { name: "What would you like to learn?" }).waitFor();
    await isAccessible(axeInBothThemes);
    await toBooks(page);
    await isAccessible();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Take the placement test" }).click();
    await page.getByRole("button", { name: "I don’t know" }).waitFor();
    await isAccessible();
  });

  it("leaves out the words that are surely known, and restores them", async () => {
    const { page, faults } = learner;
    const { meaningOf } = await vocabularyOf(service, STARTER_BOOK);
    for (let at = 1; at <= 10; at += 1) {
      await page.getByText(`${at}/20`).waitFor();
      const word = await page.getByRole("heading", { level: 1 }).innerText();
      const name = placementText({ meaning: meaningOf.get(word) ?? "" });
      const right = page.getByRole("button", { name, exact: true });
      await page.keyboard.press(await right.locator("[class*=place]").innerText());
    }
    for (let at = 11; at <= 13; at += 1) {
      await page.getByText(`${at}/20`).waitFor();
      await page.keyboard.press("0");
    }
    await page.getByText("10 of 13 correct. It stopped before").waitFor();
    await page.getByText("500 words can be skipped.").waitFor();
    await page.getByText("You’ll start around word 501 (").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Skip 500" }).click();
    await page.waitForURL("**/study");
    // What was kept for studying before the placement is not asked.
    await page.getByText("New word").waitFor();
    const first = await page.locator("h1 [lang=en]").innerText();
    // At once, because it is offered for 10 s only.
    const back = page.waitForResponse("**/api/study/bring-back");
    await page.getByRole("button", { name: "Bring back" }).click();
    expect((await (await back).json()).data).toEqual({ broughtBack: 500 });
    const [book] = await learner.ask<{ id: string }[]>("GET", "/api/wordbooks/system");
    const pageOf = (number: number) =>
      learner.ask<{ data: { text: string; difficulty: number }[] }>(
        "GET",
        `/api/wordbooks/${book?.id}/words?perPage=100&page=${number}`,
      );
    const pages = await Promise.all(Array.from({ length: 10 }, (_, at) => pageOf(at + 1)));
    const data = pages.flatMap((one) => one.data);
    const byRank = data.toSorted((a, b) => a.difficulty - b.difficulty).map(({ text }) => text);
    expect(byRank.indexOf(first)).toBeGreaterThanOrEqual(500);
    expect(faults).toEqual([]);
  });
});

describe("a learner who returns to the first run", () => {
  let learner: Learner;
  const planOf = () => learner.ask("GET", "/api/study-config");
  beforeAll(async () => {
    learner = await newLearner(service);
    await chooseStarterBook(learner, { words: 33 });
    await learner.page.goto("/");
  });
  handOnAfterAll(() => [learner]);

  it.each(["Skip", "Continue"] as const)("keeps the plan with %s", async (press) => {
    const { page } = learner;
    const before = await planOf();
    await goTo(page, "/start");
    if (press === "Continue") await toBooks(page);
    await page.getByRole("button", { name: press }).click();
    if (press === "Skip") await page.waitForURL("**/study");
    else await page.getByRole("button", { name: "Start with word 1" }).waitFor();
    expect(await planOf()).toEqual(before);
  });

  it("is told the minutes a day that the settings tell", async () => {
    const { page } = learner;
    await page.goto("/start");
    await toBooks(page);
    const told = await page.getByText(/^about \d+ minutes a day$/).innerText();
    await page.goto("/settings/study");
    // The price of the goal in force.
    const price = told.replace(/^about (\d+) minutes/, "$1 min");
    await page.getByText(new RegExp(`^The most words for your time.*${price}`)).waitFor();
  });

  it("keeps it also when she is quicker than the service", async () => {
    const { page } = learner;
    const books = await learner.ask<{ id: string }[]>("GET", "/api/wordbooks/system");
    const selectedWordbookIds = [books[1]?.id ?? ""];
    await learner.ask("PUT", "/api/study-config", { selectedWordbookIds });
    const before = await planOf();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/study-config", async (route) => {
      if (route.request().method() === "GET") await held.promise;
      await route.continue();
    });
    await page.goto("/start");
    await page.getByRole("button", { name: "Skip" }).click();
    held.resolve();
    await page.waitForURL("**/study");
    expect(await planOf()).toEqual(before);
  });
});
