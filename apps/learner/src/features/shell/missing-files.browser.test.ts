import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { axe } from "@wordloom/testing/browser/axe";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { byKeys, chooseStarterBook, recognizing, study, studying } from "../../../testing/study.ts";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

// What we check: a screen whose file does not load, or that crashes, shows a message and leaves a
// way out. A newer version of the app removes the files of one that is open.
let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
afterEach(() => learner.context.close());

const desktop = { width: 1280, height: 800 };
const MISSING = "Couldn’t load this screen";

describe("a screen in a separate file", () => {
  beforeEach(async () => {
    learner = await inPageOfItsOwn(await newLearner(service, desktop));
    await chooseStarterBook(learner);
  });

  it("reports a missing file after one automatic reload, and can be retried", async () => {
    const { page } = learner;
    // Set up first, because the app prefetches files as soon as its first screen is painted.
    await page.route("**/assets/progress-page*", (route) => route.fulfill({ status: 404 }));
    await opened();
    // It reloads once on its own, since a newer version would have brought its files.
    const reloaded = await beforeReload(page);
    await page.getByRole("link", { name: "Progress", exact: true }).click();
    await reloaded();
    await page.getByRole("heading", { name: MISSING, level: 1 }).waitFor();
    expect(await axe(page)).toEqual([]);
    // The frame around it still navigates, which retries the screen.
    await page.getByRole("link", { name: "Words", exact: true }).click();
    await page.getByRole("heading", { name: "Words", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Progress", exact: true }).click();
    await page.getByRole("heading", { name: MISSING, level: 1 }).waitFor();
    await page.unroute("**/assets/progress-page*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing to show yet").waitFor();
    expect(new URL(page.url()).pathname).toBe("/progress");
  });

  it("loads by itself when the network returns", async () => {
    const { page, context } = learner;
    await opened();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Books", exact: true }).click();
    await page.getByRole("heading", { name: MISSING, level: 1 }).waitFor();
    await context.setOffline(false);
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
  });

  it("leaves the rest of the screen alone if it is a dialog", async () => {
    const { page } = learner;
    // Only with a network: otherwise the browser may have the file from an earlier visit.
    await page.route("**/assets/help-dialog*", (route) => route.fulfill({ status: 404 }));
    await opened();
    await page.keyboard.press("?");
    const again = page.getByRole("button", { name: "Reload" });
    await again.waitFor();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).innerText())
      .toContain("new words");
    expect(await axe(page)).toEqual([]);
    await page.unroute("**/assets/help-dialog*");
    const reloaded = await beforeReload(page);
    await again.click();
    await reloaded();
    await page.getByRole("link", { name: "Words", exact: true }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("While studying").waitFor();
  });

  it("captures the keys while it is a dialog that is still loading", async () => {
    const { page } = learner;
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/help-dialog*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/study");
    await page.getByText("New word").waitFor();
    await page.keyboard.press("?");
    // On the study screen, this key marks the word as known.
    await page.keyboard.press("k");
    held.resolve();
    await page.getByRole("dialog").getByText("While studying").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("0 of 4").waitFor();
    await page.keyboard.press("k");
    await page.getByText("1 of 4").waitFor();
  });

  it("is reported when it crashes", async () => {
    const { page, faults } = learner;
    await opened();
    const body = 'export function BooksPage() { throw new Error("broken"); }';
    await page.route("**/assets/books-page*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body }),
    );
    await page.getByRole("link", { name: "Books", exact: true }).click();
    await page.getByRole("heading", { name: "Something went wrong on this screen" }).waitFor();
    expect(await axe(page, "main")).toEqual([]);
    expect(faults.join()).toContain("broken");
    await page.getByRole("link", { name: "Words", exact: true }).click();
    await page.getByRole("heading", { name: "Words", level: 1 }).waitFor();
  });

  async function opened() {
    const { page } = learner;
    await page.goto("/");
    await page.getByRole("link", { name: "Words", exact: true }).waitFor();
  }
});

describe("a session", () => {
  it("reaches its end without a network, even if the browser stores no files", async () => {
    learner = await studying(service, desktop, recognizing);
    const { page, context } = learner;
    const meanings = await study(learner, byKeys(page), { answers: 1 });
    await page.waitForFunction(hasFilesOfTheEnd);
    await context.setOffline(true);
    await study(learner, byKeys(page), { meanings });
    await page.getByText("Dates appear when you’re back online.").waitFor();
    await context.setOffline(false);
  });

  it("goes online again even if no file loads after its first card", async () => {
    learner = await inPageOfItsOwn(await newLearner(service, desktop));
    await chooseStarterBook(learner);
    const { page, context } = learner;
    await page.route("**/assets/*", async (route) => {
      const isDrawn = await page.getByText("New word", { exact: true }).isVisible();
      await (isDrawn ? route.abort() : route.continue());
    });
    await page.goto("/study");
    await page.getByText("New word", { exact: true }).waitFor();
    await context.setOffline(true);
    const offline = page.getByText(/^You’re offline/);
    await offline.waitFor();
    await context.setOffline(false);
    await offline.waitFor({ state: "detached" });
  });
});

/** Runs in the page: whether all that the summary needs was loaded; the app loads it ahead. */
function hasFilesOfTheEnd(): boolean {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  // Links to the files that its file needs are added all at once.
  const links = "link[rel=modulepreload], link[rel=stylesheet]";
  const needed = [...document.querySelectorAll<HTMLLinkElement>(links)].map(({ href }) => href);
  return (
    ["/done-page-", "/texts-en-later-"].every((part) =>
      loaded.some((name) => name.includes(part)),
    ) && needed.every((name) => loaded.includes(name))
  );
}

/**
 * Marks the open page: its first load may end late, so a "load" event proves nothing.
 * @returns waits until the page was loaded again
 */
async function beforeReload(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => Object.assign(globalThis, { isBeforeReload: true }));
  return () => page.waitForFunction(() => !("isBeforeReload" in globalThis));
}
