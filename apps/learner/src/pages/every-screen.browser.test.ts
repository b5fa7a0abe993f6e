import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { liveDays, missAgain } from "@wordloom/testing/content/history";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const DAY_MS = 86_400_000;
const desktop = { width: 1280, height: 800 };
const days = [9, 6, 2, 1].map((daysAgo) => ({ daysAgo, words: 6, rightShare: 0.7 }));

let service: TestService;
let learner: Learner;
let page: Page;
let faults: string[];
let words: string[];
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service, { ...desktop, locale: "en-GB", missesNothing: true });
  ({ page, faults } = learner);
  // The account must be older than its answers.
  service.advance(10 * DAY_MS);
  await learner.signInAgain();
  words = await liveDays(page, { days, nowMs: service.app.deps.clock.nowMs() });
  await page.goto("/");
  await settled(page);
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const screens = [
  "/",
  "/words",
  "/words/WORD",
  "/books",
  "/progress",
  "/sessions",
  "/notifications",
  "/settings/account",
  "/settings/study",
  "/settings/interface",
  "/settings/day",
  "/settings/reminders",
  "/settings/about-me",
  "/settings/privacy",
  "/settings/feedback",
  "/study/done",
  "/nowhere",
];
const furtherLists = [
  "/words?filter=due",
  "/words?filter=state&state=learning",
  "/words?filter=slipping",
  "/words?filter=hard",
  "/words?filter=favourites",
];

async function isAccessible(path: string): Promise<void> {
  await goTo(page, path.replace("WORD", words[0] ?? ""));
  expect(await axeInBothThemes(page), path).toEqual([]);
  expect(faults).toEqual([]);
}

describe("a learner with a few days of history", () => {
  it.each(screens)("sees %s, accessible in both themes", async (path) => {
    await isAccessible(path);
  });

  it.each(furtherLists)("sees %s, accessible in both themes", async (path) => {
    await goTo(page, path);
    expect(await axeOfContent(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("finds her hardest words first, until she puts one aside", async () => {
    await goTo(page, "/words?filter=hard");
    await page.getByRole("heading", { name: "No hard words" }).waitFor();
    await missAgain(page, words.slice(0, 3), service.app.deps.clock.nowMs());
    await page.reload();
    const rows = page.locator("main [data-row]");
    await rows.nth(2).waitFor();
    const shown = await rows.allInnerTexts();
    // All have the maximum difficulty, so the misses decide.
    const misses = shown.map((row) => Number(/missed (\d+) times/.exec(row)?.[1]));
    expect(misses).toEqual(misses.toSorted((a, b) => b - a));
    expect(misses[2]).toBeGreaterThanOrEqual(6);
    expect(shown[0]).toContain("won’t stick");
    expect(await axeOfContent(page)).toEqual([]);
    await rows.first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Skip" }).click();
    await rows.nth(2).waitFor({ state: "detached" });
    await expect.poll(() => rows.allInnerTexts()).toEqual(shown.slice(1));
    expect(faults).toEqual([]);
  });

  it("opens a book and a session from their lists", async () => {
    for (const list of ["books", "sessions"]) {
      await goTo(page, `/${list}`);
      await page.locator(`main a[href*="/${list}/"]`).first().click();
      await page.waitForURL(`**/${list}/*`);
      await settled(page);
      expect(await axeInBothThemes(page), list).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  it("sees weeks that start on her region's first day", async () => {
    await goTo(page, "/progress");
    await page.getByRole("heading", { name: "Calendar" }).waitFor();
    const calendar = page.locator("figure", { hasText: "less" }).first();
    await expect.poll(() => calendar.innerText()).toMatch(/Mon[^]*Wed[^]*Fri/);
  });

  it("starts at the top of a screen, even if narrow tabs have to scroll", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/progress", "/words?filter=suspended", "/settings/feedback"]) {
      await goTo(page, path);
      const inView = () => page.evaluate(whatIsInView);
      await expect.poll(inView, { message: path }).toEqual({ pageY: 0, isSeen: true });
    }
  });

  it("has rows that scroll under the bar of a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, "/words");
    await page.locator("main [data-row] input").nth(20).waitFor();
    await expect.poll(() => page.evaluate(whatLiesOnBar)).toBe("NAV");
  });
});

describe("a learner who reads Chinese", () => {
  beforeAll(async () => {
    await page.setViewportSize(desktop);
    await goTo(page, "/settings/interface");
    await page.getByLabel("Language", { exact: true }).selectOption("zh");
    await page.locator("html[lang^=zh]").waitFor();
  });

  it.each([...screens, "/study"])("sees %s, accessible in both themes", async (path) => {
    await isAccessible(path);
  });
});

/** Returns the page's scroll position, and whether the active tab is visible. */
function whatIsInView() {
  const row = document.querySelector("main nav, main [data-tabs]");
  const [tab, frame] = [row?.querySelector("[aria-current]"), row].map((one) =>
    one?.getBoundingClientRect(),
  );
  if (tab === undefined || frame === undefined) return undefined;
  const isSeen = tab.left >= frame.left - 1 && tab.right <= frame.right + 1;
  return { pageY: window.scrollY, isSeen };
}

/** Scrolls a row's checkbox to the middle of the bar, and returns which of the two is on top. */
function whatLiesOnBar(): string | undefined {
  const box = document.querySelectorAll("main [data-row] input")[10];
  const bar = [...document.querySelectorAll("nav")].at(-1)?.getBoundingClientRect();
  if (box === undefined || bar === undefined) return undefined;
  const middle = bar.top + bar.height / 2;
  const center = () => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  window.scrollBy({ top: center().y - middle, behavior: "instant" });
  const { x, y } = center();
  return document.elementFromPoint(x, y)?.closest("nav, [data-row]")?.tagName;
}
