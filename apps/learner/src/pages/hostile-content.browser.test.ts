import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWordBatch } from "@wordloom/server/features/library/words/words.service";
import { payloads } from "../../testing/hostile.ts";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const CALM = "Kitchen";

let service: TestService;
let learner: Learner;
let ids: readonly string[];
let book: string;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  ids = await wordIds();
  learner = await newLearner(service, { width: 1280, height: 800 });
  book = await fill(learner);
});
afterAll(async () => {
  await learner.context.close();
  await service.close();
});

/** Creates a word for every payload; its other texts are payloads, too. @returns their ids */
async function wordIds(): Promise<string[]> {
  const drafts = payloads.map((text, at) => {
    const other = (step: number) => payloads.at((at + step) % payloads.length) ?? "";
    const more = {
      pronunciation: other(2),
      partOfSpeech: other(3).slice(0, 64),
      examples: [other(4)],
    };
    return { text, meaning: other(1), ...more, tags: [other(5).slice(0, 40)] };
  });
  const { items } = await createWordBatch(service.app.deps, drafts);
  return items.map(({ id }) => id);
}

/**
 * Stores every payload as a note, a book's name and feedback, with the words in a book to study.
 */
async function fill({ ask }: Learner): Promise<string> {
  const { id } = await ask<{ id: string }>("POST", "/api/wordbooks", { name: CALM });
  await ask("POST", `/api/wordbooks/${id}/words`, { wordIds: ids });
  for (const content of payloads) {
    await ask("POST", "/api/word-notes", { wordId: ids[0], content });
    await ask("POST", "/api/wordbooks", { name: nameOf(content) });
  }
  for (const content of payloads.slice(0, 50)) await ask("POST", "/api/feedback", { content });
  await ask("PUT", "/api/study-config", { selectedWordbookIds: [id], dailyWordCount: 20 });
  return id;
}

/** Cut to the maximum length of a name. */
const nameOf = (payload: string) => payload.slice(0, 100).trim();

/** The exact texts of the page's elements, including fields. */
function textsOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map((one) => one.textContent ?? "").join("\n"),
    selector,
  );
}

const missing = (shown: string, wanted: readonly string[]) =>
  wanted.filter((payload) => !shown.includes(payload));

/** Checks that no script ran and no text became an element. */
async function isHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (globalThis as { __ran?: unknown }).__ran,
    // A character that changes text direction affects only its own text.
    isOpen: [...document.querySelectorAll("main [lang]")].some(
      (text) => getComputedStyle(text).unicodeBidi !== "plaintext",
    ),
    elements: document.querySelectorAll(
      "main :is(script, iframe, object, embed, base, meta, style, link, math, marquee), " +
        "[onerror], [onload], [onfocus], [href^='javascript:' i], [action^='javascript:' i]",
    ).length,
  }));
  expect(found).toEqual({ ran: undefined, elements: 0, isOpen: false });
}

async function showEveryRow(page: Page, rows: number): Promise<void> {
  const more = page.getByRole("button", { name: "Show more" });
  for (;;) {
    const count = await page.locator("[data-row]").count();
    if (count >= rows) return;
    await more.click();
    await page.waitForFunction(
      (before) => document.querySelectorAll("[data-row]").length > before,
      count,
    );
  }
}

/** Drops the service's security policy, so that React alone must keep texts inert. */
async function withoutPolicy(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    return route.fulfill({ response, headers });
  });
}

/** Whether an inline script runs, which happens only without a policy. */
function runsInline(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.__inline = true";
    document.head.append(script);
    script.remove();
    return "__inline" in globalThis;
  });
}

describe("texts that contain code", () => {
  it.each(["with the policy", "without a policy"])("stay texts, %s", async (policy) => {
    const { page, faults } = learner;
    const isOpen = policy === "without a policy";
    if (isOpen) await withoutPolicy(page);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`/books/${book}`);
    await page.locator("[data-row]").first().waitFor();
    expect(await runsInline(page)).toBe(isOpen);
    // The browser has reported that script; from here on it must report nothing.
    faults.length = 0;
    await showEveryRow(page, payloads.length);
    expect(missing(await textsOf(page, "[data-row]"), payloads)).toEqual([]);
    await isHarmless(page);

    await goTo(page, "/books");
    await page.getByText(CALM, { exact: true }).first().waitFor();
    expect(missing(await textsOf(page, "main"), payloads.map(nameOf))).toEqual([]);
    await isHarmless(page);

    await goTo(page, `/words/${ids[0]}`);
    await page.getByRole("button", { name: "Write a note" }).waitFor();
    expect(missing(await textsOf(page, "main"), payloads)).toEqual([]);
    await isHarmless(page);

    await goTo(page, "/settings/feedback");
    await page.locator("[data-row]").nth(49).waitFor();
    expect(missing(await textsOf(page, "[data-row]"), payloads.slice(0, 50))).toEqual([]);
    await isHarmless(page);

    await goTo(page, "/study");
    for (let step = 0; step < 6; step += 1) {
      const button = page.locator("ol button:enabled").first();
      await button
        .or(page.getByRole("button", { name: "Next" }))
        .first()
        .waitFor();
      const shown = await textsOf(page, "h1");
      expect(payloads.some((payload) => shown.includes(payload))).toBe(true);
      await isHarmless(page);
      const before = await page.locator("main").innerText();
      await page.keyboard.press((await button.isVisible()) ? "1" : "Space");
      await page.waitForFunction(
        (text) => document.querySelector("main")?.innerText !== text,
        before,
      );
    }
    await page.keyboard.press("k");
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("onerror");
    await page.getByRole("option").nth(5).waitFor();
    await isHarmless(page);
    expect([dialogs, faults]).toEqual([[], []]);
  });
});
