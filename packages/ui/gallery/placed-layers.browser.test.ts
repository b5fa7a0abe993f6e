import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, newPage } from "../testing/gallery-pages.ts";
import { eachLayer } from "../testing/gallery-layers.ts";
import { serveGallery } from "../testing/gallery-server.ts";

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
const messages: string[] = [];
beforeAll(async () => {
  // React reports warnings only in this mode.
  gallery = await serveGallery("development");
  page = await newPage(gallery.url);
  page.on("console", (message) => messages.push(message.text()));
  await page.goto(gallery.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
afterAll(async () => {
  await page.context().close();
  await gallery.close();
});

const NAME = "More about this word";

/** Runs in the page: opens a menu by script, and returns its visibility at that moment. */
function visibilityAtOnce(name: string): string {
  const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  menu?.showPopover();
  return menu === null ? "no menu" : getComputedStyle(menu).visibility;
}

/** Runs in the page: presses a button, and checks before the next frame. */
async function pressAndLook(name: string) {
  const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  if (button === null || menu === null) throw new Error("no menu");
  button.click();
  await Promise.resolve();
  const [at, place] = [button.getBoundingClientRect(), menu.getBoundingClientRect()];
  return {
    apart: Math.min(Math.abs(place.top - at.bottom), Math.abs(at.top - place.bottom)),
    hasFocus: menu.contains(document.activeElement),
    says: button.getAttribute("aria-expanded"),
  };
}

describe("a layer", () => {
  test("is invisible until it is placed, even when it opens again", async () => {
    const menu = page.getByRole("menu", { includeHidden: true, name: NAME });
    for (const _ of ["first", "second"]) {
      expect(await page.evaluate(visibilityAtOnce, NAME)).toBe("hidden");
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await expect.poll(() => menu.getAttribute("data-side")).toBe(null);
    }
  });

  test("is placed and focused in the frame of the press", async () => {
    await page.getByRole("button", { name: NAME }).scrollIntoViewIfNeeded();
    const { apart, ...rest } = await page.evaluate(pressAndLook, NAME);
    expect(rest).toEqual({ hasFocus: true, says: "true" });
    expect(apart).toBeLessThanOrEqual(8);
    const menu = page.getByRole("menu", { name: NAME });
    await page.getByRole("button", { name: NAME }).click();
    await menu.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: NAME }).click();
    await menu.waitFor();
    await page.mouse.click(2, 2);
    await menu.waitFor({ state: "hidden" });
  });
});

describe("the table behind a chart", () => {
  test("is created when it opens, by a press or otherwise", async () => {
    const figures = page.getByRole("figure");
    expect(await figures.locator("tr").count()).toBe(0);
    const opened = () => figures.locator("details[open]");
    await figures.first().getByText("Show as a table").click();
    await opened().getByRole("row").nth(1).waitFor();
    const another = figures.last();
    await another.locator("details").evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    await another.getByRole("row").nth(1).waitFor();
    await expect.poll(() => opened().count()).toBe(2);
  });
});

describe("React", () => {
  test("reports no warning about any control or layer", async () => {
    await eachLayer(page, async (part) => {
      await page.locator(part).first().waitFor();
    });
    expect(faultsOf(page)).toEqual([]);
    // Proves that this is React's development build, which advertises its developer tools at
    // startup.
    expect(messages.join()).toContain("React DevTools");
  });
});
