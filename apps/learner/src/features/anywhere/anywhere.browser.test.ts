import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, axeInBothThemes } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { chooseStarterBook } from "../../../testing/study.ts";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service, { width: 1440, height: 900 });
  await chooseStarterBook(learner);
  await learner.page.goto("/progress");
  await learner.page.getByRole("heading", { level: 1 }).waitFor();
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const dialog = () => learner.page.getByRole("dialog");
const field = () => dialog().getByRole("combobox");
const option = (name: string | RegExp) => dialog().getByRole("option", { name });
const active = () => dialog().locator("[role=option][aria-selected=true]");

/** Opens the search by its key, types, and waits for the wanted result. */
async function find(text: string, wanted: string | RegExp, key = "/"): Promise<void> {
  await learner.page.keyboard.press(key);
  await field().waitFor();
  await learner.page.keyboard.type(text);
  await option(wanted).first().waitFor();
}

async function isAccessible(): Promise<void> {
  expect(await axeInBothThemes(learner.page, "dialog")).toEqual([]);
}

describe("the search", () => {
  it("finds words during typing, and opens one by keyboard alone", async () => {
    const { page } = learner;
    await find("absolu", /^absolutely/);
    await isAccessible();
    const first = await option(/^absolu/)
      .first()
      .innerText();
    await expect.poll(() => active().innerText()).toBe(first);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => active().innerText()).toBe("All words matching “absolu”");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active().innerText()).toBe(first);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "absolute" }).waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it("finds words by meaning, and links to the full list", async () => {
    const { page } = learner;
    await find("绝对地", /^absolutely/, "Control+k");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/words?q=**");
  });

  it("finds books", async () => {
    await find("first 1,000", /^English: first 1,000 words/, "Control+k");
    await learner.page.keyboard.press("Enter");
    await learner.page.getByRole("heading", { level: 1, name: /first 1,000/ }).waitFor();
  });

  it("runs commands: theme, language, places", async () => {
    const { page } = learner;
    await find("dark", /^Dark/);
    await page.keyboard.press("Enter");
    await page.locator("html[data-theme=dark]").waitFor();
    const preferences = () => learner.ask("GET", "/api/notifications/preferences");
    await expect.poll(preferences).toMatchObject({ theme: "dark" });
    await find("deutsch", /^Deutsch/);
    await page.keyboard.press("Enter");
    await page.locator("html[lang=de]").waitFor();
    await find("english", /^English\s+Sprache/);
    await page.keyboard.press("Enter");
    await page.locator("html[lang=en]").waitFor();
    await find("remind", /^Reminders/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/settings/reminders");
  });

  it("clears its field on the first Esc and closes on the second", async () => {
    const { page } = learner;
    await find("zzzz", /^All words matching/);
    await page.keyboard.press("Escape");
    await option(/^Study/)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  it("leaves the key to a screen's own search, and to fields", async () => {
    const { page } = learner;
    await goTo(page, "/words");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("a/b?");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("a/b?");
    expect(await dialog().count()).toBe(0);
  });

  it("reports when words cannot be searched, and still offers commands", async () => {
    const { page, context } = learner;
    await goTo(page, "/progress");
    await context.setOffline(true);
    await find("settings", /^Account/);
    await dialog().getByText("Can’t reach the server.").waitFor();
    await context.setOffline(false);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });
});

describe("the keys and the account", () => {
  it("are listed on every screen", async () => {
    const { page } = learner;
    await page.keyboard.press("?");
    await dialog().getByText("Everywhere").waitFor();
    await isAccessible();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  it("are in a menu: name, settings, keys, sign-out", async () => {
    const { page, faults } = learner;
    await page.getByRole("button", { name: "Your account" }).press("Enter");
    await page.getByRole("menuitem", { name: /^Learner/ }).waitFor();
    expect(await axe(page, "[role=menu]")).toEqual([]);
    await page.getByRole("menuitem", { name: "Settings" }).press("Enter");
    await page.waitForURL("**/settings/study");
    await page.getByRole("button", { name: "Your account" }).press("Enter");
    await page.getByRole("menuitem", { name: "Sign out everywhere" }).press("Enter");
    await dialog().getByRole("button", { name: "Sign out everywhere" }).press("Enter");
    await page.waitForURL("**/welcome**");
    expect(faults).toEqual([]);
  });
});
