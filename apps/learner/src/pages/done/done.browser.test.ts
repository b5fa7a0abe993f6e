import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { byKeys, byTouch, recognizing, study, studying } from "../../../testing/study.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
const visits = visitsOfEachTest();

const desktop = { width: 1440, height: 900 };
const phone = { touch: true };

/** Runs in the page: notes each number of today's words that is shown. */
function noteNumbers(): void {
  const shownNumbers: number[] = [];
  Object.assign(globalThis, { shownNumbers });
  new MutationObserver(() => {
    const number = document.querySelector("section[class*=reached] [class*=number] [aria-hidden]");
    if (number === null) return;
    const shown = Number(number.textContent);
    if (shown !== shownNumbers.at(-1)) shownNumbers.push(shown);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

describe("the end of a session", () => {
  it("counts up, shows the week and what was earned, and goes on with new words", async () => {
    const learner = await studying(service, phone, { words: 3, ...recognizing });
    visits.push(learner);
    const { page, faults, ask } = learner;
    await study(learner, byTouch(page));
    const reached = page.getByRole("region", { name: "Today’s progress" });
    await reached.getByText("words today").waitFor();
    await reached.getByText("day in a row").waitFor();
    expect(await reached.getByRole("listitem").count()).toBe(7);
    expect(await reached.getByText(/: studied$/).count()).toBe(1);
    await reached.getByText("A full week").waitFor();
    const earned = page.getByRole("status").filter({ hasText: "New badge" });
    await earned.getByRole("heading", { name: "First word" }).waitFor();
    await earned.locator("svg").waitFor();
    // Who went on within the time of undo has seen no date so far.
    await page.getByText("Word by word").tap();
    const dated = page.locator("details li").filter({ hasText: /today|tomorrow|in \d+/ });
    await expect.poll(() => dated.count()).toBe(3);
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "Learn 10 more new words" }).tap();
    await page.getByText("0 of 10").waitFor();
    await page.getByRole("link", { name: "Exit" }).tap();
    await page.getByText("1-day streak").waitFor({ state: "attached" });
    for (const name of ["Today", "Words", "Books", "Progress"]) {
      const link = page.getByRole("navigation").last().getByRole("link", { name });
      await link.locator("svg").waitFor();
    }
    // The drawings stand under Messages, whose dot goes out.
    await page.getByRole("link", { name: "Messages, 1 new" }).tap();
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
    await settled(page);
    const badges = await ask<unknown[]>("GET", "/api/notifications/badges");
    const drawn = page.locator("main li").filter({ has: page.locator("svg text") });
    await expect.poll(() => drawn.count()).toBe(badges.length);
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("counts up on the screen, from nothing to the words of today", async () => {
    const learner = await studying(service, phone, { words: 3, ...recognizing });
    visits.push(learner);
    const { page } = learner;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.evaluate(noteNumbers);
    await study(learner, byTouch(page));
    await page.getByText("words today").waitFor();
    const shown = () =>
      page.evaluate(() => (globalThis as unknown as { shownNumbers: number[] }).shownNumbers);
    await expect.poll(async () => (await shown()).at(-1)).toBe(3);
    const numbers = await shown();
    expect(numbers[0]).toBe(0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it("left early, a badge appears above the next screen", async () => {
    const learner = await studying(service, desktop, { words: 3, ...recognizing });
    visits.push(learner);
    const { page } = learner;
    await study(learner, byKeys(page), { answers: 1 });
    await page.keyboard.press("Escape");
    const shown = page.getByRole("region").filter({ hasText: "New badge: First word" });
    await shown.locator("svg text").waitFor();
    // One button, which goes on with what was begun.
    await page.getByRole("link", { name: "Continue" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "3 words left" }).waitFor();
    expect(await page.getByRole("link", { name: "Study", exact: true }).count()).toBe(0);
    await goTo(page, "/progress");
    const calendar = page.locator("svg[class*=calendar]");
    expect((await calendar.boundingBox())?.width).toBeGreaterThan(900);
  });
});
