import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, newPage } from "../testing/gallery-pages.ts";
import { axe, axeInBothThemes, axeOfColors } from "@wordloom/testing/browser/axe";
import type { View } from "@wordloom/testing/browser/pages";
import { eachLayer } from "../testing/gallery-layers.ts";
import { serveGallery } from "../testing/gallery-server.ts";
import type { PartId } from "./gallery.tsx";

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
/** Most tests share one page, which is reset for each of them. */
let desktop: Page;

beforeAll(async () => {
  gallery = await serveGallery();
  desktop = await newPage(gallery.url);
  await load(desktop);
});
afterAll(async () => {
  await desktop.context().close();
  await gallery.close();
});
afterEach(async () => {
  expect(faultsOf(page)).toEqual([]);
  if (page !== desktop) await page.context().close();
});

async function load(at: Page): Promise<void> {
  await at.goto(gallery.url);
  await at.getByRole("heading", { level: 1 }).waitFor();
}

/** @param only  parts to show below the header; all if omitted */
async function open({ only, ...look }: View & { only?: readonly PartId[] } = {}): Promise<void> {
  const { width = 1440, height = 900, theme = "light" } = look;
  page = desktop;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate(
    (of) => dispatchEvent(new CustomEvent("redraw", of)),
    only && { detail: only },
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);
const isOpen = (role: "dialog" | "menu" | "listbox") => page.getByRole(role).isVisible();

describe("axe finds nothing", () => {
  test("on a phone-sized page, light and dark", async () => {
    page = await newPage(gallery.url, { width: 390, height: 844, touch: true });
    await load(page);
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  test("on a desktop-sized page, light and dark", async () => {
    await open();
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  test.each([
    { theme: "light", judge: axe },
    { theme: "dark", judge: axeOfColors },
  ] as const)("in layers of the $theme theme", async ({ theme, judge }) => {
    await open({ theme, only: ["fields", "layers"] });
    await eachLayer(page, async (part) => {
      expect(await judge(page, part), part).toEqual([]);
    });
  });

  test("only because nothing is wrong: it does find a fault", async () => {
    await open({ only: [] });
    await page.evaluate(() => {
      const image = document.createElement("img");
      image.id = "nameless";
      document.querySelector("header")?.append(image);
      document.querySelector<HTMLElement>("header p")?.style.setProperty("color", "#ddd");
    });
    const found = await axe(page, "header");
    expect(found.some((line) => line.startsWith("image-alt"))).toBe(true);
    expect(found.some((line) => line.startsWith("color-contrast"))).toBe(true);
    expect((await axeOfColors(page, "header")).length).toBeGreaterThan(0);
  });
});

describe("the page is not wider than the window", () => {
  test.each([
    { width: 320, scale: "1" },
    { width: 320, scale: "1.5" },
    { width: 640, scale: "2" },
    { width: 820, scale: "1" },
  ])("of $width px with text of $scale", async ({ width, scale }) => {
    await open({ width, height: 700 });
    await page.evaluate((size) => {
      document.documentElement.style.setProperty("--text-scale", size);
    }, scale);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(wide).toBeLessThanOrEqual(width);
  });
});

describe("themes", () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("follow the system, unless the learner chose one", async () => {
    await open({ theme: "dark" });
    const dark = await ground();
    await button("Dialog").scrollIntoViewIfNeeded();
    await page.getByRole("radio", { name: "Light" }).check();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.getByRole("radio", { name: "System" }).check();
    await expect.poll(ground).toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(ground).toBe(light);
  });

  test("print light", async () => {
    await open({ theme: "dark", only: [] });
    await page.emulateMedia({ media: "print" });
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(ink);
  });

  test("do not animate when reduced motion is on", async () => {
    const calm = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--calm"));
    await open({ only: [] });
    expect(Number.parseFloat(await calm())).toBe(0);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(Number.parseFloat(await calm())).toBeGreaterThan(0);
    await page.evaluate(() => document.documentElement.setAttribute("data-motion", "none"));
    expect(Number.parseFloat(await calm())).toBe(0);
  });
});

describe("a menu", () => {
  test("works with the keyboard alone", async () => {
    await open({ only: ["layers"] });
    await button("More about this word").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toContain("Favorite");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Delete");
    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    await expect.poll(focused).toBe("Start over");
    await page.keyboard.press("Escape");
    await expect.poll(() => isOpen("menu")).toBe(false);
    await expect.poll(focused).toBe("More about this word");
  });

  test("stays open for a disabled item, and closes for an enabled one", async () => {
    await open({ only: ["layers"] });
    await button("More about this word").click();
    // A forced click does not wait until the menu has been placed.
    await page.getByRole("menuitem", { name: "Note" }).hover();
    await page.getByRole("menuitem", { name: "Not offered now" }).click({ force: true });
    await expect.poll(() => isOpen("menu")).toBe(true);
    await page.getByRole("menuitem", { name: "Note" }).click();
    await expect.poll(() => isOpen("menu")).toBe(false);
  });

  test("stays inside the window and at its button", async () => {
    await open({ width: 390, height: 700 });
    await button("More about this word").click();
    const menu = await page.getByRole("menu").boundingBox();
    const anchor = await button("More about this word").boundingBox();
    if (menu === null || anchor === null) throw new Error("not shown");
    expect(menu.x).toBeGreaterThanOrEqual(8);
    expect(menu.x + menu.width).toBeLessThanOrEqual(382);
    const apart = Math.min(
      Math.abs(menu.y - (anchor.y + anchor.height)),
      Math.abs(anchor.y - (menu.y + menu.height)),
    );
    expect(apart).toBeLessThanOrEqual(8);
  });
});

describe("a dialog", () => {
  test("moves the focus to its field, traps it, and returns it on closing", async () => {
    await open({ only: ["layers"] });
    await button("Dialog").focus();
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "Title" });
    await expect.poll(() => hasFocus(field)).toBe(true);
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Tab");
      // After the last control, the focus passes through the browser's own toolbar, which the page
      // sees as the body.
      const where = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest("dialog") !== null || at === document.body;
      });
      expect(where).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => isOpen("dialog")).toBe(false);
    await expect.poll(focused).toBe("Dialog");
  });

  test("closes on a press outside, but not on one that began inside", async () => {
    await open({ only: ["layers"] });
    await button("Dialog").click();
    const title = page.getByRole("heading", { name: "A book of your own" });
    const box = await title.boundingBox();
    if (box === null) throw new Error("not shown");
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await expect.poll(() => isOpen("dialog")).toBe(true);
    await page.mouse.click(4, 4);
    await expect.poll(() => isOpen("dialog")).toBe(false);
  });

  test("requires typing the name for an act that cannot be undone", async () => {
    await open({ only: ["layers"] });
    await button("Confirm by typing").click();
    const go = button("Delete for good");
    await expect.poll(() => go.isDisabled()).toBe(true);
    await page.keyboard.type("ad");
    await page.keyboard.press("Enter");
    await expect.poll(() => isOpen("dialog")).toBe(true);
    await page.keyboard.type("a");
    await expect.poll(() => go.isDisabled()).toBe(false);
    await page.keyboard.press("Enter");
    await expect.poll(() => isOpen("dialog")).toBe(false);
  });
});

describe("a combobox", () => {
  const option = (look = {}) => page.getByRole("listbox").getByRole("option", look);
  const zone = () => page.getByRole("combobox", { name: "Time zone" });

  test("searches while typing, moves by arrow keys, and chooses with Enter", async () => {
    await open({ only: ["fields"] });
    await zone().focus();
    await page.keyboard.type("new y");
    await expect.poll(() => option().count()).toBe(1);
    const active = await zone().getAttribute("aria-activedescendant");
    await expect.poll(() => option().getAttribute("id")).toBe(active);
    await page.keyboard.press("Enter");
    await expect.poll(() => zone().inputValue()).toBe("New York");
    await expect.poll(() => zone().getAttribute("aria-expanded")).toBe("false");
  });

  test("opens at the chosen option, with all options listed", async () => {
    await open({ only: ["fields"] });
    await zone().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => option().count()).toBeGreaterThan(300);
    const chosen = option({ selected: true });
    const active = await zone().getAttribute("aria-activedescendant");
    await expect.poll(() => chosen.getAttribute("id")).toBe(active);
    const list = await page.getByRole("listbox").boundingBox();
    const row = await chosen.boundingBox();
    if (list === null || row === null) throw new Error("not shown");
    expect(row.y).toBeGreaterThanOrEqual(list.y);
    expect(row.y + row.height).toBeLessThanOrEqual(list.y + list.height);
  });

  test("restores the previous value on Esc and on leaving", async () => {
    await open({ only: ["fields"] });
    await zone().focus();
    await page.keyboard.type("atlantis");
    await expect.poll(() => option().textContent()).toBe("Nothing of that name");
    await page.keyboard.press("Escape");
    await expect.poll(() => zone().inputValue()).toBe("Berlin");
    await page.keyboard.type("ber");
    await page.keyboard.press("Tab");
    await expect.poll(() => zone().inputValue()).toBe("Berlin");
    await expect.poll(() => isOpen("listbox")).toBe(false);
  });
});

describe("a form", () => {
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const error = async (name: string) => {
    const ids = (await field(name).getAttribute("aria-describedby")) ?? "";
    return page.evaluate(
      (id) => document.getElementById(id)?.textContent ?? "",
      ids.split(" ")[0] ?? "",
    );
  };

  test("is checked before sending, and focuses the first error", async () => {
    await open({ only: ["fields"] });
    await button("Sign in").click();
    await expect.poll(() => error("Your address")).toBe("An address has an @ in it.");
    await expect.poll(() => error("Your secret")).toBe("At least eight characters.");
    await expect.poll(() => hasFocus(field("Your address"))).toBe(true);
    await page.keyboard.type("eve@example.org");
    await expect.poll(() => error("Your address")).toBe("");
  });

  test("shows a refusal at its field and above the form until it is corrected", async () => {
    await open({ only: ["fields"] });
    await field("Your address").fill("eve@example.org");
    await field("Your secret").fill("correct horse");
    await button("Sign in").click();
    await expect.poll(() => error("Your address")).toBe("Nobody is known by this address.");
    const refusal = page.getByTestId("form").getByRole("alert");
    await expect.poll(() => refusal.textContent()).toBe("You are not signed in.");
    await field("Your address").fill("ada@example.org");
    await expect.poll(() => error("Your address")).toBe("");
    await expect.poll(() => refusal.count()).toBe(0);
  });

  test("shows a password only on request", async () => {
    await open({ only: ["fields"] });
    const secret = field("Your secret");
    await page.getByTestId("form").getByRole("button", { name: "Show the password" }).click();
    await expect.poll(() => secret.getAttribute("type")).toBe("text");
    await page.getByTestId("form").getByRole("button", { name: "Hide the password" }).click();
    await expect.poll(() => secret.getAttribute("type")).toBe("password");
  });
});

describe("toasts", () => {
  test("are read out, offer undo, and close one at a time with Esc", async () => {
    await open({ only: ["layers"] });
    await button("Toast").click();
    await expect
      .poll(() => page.getByRole("status").allTextContents())
      .toContain("“reluctant” counts as known.");
    await page.getByRole("region", { name: "Messages" }).getByText("Undo").click();
    await expect.poll(() => page.getByTestId("undone").textContent()).toBe("Undone 1 times");
    await expect.poll(() => page.getByRole("region", { name: "Messages" }).isVisible()).toBe(false);
    await button("Toast of a fault").click();
    await page.getByRole("region", { name: "Messages" }).getByRole("button").focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("region", { name: "Messages" }).isVisible()).toBe(false);
    await expect.poll(focused).toBe("Toast of a fault");
  });
});

describe("toasts above a bar of actions", () => {
  test("cover none of its buttons", async () => {
    await open({ only: ["lists", "layers"] });
    await page.getByRole("checkbox", { name: "Choose reluctant" }).first().click();
    await button("Toast of a fault").click();
    const bar = page.getByRole("group", { name: "1 chosen" });
    const toasts = page.getByRole("region", { name: "Messages" });
    await toasts.getByRole("paragraph").waitFor();
    const isAbove = async () => {
      const card = await toasts.locator("> div").boundingBox();
      const lower = await bar.boundingBox();
      return (card?.y ?? 0) + (card?.height ?? 0) <= (lower?.y ?? 0);
    };
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(isAbove).toBe(true);
  });
});

describe("lists and charts", () => {
  test("moves along rows with j and k, which stay letters in a field", async () => {
    await open({ only: ["fields", "lists"] });
    await page.keyboard.press("j");
    await expect.poll(focused).toBe("reluctant");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await expect.poll(focused).toBe("attribute");
    const note = page.getByLabel("Your note");
    await note.focus();
    await page.keyboard.press("j");
    await expect.poll(() => hasFocus(note)).toBe(true);
  });

  test("selects a range with Shift, and the bar counts the rows", async () => {
    await open({ only: ["lists"] });
    const list = page.getByRole("list", { name: "Words", exact: true });
    await list.getByRole("checkbox", { name: "Choose reluctant" }).click();
    await list.getByRole("checkbox", { name: "Choose endure" }).click({ modifiers: ["Shift"] });
    await expect.poll(() => page.getByRole("group", { name: "4 chosen" }).isVisible()).toBe(true);
  });

  test("sorts a column by its button, and announces it", async () => {
    await open({ only: ["lists"] });
    const word = page.getByRole("columnheader", { name: "Word" });
    await word.getByRole("button").click();
    await expect.poll(() => word.getAttribute("aria-sort")).toBe("ascending");
    const table = page.getByRole("table", { name: "Words by their chance today" });
    await expect.poll(() => table.getByRole("rowheader").first().textContent()).toBe("attribute");
  });

  test("lets arrow keys walk along a chart, with the values in words", async () => {
    await open({ only: ["charts"] });
    const curve = page.getByRole("slider", { name: "Chance to recall, with each answer" });
    const told = () => curve.getAttribute("aria-valuetext");
    await curve.focus();
    await expect.poll(told).toBe("Today: 71 %");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(told).toBe("15 November: recalled at 58 %");
    await page.keyboard.press("Home");
    await expect.poll(told).toBe("5 November: missed at 51 %");
    const calendar = page.getByRole("slider", { name: "Words by day" });
    await calendar.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => calendar.getAttribute("aria-valuetext")).toMatch(/^2026-11-15/);
  });

  test("holds a chart's figures in the table behind it", async () => {
    await open({ only: ["charts"] });
    const figure = page.getByRole("figure").filter({ hasText: "154 reviews" });
    await figure.getByText("Show as a table").click();
    await expect.poll(() => figure.getByRole("row").nth(1).textContent()).toBe("Today31");
  });
});
