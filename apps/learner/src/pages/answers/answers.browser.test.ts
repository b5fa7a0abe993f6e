import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { until } from "@wordloom/testing/service/until";
import { missAndRecall } from "../../../testing/study.ts";

const HOUR_MS = 3_600_000;

let service: TestService;
let learner: Learner;
let words: { id: string; text: string }[];
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service);
  const books = () => learner.ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  await until(async () => (await books()).length > 0);
  const ids = await missAndRecall(learner, 60, Date.now() - HOUR_MS);
  words = await learner.ask("POST", "/api/words/batch-get", { ids });
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

describe("the list of all answers", () => {
  it("grows page by page, and is reached from progress and from the sessions", async () => {
    const { page } = learner;
    await page.goto("/sessions");
    await page.getByRole("link", { name: "All answers" }).click();
    await page.getByText("120 answers").waitFor();
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(100);
    await page.goto("/progress");
    await page.getByRole("link", { name: "All answers" }).waitFor();
  });

  it("is searched by word and by outcome at the service, and the address keeps it", async () => {
    const { page, faults } = learner;
    const word = words.toSorted((a, b) => b.text.length - a.text.length)[0]?.text ?? "";
    await page.goto("/answers");
    await page.getByRole("searchbox").fill(word.toUpperCase());
    await page.getByText("2 answers").waitFor();
    await page.getByRole("radio", { name: "Missed" }).check();
    await page.getByText("1 answer", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe(`?q=${word.toUpperCase()}&outcome=wrong`);
    await page.reload();
    await page.getByText("1 answer", { exact: true }).waitFor();
    await page.getByRole("main").getByRole("listitem").getByText(word, { exact: true }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("is limited to days, and says how to see all again", async () => {
    const { page } = learner;
    await page.goto("/answers");
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No answers found").waitFor();
    await page.getByRole("button", { name: "Show all answers" }).click();
    await page.getByText("120 answers").waitFor();
  });
});

describe("answers about a word that was deleted", () => {
  it("stay in the history, without a link", async () => {
    const writer = await newLearner(service);
    const { page, ask, faults } = writer;
    const draft = { text: "Weberei", meaning: "weaving mill" };
    const { id } = await ask<{ id: string }>("POST", "/api/own-words", draft);
    const answer = {
      clientRecordId: "only",
      wordId: id,
      isCorrect: true,
      responseTimeMs: 2_000,
      answeredAt: new Date(Date.now() - HOUR_MS).toISOString(),
    };
    const sentAt = new Date().toISOString();
    await ask("POST", "/api/study/answers", { sentAt, answers: [answer] });
    await page.goto("/answers");
    const row = page.getByRole("main").getByRole("listitem");
    await row.getByRole("link", { name: "Weberei" }).waitFor();
    await ask("DELETE", `/api/own-words/${id}`);
    await page.reload();
    await row.getByText("Deleted word").waitFor();
    expect(await row.getByRole("link").count()).toBe(0);
    expect(faults).toEqual([]);
    await writer.context.close();
  });
});

describe("how the learner is doing", () => {
  it("is described in words, with the consequences and the evidence", async () => {
    const { page, faults } = learner;
    await page.goto("/progress");
    await page.getByRole("link", { name: "How I’m doing" }).click();
    await page.getByText("These are estimates from your answers, never a verdict.").waitFor();
    for (const part of ["Attention", "Tiredness", "Motivation", "How well we know you"]) {
      await page.getByRole("term").filter({ hasText: part }).waitFor();
    }
    await page.getByText(/^Sets of \d+ words?/).waitFor();
    await page.getByText("How do you know?").first().click();
    await page.getByText("From how even your response times are").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("says that there is a time to rest when the service suggests one", async () => {
    const { page } = learner;
    await page.route("**/api/amas/intervention", async (route) => {
      const interventions = [{ type: "rest", message: "", severity: "warning" }];
      await route.fulfill({ json: { success: true, data: { interventions } } });
    });
    await page.goto("/progress/how");
    await page.getByText("We suggest a break.").waitFor();
    await page.unroute("**/api/amas/intervention");
  });

  it("is unknown before the first answer", async () => {
    const other = await newLearner(service);
    await other.page.goto("/progress/how");
    await other.page.getByText("Nothing to show yet").waitFor();
    await other.context.close();
  });
});
