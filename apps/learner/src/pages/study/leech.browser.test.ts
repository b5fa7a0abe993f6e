import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner } from "@wordloom/testing/browser/learners";
import { chooseStarterBook, STARTER_BOOK } from "../../../testing/study.ts";
import { answerAll, vocabularyOf } from "@wordloom/testing/browser/answerer";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const DAY_MS = 86_400_000;

describe("a leech", () => {
  it.each([
    { kind: "word-to-meaning", press: "Skip", list: "/api/word-states/suspended" },
    { kind: "recall", press: "Until tomorrow", list: undefined },
  ] as const)("is announced at the eighth miss of $kind: $press", async ({ kind, press, list }) => {
    const learner = await newLearner(service, { width: 1280, height: 800 });
    visits.push(learner);
    const { page, ask } = learner;
    await chooseStarterBook(learner, { words: 1, kinds: [kind] });
    const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
    const words = await ask<{ data: { id: string; text: string }[] }>(
      "GET",
      `/api/wordbooks/${book?.id}/words?perPage=5`,
    );
    const word = words.data[0] ?? { id: "", text: "" };
    const nowMs = Date.now();
    // No answer may be older than the account.
    await service.app.deps.database
      .updateTable("users")
      .set({ created_at_ms: nowMs - 9 * DAY_MS })
      .where("id", "=", learner.id)
      .execute();
    const answers = Array.from({ length: 7 }, (_, at) => ({
      clientRecordId: `${kind}-${at}`,
      wordId: word.id,
      isCorrect: false,
      responseTimeMs: 3_000,
      answeredAt: new Date(nowMs - (6 - at * 0.5) * DAY_MS).toISOString(),
    }));
    const sentAt = new Date(nowMs).toISOString();
    await ask("POST", "/api/study/answers", { sentAt, answers });
    await page.goto("/study");
    const notice = page.getByText("Missed 8 times");
    const vocabulary = await vocabularyOf(service, STARTER_BOOK);
    await answerAll(page, vocabulary, () => false, 1);
    await notice.waitFor();
    await page.locator("main section").getByRole("button", { name: press }).click();
    await notice.waitFor({ state: "detached" });
    const kit = () => ask<{ words: { word: { id: string } }[] }>("GET", "/api/study/kit");
    const isOut = async () => !(await kit()).words.some((entry) => entry.word.id === word.id);
    await expect.poll(isOut).toBe(true);
    if (list !== undefined) {
      await goTo(page, "/words?filter=suspended");
      await page.getByRole("link", { name: word.text, exact: true }).waitFor();
    } else {
      await goTo(page, "/words?filter=slipping");
      await page.getByText("won’t stick").waitFor();
    }
  });
});

describe("help for a word missed twice", () => {
  it("shows another sentence than the card does", async () => {
    const learner = await newLearner(service, { width: 390, height: 844 });
    visits.push(learner);
    const { page } = learner;
    await chooseStarterBook(learner, { words: 1, kinds: ["word-to-meaning"] });
    await page.goto("/study");
    await answerAll(page, await vocabularyOf(service, STARTER_BOOK), () => false, 2);
    const help = page.getByRole("region", { name: "Missed more than once. This may help." });
    const inHelp = await help.locator("p[lang=en]").first().innerText();
    const onCard = await page.locator("main p[lang=en]").allInnerTexts();
    expect(onCard.filter((sentence) => sentence === inHelp)).toHaveLength(1);
    expect(onCard.length).toBeGreaterThan(1);
  });
});
