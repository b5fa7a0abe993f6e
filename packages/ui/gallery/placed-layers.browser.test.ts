import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, newPage } from "../testing/browser.ts";
import { eachLayer } from "../testing/gallery-layers.ts";
import { serveGallery } from "../testing/gallery-server.ts";

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
const told: string[] = [];
beforeAll(async () => {
  // React complains only here.
  gallery = await serveGallery("development");
  page = await newPage();
  page.on("console", (message) => told.push(message.text()));
  await page.goto(gallery.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
afterAll(async () => {
  await page.context().close();
  await gallery.close();
});

/** Runs in the page: opens a menu as a browser does, which tells the program of it later. */
function opacityAtOnce(): string {
  const button = document.querySelector<HTMLElement>("[aria-label='More about this word']");
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  menu?.showPopover();
  return menu === null ? "no menu" : getComputedStyle(menu).opacity;
}

describe("a layer", () => {
  test("is not seen before it has its place, the second time neither", async () => {
    const menu = page.getByRole("menu", { includeHidden: true, name: "More about this word" });
    const opacity = () => menu.evaluate((element) => getComputedStyle(element).opacity);
    for (const _ of ["first", "second"]) {
      expect(await page.evaluate(opacityAtOnce)).toBe("0");
      await expect.poll(opacity).toBe("1");
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await expect.poll(() => menu.getAttribute("data-side")).toBe(null);
    }
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
    expect(await opened().count()).toBe(2);
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
