import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, newPage } from "../testing/gallery-pages.ts";
import { eachLayer } from "../testing/gallery-layers.ts";
import { serveGallery } from "../testing/gallery-server.ts";

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
const told: string[] = [];
beforeAll(async () => {
  // React complains only here.
  gallery = await serveGallery("development");
  page = await newPage(gallery.url);
  page.on("console", (message) => told.push(message.text()));
  await page.goto(gallery.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
afterAll(async () => {
  await page.context().close();
  await gallery.close();
});

const NAME = "More about this word";

/** Runs in the page: opens a menu by itself, of which the program is told while that is done. */
function visibilityAtOnce(name: string): string {
  const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  menu?.showPopover();
  return menu === null ? "no menu" : getComputedStyle(menu).visibility;
}

/** Runs in the page: presses a button, and looks before anything is drawn. */
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
  test("is not seen before it has its place, the second time neither", async () => {
    const menu = page.getByRole("menu", { includeHidden: true, name: NAME });
    for (const _ of ["first", "second"]) {
      expect(await page.evaluate(visibilityAtOnce, NAME)).toBe("hidden");
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await expect.poll(() => menu.getAttribute("data-side")).toBe(null);
    }
  });

  test("of a press has its place and the focus before anything is drawn", async () => {
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
  test("is made when it is opened, by a press or in another way", async () => {
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
  test("has nothing to complain about, of any control and layer", async () => {
    await eachLayer(page, async (part) => {
      await page.locator(part).first().waitFor();
    });
    expect(faultsOf(page)).toEqual([]);
    // This is the React that complains: at its start it names its tools for developers.
    expect(told.join()).toContain("React DevTools");
  });
});
