import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EnhancedStatistics, LearningRecord, StarterSample } from "@wordloom/contract";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { newcomer } from "@wordloom/testing/browser/learners";
import { goTo } from "@wordloom/testing/browser/pages";
import { newVisit, type Visit } from "@wordloom/testing/browser/visits";
import { read } from "@wordloom/testing/content/history";
import { until } from "@wordloom/testing/service/until";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { giveVoice } from "../../../testing/voice.ts";

const SAMPLE = "/api/starter-words/sample";
/** What is proposed to a visitor who reads English. */
const PROPOSED = `${SAMPLE}?language=es`;

let service: TestService;
let words: StarterSample["words"];
beforeAll(async () => {
  service = await openService();
  // The service adds its starter words soon after its first start.
  await until(async () => {
    const { data } = await (await fetch(`${service.url}${PROPOSED}`)).json();
    words = data.words;
    return data.languages.length === 7 && words.length === 10;
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

const reveal = (page: Page) => page.getByRole("button", { name: "Show the meaning" });

/** Meets words and answers rightly until so many answers were given, or to the end. */
async function learn(page: Page, answers = Infinity): Promise<void> {
  const open = page.locator("[role=group] button:enabled");
  for (let count = 0; count < answers;) {
    await nextButton(page).or(open.first()).or(reveal(page)).or(summary(page)).first().waitFor();
    if (await summary(page).isVisible()) return;
    if (await reveal(page).isVisible()) {
      await reveal(page).click();
      await page.getByRole("button", { name: "Got it" }).click();
      count += 1;
      continue;
    }
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
    visit.page.on("request", (request) => asked.add(new URL(request.url()).host));
    await visit.page.goto("/");
  });
  const asked = new Set<string>();
  handOnAfterAll(() => [visit]);

  it("answers a real question on the welcome screen, with the way on in reach", async () => {
    const { page, faults } = visit;
    await options(page).first().waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    const way = page.getByRole("link", { name: "Learn ten words now" });
    const box = await way.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.getByRole("heading", { name: "hola" }).waitFor();
    expect(await page.getByLabel("I’m learning").inputValue()).toBe("es");
    await (await optionOf(page, false)).click();
    await page.getByText("Not quite").last().waitFor();
    await page.getByRole("link", { name: "Learn ten words now" }).click();
    await page.getByRole("heading", { name: words[0]?.word.text ?? "", exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it("is promised four things", async () => {
    const { page } = visit;
    await goTo(page, "/welcome");
    const told = await page.getByRole("main").getByRole("listitem").allInnerTexts();
    expect(told.map((text) => text.trim())).toEqual([
      "No ads, no hearts, no energy to run out of.",
      "Study offline for an hour. Nothing gets lost.",
      "Your words and answers are yours: download them as files at any time.",
      "You see why a word comes back, and when.",
    ]);
    await goTo(page, "/try");
    await nextButton(page).waitFor();
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
    await nextButton(page).or(options(page).first()).or(reveal(page)).first().waitFor();
    expect(await page.locator("h1").innerText()).toBe(before);
    expect(await axeOfContent(page)).toEqual([]);
    await learn(page);
    await page.getByText("20 of 21 correct.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("takes every answer along into the new account once, with its time", async () => {
    const { page } = visit;
    const startedMs = Date.now();
    await page.getByRole("link", { name: "Keep your progress: create an account" }).click();
    await page.getByText("Your 21 answers come with you.").waitFor();
    await createAccount(page);
    expect(await page.getByLabel("I’m learning").inputValue()).toBe("es");
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

  it("saw no advertisement: nothing came from another server", () => {
    // Images that the browser draws itself have no host.
    asked.delete("");
    expect([...asked]).toEqual([new URL(service.url).host]);
  });

  it("can download words and answers as a file, also what was answered before", async () => {
    const { page } = visit;
    const lines = await page.evaluate(async () =>
      (await (await fetch("/api/users/me/export")).text()).trim().split("\n"),
    );
    const tables = lines.map((line) => JSON.parse(line) as { table: string; data: unknown[] });
    expect(tables.find(({ table }) => table === "records")?.data).toHaveLength(21);
    expect(tables.find(({ table }) => table === "word_states")?.data).toHaveLength(10);
  });

  it("is asked to sign in first after having had an account here", async () => {
    const { page } = visit;
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/welcome**");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    const ways = page.getByRole("main").getByRole("link");
    expect(await ways.allInnerTexts()).toEqual(["Sign in", "Create account"]);
  });
});

describe("a visitor who would rather learn another language", () => {
  it("chooses it before the question, hears it, and takes it along", async () => {
    const visit = await newVisit(service.url, { touch: true });
    const { page, faults } = visit;
    await page.addInitScript(giveVoice, ["ja-JP"]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    const served: string[] = [];
    page.on("request", (request) => served.push(new URL(request.url()).pathname));
    await page.goto("/");
    await page.getByRole("heading", { name: "hola" }).waitFor();
    await page.getByLabel("I’m learning").selectOption("Japanese");
    await page.getByRole("heading", { name: "こんにちは" }).waitFor();
    await page.getByRole("button", { name: "hello" }).tap();
    const mark = page.locator("[class*=verdict] [class*=mark]");
    expect(await mark.evaluate((one) => getComputedStyle(one).animationDuration)).toBe("0.15s");

    await page.getByRole("link", { name: "Learn 9 more words now" }).tap();
    await page.getByText("New word").waitFor();
    const word = await page.locator("h1").innerText();
    await expect.poll(said).toEqual([word]);
    await page.getByRole("button", { name: "Play" }).tap();
    await expect.poll(said).toEqual([word, word]);
    await nextButton(page).tap();
    await options(page).first().tap();
    await mark.waitFor();
    expect(served.filter((path) => /^\/api\/(speech|media)/.test(path))).toEqual([]);

    // The device has no voice for French; what was answered in Japanese stays.
    await goTo(page, "/welcome");
    await page.getByLabel("I’m learning").selectOption("French");
    await page.getByRole("heading", { name: "bonjour" }).waitFor();
    await page.getByRole("button", { name: "hello" }).tap();
    await page.getByRole("link", { name: "Learn 9 more words now" }).tap();
    await page.getByText("New word").waitFor();
    expect(await page.getByRole("button", { name: "Play" }).count()).toBe(0);
    await goTo(page, "/register");
    await page.getByText("Your 3 answers come with you.").waitFor();
    await createAccount(page);
    expect(await page.getByLabel("I’m learning").inputValue()).toBe("fr");
    await page.getByRole("button", { name: "Skip" }).tap();
    await page.waitForURL("**/study");
    const plan = await read<{ learningLanguages: string[] }>(page, "/api/study-config");
    expect(plan.learningLanguages).toEqual(["fr"]);
    const kept = () => localStorage.getItem("wordloom.learning-language");
    expect(await page.evaluate(kept)).toBeNull();
    expect(faults).toEqual([]);
    await visit.context.close();
  });

  it("is asked for the meaning of an English word in Chinese", async () => {
    const visit = await newVisit(service.url, { locale: "zh-CN" });
    const { page } = visit;
    await page.goto("/");
    await page.getByRole("heading", { name: "hello" }).waitFor();
    await page.getByRole("button", { name: "你好" }).waitFor();
    await page.getByText("试一题：这个单词是什么意思？", { exact: true }).waitFor();
    await visit.context.close();
  });

  it("is told where there are no meanings in the language of the app", async () => {
    const visit = await newVisit(service.url, { locale: "de-DE" });
    const { page } = visit;
    await page.goto("/");
    await page.getByText("(Bedeutungen auf Englisch)").waitFor();
    await visit.context.close();
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
    await page.getByText("Correct!").last().waitFor();
    const ways = page.getByRole("main").getByRole("link");
    expect(await ways.allInnerTexts()).toEqual(["Sign in"]);
    await visit.context.close();
  });
});
