import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { until } from "@wordloom/testing/service/until";
import { chooseStarterBook, missAndRecall, STARTER_BOOK } from "../../../testing/study.ts";

const HOUR_MS = 3_600_000;

let service: TestService;
let learner: Learner;
let met: readonly string[];
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service);
  const books = () => learner.ask<unknown[]>("GET", "/api/wordbooks/system");
  await until(async () => (await books()).length > 0);
  await chooseStarterBook(learner);
  met = await missAndRecall(learner, 3, Date.now() - HOUR_MS);
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

describe("the list of words", () => {
  it("opens with the book that is studied, with the state and next date of each word", async () => {
    const { page } = learner;
    await page.goto("/words");
    await page.getByText("1,000 words", { exact: true }).waitFor();
    expect(await page.getByLabel("Book").locator("option:checked").innerText()).toBe(STARTER_BOOK);
    const told = page.getByRole("main").getByRole("listitem").filter({ hasText: / · / });
    await expect.poll(() => told.count()).toBe(3);
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("shows the state and day of favorites, and the state of skipped words", async () => {
    const { page, ask } = learner;
    const [favorite, skipped] = met;
    await ask("POST", `/api/word-favorites/${favorite}`);
    await ask("POST", `/api/word-states/${skipped}/suspend`);
    const row = page.getByRole("main").getByRole("listitem");
    await page.goto("/words?filter=favourites");
    await row.filter({ hasText: /learning · due (today|tomorrow|since)/ }).waitFor();
    await page.goto("/words?filter=suspended");
    await row.filter({ hasText: /learning$/ }).waitFor();
    await ask("POST", `/api/word-states/${skipped}/unsuspend`);
  });

  it("says that the open session is shorter when a word of it is skipped", async () => {
    const { page } = learner;
    await page.goto("/study");
    const word = await page.locator("main h1 [lang]").innerText();
    await page.goto(`/words?q=${word}`);
    await page.getByRole("checkbox", { name: `Select ${word}`, exact: true }).check();
    await page.getByRole("button", { name: "Skip", exact: true }).click();
    await page.getByText("Your open session is one word shorter.").first().waitFor();
  });

  it("lists all books with the number of their words, each once", async () => {
    const { page, ask } = learner;
    const { total } = await ask<{ total: number }>(
      "GET",
      "/api/words?perPage=1&meaningLanguage=en&languages=en",
    );
    await page.goto("/words?book=all");
    const count = page.getByText(`${total.toLocaleString("en")} words`, { exact: true });
    await count.waitFor();
    const rows = page.getByRole("main").getByRole("listitem");
    expect(await rows.count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rows.count()).toBe(100);
    await count.waitFor();
    const texts = await rows.locator("[lang]").allInnerTexts();
    expect(texts.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it("finds a word once, with the meaning that the learner reads, or by sense", async () => {
    const { page, faults } = learner;
    await page.goto("/words?q=happy");
    await page.getByRole("heading", { name: "Similar in meaning" }).waitFor();
    const rows = page.getByRole("main").getByRole("listitem");
    expect(await rows.getByText("happy", { exact: true }).count()).toBe(1);
    expect(await rows.filter({ hasText: /\p{Script=Han}/u }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it("never shows words of languages that nobody learns, also before these are known", async () => {
    const { page, faults } = learner;
    const config = "**/api/study-config";
    const mayAnswer = Promise.withResolvers<void>();
    await page.route(config, async (route) => {
      await mayAnswer.promise;
      await route.continue();
    });
    const lists: string[] = [];
    page.on("request", (request) => lists.push(request.url()));
    const bySense = page.waitForResponse(/\/semantic\/search/);
    await page.reload();
    await bySense;
    mayAnswer.resolve();
    await page.getByRole("heading", { name: "Similar in meaning" }).waitFor();
    const searches = lists.filter((url) => /\/api\/words\?/.test(url));
    expect(searches.length).toBeGreaterThan(0);
    expect(searches.filter((url) => !url.includes("languages="))).toEqual([]);
    await page.unroute(config);
    expect(faults).toEqual([]);
  });

  it("finds by sense with two Chinese characters, and tells the state of each", async () => {
    const reader = await newLearner(service, { locale: "zh-CN" });
    const { page, ask, faults } = reader;
    await ask("PUT", "/api/notifications/preferences", { language: "zh" });
    const found = await ask<{ results: { id: string; text: string; meaning: string }[] }>(
      "GET",
      `/api/content/semantic/search?limit=20&query=${encodeURIComponent("害怕")}`,
    );
    const isSimilar = ({ meaning }: { meaning: string }) =>
      /\p{Script=Han}/u.test(meaning) && !meaning.includes("害怕");
    const similar = found.results.find(isSimilar);
    const answer = {
      clientRecordId: "only",
      wordId: similar?.id,
      isCorrect: false,
      responseTimeMs: 2_000,
      answeredAt: new Date(Date.now() - HOUR_MS).toISOString(),
    };
    const sentAt = new Date().toISOString();
    await ask("POST", "/api/study/answers", { sentAt, answers: [answer] });
    await page.goto(`/words?book=all&q=${encodeURIComponent("害怕")}`);
    const section = page.locator("section", { hasText: "意思相近" });
    const row = section.getByRole("listitem").filter({ hasText: similar?.meaning ?? "" });
    await row.filter({ hasText: "学习中" }).waitFor();
    expect(faults).toEqual([]);
    await reader.context.close();
  });
});
