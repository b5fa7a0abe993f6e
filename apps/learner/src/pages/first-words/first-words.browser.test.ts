import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EnhancedStatistics, LearningRecord, StarterSample } from "@wordloom/contract";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { newcomer } from "@wordloom/testing/browser/learners";
import { newVisit, type Visit } from "@wordloom/testing/browser/visits";
import { read } from "@wordloom/testing/content/history";
import { until } from "@wordloom/testing/service/until";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const SAMPLE = "/api/starter-words/sample";

let service: TestService;
let words: StarterSample["words"];
beforeAll(async () => {
  service = await openService();
  // The service adds its starter words soon after its first start.
  await until(async () => {
    const { data } = await (await fetch(`${service.url}${SAMPLE}`)).json();
    words = data.words;
    return words.length === 10;
  });
});
afterAll(() => service.close());

const options = (page: Page) => page.getByRole("group", { name: "Answers" }).getByRole("button");

/** The options of the question on the screen that are right, or wrong. */
async function optionOf(page: Page, isRight: boolean) {
  const asked = await page.locator("h1, h2").last().innerText();
  const word = words.find(({ word: { text, meaning } }) => [text, meaning].includes(asked.trim()));
  const kind = word?.word.text === asked.trim() ? "word-to-meaning" : "meaning-to-word";
  const offered = word?.options[kind];
  const right = offered?.options[offered.correctIndex] ?? "";
  const texts = await options(page).locator("[lang]").allInnerTexts();
  const at = texts.findIndex((text) => (text === right) === isRight);
  return options(page).nth(at);
}

const nextButton = (page: Page) => page.getByRole("button", { name: /^Next/ });
const summary = (page: Page) =>
  page.getByRole("heading", { name: "Your first 10 words are done." });

/** Meets words and answers rightly until so many answers were given, or to the end. */
async function learn(page: Page, answers = Infinity): Promise<void> {
  const open = page.locator("[role=group] button:enabled");
  for (let count = 0; count < answers;) {
    await nextButton(page).or(open.first()).or(summary(page)).first().waitFor();
    if (await summary(page).isVisible()) return;
    if (await open.first().isVisible()) {
      await (await optionOf(page, true)).click();
      count += 1;
    }
    await nextButton(page).click();
  }
}

async function createAccount(page: Page): Promise<void> {
  const { email, username, password } = newcomer("Ada");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Name").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/start");
}

describe("a visitor without an account", () => {
  let visit: Visit;
  beforeAll(async () => {
    // Where the date is another than in the zone of the service, whenever the test runs.
    const timeZone = new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
    visit = await newVisit(service.url, { timeZone });
    await visit.page.goto("/");
  });
  handOnAfterAll(() => [visit]);

  it("answers a real question on the welcome screen, with the way on in reach", async () => {
    const { page, faults } = visit;
    await options(page).first().waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    const way = page.getByRole("link", { name: "Learn ten words now" });
    const box = await way.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.getByText("No ads, no hearts").waitFor();
    await (await optionOf(page, false)).click();
    await page.getByText("Not quite").last().waitFor();
    await page.getByRole("link", { name: "Learn 9 more words now" }).click();
    await page.getByRole("heading", { name: words[0]?.word.text ?? "", exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it("learns ten words offline after loading, and goes on after a reload", async () => {
    const { page, context, faults } = visit;
    await context.setOffline(true);
    await learn(page, 4);
    const bar = page.getByRole("progressbar");
    expect(await bar.getAttribute("aria-valuetext")).toBe("0 of 10");
    expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(2);
    await learn(page, 1);
    await context.setOffline(false);
    const before = await page.locator("h1").innerText();
    await page.reload();
    await nextButton(page).or(options(page).first()).first().waitFor();
    expect(await page.locator("h1").innerText()).toBe(before);
    expect(await axeOfContent(page)).toEqual([]);
    await learn(page);
    await page.getByText("20 of 21 questions right.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("takes every answer along into the new account once, with its time", async () => {
    const { page } = visit;
    const startedMs = Date.now();
    await page.getByRole("link", { name: "Keep your progress: create an account" }).click();
    await page.getByText("Your 21 answers come with you.").waitFor();
    await createAccount(page);
    const stored = () => read<{ data: LearningRecord[] }>(page, "/api/records?perPage=100");
    await expect.poll(async () => (await stored()).data.length).toBe(21);
    const { data } = await stored();
    expect(new Set(data.map(({ wordId }) => wordId)).size).toBe(10);
    expect(data.filter(({ isCorrect }) => !isCorrect)).toHaveLength(1);
    // The clock of the test's service runs with that of the browser.
    for (const { createdAt } of data) expect(Date.parse(createdAt)).toBeLessThan(startedMs);
    const { daily } = await read<EnhancedStatistics>(page, "/api/records/statistics/enhanced");
    const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
    expect(daily.map(({ date, total }) => [date, total])).toEqual([[today, 21]]);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect((await stored()).data).toHaveLength(21);
    expect(await page.evaluate(() => localStorage.getItem("wordloom.first-words"))).toBeNull();
  });

  it("is asked to sign in first after having had an account here", async () => {
    const { page } = visit;
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/welcome**");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    const ways = page.getByRole("main").getByRole("link");
    expect(await ways.allInnerTexts()).toEqual(["Sign in", "Create an account"]);
  });
});

describe("a visitor of a service that takes no new accounts", () => {
  it("may answer the question, and is led to sign in alone", async () => {
    const visit = await newVisit(service.url, {});
    const { page } = visit;
    await page.route(`**${SAMPLE}**`, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.registrationOpen = false;
      await route.fulfill({ response, json });
    });
    await page.goto("/try");
    await page.waitForURL("**/welcome");
    await page.getByText("Sign-ups are closed").waitFor();
    await (await optionOf(page, true)).click();
    await page.getByText("Right!").last().waitFor();
    const ways = page.getByRole("main").getByRole("link");
    expect(await ways.allInnerTexts()).toEqual(["Sign in"]);
    await visit.context.close();
  });
});
