import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWordBatch } from "@wordloom/server/features/library/words/words.service";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const BOOK = "ספר ראשון.";
const NOTE = "זו הערה.";
const words = [
  { text: "question-x", meaning: "هذا كتاب.", examples: ["هذا كتاب جديد."] },
  { text: "peace-x", meaning: "שלום לך." },
  { text: "שלום!", meaning: "peace (greeting)" },
];

let service: TestService;
let learner: Learner;
let ids: readonly string[];
let book: string;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  const { items } = await createWordBatch(service.app.deps, words);
  ids = items.map(({ id }) => id);
  learner = await newLearner(service, { width: 1280, height: 800 });
  const { ask } = learner;
  book = (await ask<{ id: string }>("POST", "/api/wordbooks", { name: BOOK })).id;
  await ask("POST", `/api/wordbooks/${book}/words`, { wordIds: ids });
  await ask("POST", "/api/word-notes", { wordId: ids[0], content: NOTE });
  await ask("PUT", "/api/study-config", { selectedWordbookIds: [book] });
  await learner.page.goto("/");
});
afterAll(async () => {
  await learner.context.close();
  await service.close();
});

/** On which side of its text the last character is, for each place that shows it, in order. */
async function endsOf(page: Page, text: string): Promise<string[]> {
  await page.getByText(text, { exact: true }).first().waitFor();
  return endsNow(page, text);
}

/** The same for what is on the screen right now. */
function endsNow(page: Page, text: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const ends: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const data = node.textContent ?? "";
      if (data.trim() !== wanted || node.parentElement?.checkVisibility() !== true) continue;
      const from = data.indexOf(wanted);
      const xOf = (at: number) => {
        const letter = new Range();
        letter.setStart(node, at);
        letter.setEnd(node, at + 1);
        return letter.getBoundingClientRect().x;
      };
      ends.push(xOf(from + wanted.length - 1) < xOf(from) ? "left" : "right");
    }
    return ends;
  }, text);
}

describe("a right-to-left text", () => {
  it("ends on the left in a list, next to one that ends on the right", async () => {
    const { page } = learner;
    await goTo(page, `/books/${book}`);
    for (const text of ["هذا كتاب.", "שלום לך.", "שלום!", BOOK]) {
      expect([text, new Set(await endsOf(page, text))]).toEqual([text, new Set(["left"])]);
    }
    expect(await endsOf(page, "peace (greeting)")).toEqual(["right"]);
  });

  it("ends on the left as the name of a book among books", async () => {
    await goTo(learner.page, "/books");
    expect(new Set(await endsOf(learner.page, BOOK))).toEqual(new Set(["left"]));
  });

  it("ends on the left as meaning, example and note of a word", async () => {
    const { page } = learner;
    await goTo(page, `/words/${ids[0]}`);
    for (const text of ["هذا كتاب.", "هذا كتاب جديد.", NOTE]) {
      expect([text, new Set(await endsOf(page, text))]).toEqual([text, new Set(["left"])]);
    }
    expect(await endsOf(page, "question-x")).toContain("right");
  });

  it("ends on the left on the study card", async () => {
    const { page } = learner;
    await goTo(page, "/study");
    const shown = words.flatMap(({ text, meaning }) => [text, meaning]);
    const turned = shown.filter((text) => /[\u0590-\u06FF]/.test(text));
    // The first word is asked by its text; its meaning follows.
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Space");
    const ends = async () => {
      const found = await Promise.all(turned.map((text) => endsNow(page, text)));
      return [...new Set(found.flat())];
    };
    await expect.poll(ends).toEqual(["left"]);
  });

  it("ends on the left as the title and the text of a message", async () => {
    const { page, id } = learner;
    await service.app.deps.database
      .insertInto("notifications")
      .values({
        id: "m1",
        user_id: id,
        type: "info",
        title: BOOK,
        message: NOTE,
        content_json: null,
        word_id: null,
        overdue_hours: null,
        once_key: null,
        read_at_ms: null,
        created_at_ms: Date.now(),
      })
      .execute();
    await goTo(page, "/notifications");
    expect(await endsOf(page, NOTE)).toEqual(["left"]);
    expect(await endsNow(page, BOOK)).toEqual(["left"]);
  });

  it("is written from the right in every field", async () => {
    const { page } = learner;
    await goTo(page, `/words/${ids[0]}`);
    await page.getByRole("button", { name: "Edit word" }).click();
    const fields = page.getByRole("dialog").locator("input:not([type=checkbox]), textarea");
    await fields.first().waitFor();
    const bidi = await fields.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).unicodeBidi),
    );
    expect(new Set(bidi)).toEqual(new Set(["plaintext"]));
  });
});
