import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import { giveManyAnswers } from "@wordloom/testing/content/give-answers";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

const DAY_MS = 86_400_000;
/** A right-to-left word. */
const PLUM = "برقوق";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);

async function open(query = "", width = 1440) {
  const { page } = await enter(`/learning${query}`, "admin", { width, height: 900 });
  return page;
}

/**
 * Answers a word twelve times on each of three days; one answer in four, of another learner, is
 * wrong.
 */
async function study(): Promise<void> {
  const { deps } = service.app;
  const words = [{ id: "w-plum", text: PLUM, meaning: "a fruit" }];
  await transact(deps.database, (tx) => storeWords(deps, tx, words));
  const books = { type: "system" as const, user_id: null, description: "", tags_json: "[]" };
  const atMs = deps.clock.nowMs();
  const times = { created_at_ms: atMs, updated_at_ms: atMs };
  const { database } = deps;
  await database
    .insertInto("wordbooks")
    .values({ id: "b-fruit", name: "Fruit", ...books, ...times })
    .execute();
  await database
    .insertInto("wordbook_words")
    .values({ wordbook_id: "b-fruit", word_id: "w-plum", position: 0, added_at_ms: atMs })
    .execute();
  const answers = [0, 1, 2].flatMap((daysAgo) =>
    Array.from({ length: 12 }, (_, at) => {
      const when = new Date(atMs - daysAgo * DAY_MS - at * 1_000).toISOString();
      const isCorrect = at % 4 !== 0;
      return [when, "w-plum", { isCorrect, userId: isCorrect ? "u1" : "u2" }] as const;
    }),
  );
  await giveManyAnswers(deps, answers);
}

describe("the learning page", () => {
  it("says in each report that there is nothing yet, in both themes", async () => {
    const page = await open();
    await page.getByRole("heading", { level: 1, name: "No answers in 30 days." }).waitFor();
    for (const none of ["No learner has started a word.", "No book was studied in this period."]) {
      await page.getByText(none).waitFor();
    }
    await expect.poll(() => page.getByText("No answers in this period.").count()).toBe(3);
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("shows answers by day, wordbook, word and hour, with the time of computation", async () => {
    await study();
    // Stored reports may be older than the answers.
    service.advance(3 * 3_600_000);
    const page = await open("?days=7");
    await page
      .getByRole("heading", { level: 1, name: "2 learners gave 36 answers in 7 days." })
      .waitFor();
    await page.getByText("36 answers, 75% correct.", { exact: false }).waitFor();
    const book = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Fruit" }) });
    expect(await book.getByRole("cell").allTextContents()).toEqual([
      ...["System book", "2", "36", expect.any(String)],
    ]);
    const word = page.getByRole("row").filter({ has: page.getByRole("link", { name: PLUM }) });
    expect(await word.getByRole("cell").allTextContents()).toEqual(["36", "75%"]);
    const text = word.getByText(PLUM, { exact: true });
    // Nothing tells the word's language; without `lang` its letters decide on the direction.
    const isAsWritten = (one: Element) => one.matches(":dir(rtl)") && !one.hasAttribute("lang");
    expect(await text.evaluate(isAsWritten)).toBe(true);
    // One for each of the eight reports, and one for the key figures.
    await expect.poll(() => page.getByText(/^As of /).count()).toBe(8);
    await page.getByText(/^Most answers come in the hour from \d\d:00\.$/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("saves the figures of each report, and switches ranges on a phone", async () => {
    const page = await open("", 390);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV: Answers by day" }).click();
    const rows = (await readFile(await (await saved).path(), "utf8")).trimEnd().split("\r\n");
    expect(rows[0]).toBe(
      "\uFEFFDay,Answers,Correct,Share correct,New words,Reviews,Words mastered",
    );
    expect(rows).toHaveLength(31);
    await expect.poll(() => page.getByRole("button", { name: /^CSV: / }).count()).toBe(7);
    await page.getByRole("radio", { name: "90 days" }).check();
    await page.getByRole("heading", { level: 1, name: /36 answers in 90 days/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("days")).toBe("90");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  });

  it("says which report could not be loaded, and keeps the others", async () => {
    const page = await open("?days=7");
    await page.route("**/api/admin/analytics/retention-cohort*", (call) =>
      call.fulfill({ status: 429, json: { success: false, code: "RATE_LIMITED", message: "" } }),
    );
    await goTo(page, "/admin/nowhere");
    await goTo(page, "/admin/learning?days=7&weeks=13");
    await page.getByRole("heading", { name: "Couldn’t load this report." }).waitFor();
    await page.getByRole("link", { name: PLUM }).waitFor();
  });

  it("is where the overview links for more than a day", async () => {
    const { page } = await enter("", "admin");
    await page.getByRole("link", { name: "Learning over time" }).click();
    await page.getByRole("heading", { level: 1, name: /answers in 30 days/ }).waitFor();
  });
});
