import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const words = [
  remoteWord("aubergine", { meanings: ["a dark fruit"] }),
  remoteWord("courgette", { meanings: ["a green one"] }),
];

let service: TestService;
let center: LocalWeb;
let learner: Learner;
let page: Page;
let faults: string[];
beforeAll(async () => {
  center = await openLocalWeb();
  serve("1");
  service = await openService({
    STARTER_WORDBOOKS: "false",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
  });
  learner = await newLearner(service, { width: 1440, height: 900 });
  ({ page, faults } = learner);
  await page.goto("/books");
});
afterAll(async () => {
  await service.close();
  await center.close();
});
handOnAfterAll(() => [learner]);

/** Serves the center's book in a version; the second has one more word. */
function serve(version: "1" | "2"): void {
  const more = version === "2" ? [remoteWord("leek", { meanings: ["a long one"] })] : [];
  const book = remoteBook([...words, ...more], { name: "Vegetables", version });
  for (const [path, file] of Object.entries(centerPages(book))) center.pages.set(path, file);
}

async function isAccessible(judge = axeOfContent): Promise<void> {
  expect(await judge(page)).toEqual([]);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** A message on the screen; a hidden copy is for screen readers. */
const said = (text: string) => page.getByRole("region", { name: "Messages" }).getByText(text);

/** Whether a control is within the window without scrolling, nothing upon it. */
const isInSight = (control: Locator) =>
  control.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && hit !== null && one.contains(hit);
  });

describe("books", () => {
  it("are created and filled from a list, whose lines are checked first", async () => {
    await page.getByText("You have no lists yet").waitFor();
    await isAccessible(axeInBothThemes);
    await button("New list").press("Enter");
    await button("Create").press("Enter");
    await page.getByText("Enter a name.").waitFor();
    await page.getByLabel("Name").fill("Kitchen");
    await button("Create").press("Enter");
    await page.waitForURL("**/books/*");
    await page.getByLabel("Or paste your words").fill("ladle; n.\nwhisk; to beat");
    await button("Preview").press("Enter");
    await page.getByText("1 word has no meaning, so it won’t be asked by meaning.").waitFor();
    const list = "ladle; a deep spoon\nwhisk\nladle; a deep spoon";
    await page.getByLabel("Or paste your words").fill(list);
    await button("Preview").press("Enter");
    await page.getByText("1 word can be added; 1 can’t be used, 1 duplicate.").waitFor();
    const outcome = (line: string) => page.getByRole("row").filter({ hasText: line });
    await outcome("whisk").getByText("Needs a meaning").waitFor();
    await isAccessible();
    await button("Add 1 word").press("Enter");
    await page.getByRole("link", { name: "ladle" }).waitFor();
    await page.getByRole("switch", { name: "Study this book", checked: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it("go out with the mark by which spreadsheets read their letters", async () => {
    const waiting = page.waitForEvent("download");
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe("Kitchen.csv");
    const bytes = readFileSync((await file.path()) ?? "");
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\xef\xbb\xbftext,");
    expect(bytes.toString()).toMatch(/^ladle,a deep spoon,/m);
  });

  it("let a word be removed and put back", async () => {
    await page.getByRole("checkbox", { name: "Select ladle" }).check();
    await button("Remove from list").click();
    await page.getByText("No words yet").waitFor();
    await button("Undo").click();
    await page.getByRole("link", { name: "ladle" }).waitFor();
  });

  it("are renamed and deleted", async () => {
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Cooking");
    await button("Save").click();
    await page.getByRole("heading", { level: 1, name: "Cooking" }).waitFor();
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Delete list" }).click();
    await button("Delete list").click();
    await page.waitForURL("**/books");
    await page.getByText("You have no lists yet").waitFor();
  });

  it("are imported from a center after a preview, and updated", async () => {
    await goTo(page, "/books");
    await button("Set address").click();
    await page.getByLabel("Address of the center").fill(center.url);
    await button("Save").click();
    await button("Vegetables").click();
    await page.getByRole("dialog").getByText("aubergine").waitFor();
    // As a longer preview in a usual window.
    await page.setViewportSize({ width: 1440, height: 240 });
    const bring = page.getByRole("dialog").getByRole("button", { name: "Import" });
    expect(await isInSight(bring)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await said("Imported Vegetables: 2 words.").waitFor();
    await page.getByRole("checkbox", { name: "Study Vegetables" }).waitFor();
    await isAccessible();
    serve("2");
    await page.reload();
    await page.getByText("Update available: 1 → 2.").waitFor();
    await button("Update").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 → 2: 1 added, 0 changed, 0 removed.").waitFor();
    expect(await said("Vegetables: 1 added, 0 changed, 0 removed.").count()).toBe(0);
    await isAccessible();
    await dialog.getByRole("button", { name: "Update" }).click();
    await said("Vegetables: 1 added, 0 changed, 0 removed.").waitFor();
    expect(faults).toEqual([]);
  });

  it("are imported from an address, after the file is checked", async () => {
    const other = remoteBook([remoteWord("thyme", { meanings: ["an herb"] })], {
      id: "herbs",
      name: "Herbs",
    });
    center.pages.set("/herbs.json", other);
    center.pages.set("/no-book.json", { what: "else" });
    await goTo(page, "/books");
    await button("Import from URL").click();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByLabel("URL of the book file");
    const says = async (address: string, text: string) => {
      await field.fill(address);
      await dialog.getByRole("button", { name: "Import" }).click();
      await dialog.getByText(text).first().waitFor();
    };
    await says("", "Enter the URL of a book file.");
    await says("herbs.json", "Enter a web address that starts with");
    await isAccessible();
    await says(`${center.url}/nothing.json`, "Nothing was found at this address.");
    await says(`${center.url}/no-book.json`, "The file isn’t a book: id is missing or wrong.");
    await says(`${center.url}/wordbooks/demo.json`, "You’ve already imported this book.");
    await field.fill(`${center.url}/herbs.json`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Herbs" }).waitFor();
    await page.getByText("thyme", { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
  });

  it("come with advice when the center does not respond", async () => {
    center.pages.clear();
    await page.goto("/books");
    await page.getByText("Couldn’t read the wordbook center").waitFor();
    await button("Try again").waitFor();
  });
});
