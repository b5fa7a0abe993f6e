import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WordPublic } from "@wordloom/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWordBatch } from "@wordloom/server/features/library/words/words.service";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

/** Lists as learners have them, beside the repository. */
const LISTS = join(import.meta.dirname, "../../../../../../shared/data/lists");

const german = [
  ["Wort", "Plural", "Englisch", "Beispiel"],
  ["der Apfel", "die Äpfel", "apple", "Der Apfel ist noch grün."],
  ["die Bank", "die Bänke", "bench", "Die Bank im Park."],
  ["die Bank", "die Banken", "bank", "Die Bank ist zu."],
  ["das Gift", "die Gifte", "poison", ""],
  ["der Käse", "", "cheese; (fig.) rubbish", "Der Käse riecht."],
];
/** One line has no word, one has a quotation mark that is never closed. */
const faulty = [
  "word;meaning",
  "ladle;a deep spoon",
  ";nothing",
  'whisk;"to beat; to whip"',
  'fork;"a prong; a branch"',
  '"spoon;never closed',
].join("\n");

let service: TestService;
let learner: Learner;
let page: Page;
let faults: string[];
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false", LIMITS_MAX_IMPORT_BYTES: "1048576" });
  learner = await newLearner(service, { width: 1440, height: 900 });
  ({ page, faults } = learner);
  await createWordBatch(service.app.deps, [{ text: "ladle", meaning: "library ladle" }]);
  await page.goto("/books");
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => (cell.includes(";") ? `"${cell}"` : cell)).join(";"));

/** Chooses a file in the sheet, which is open. */
async function choose(name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === "string" ? Buffer.from(content) : content;
  await page
    .getByLabel("From a file")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

async function bring(name: string, content: string | Buffer): Promise<void> {
  await goTo(page, "/books");
  await button("Import your words").click();
  await choose(name, content);
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Deletes the import that is open. */
async function deleteOpen(): Promise<void> {
  await button("Delete import").click();
  await button("Delete import").last().click();
  await page.waitForURL("**/books");
}

async function meaningsIn(name: string): Promise<string[]> {
  const books = await learner.ask<{ id: string; name: string }[]>("GET", "/api/wordbooks/user");
  const id = books.find((book) => book.name === name)?.id;
  if (id === undefined) return [];
  const { data } = await learner.ask<{ data: WordPublic[] }>(
    "GET",
    `/api/wordbooks/${id}/words?perPage=100`,
  );
  return data.map(({ text, meaning }) => `${text} = ${meaning}`).toSorted();
}

const everyMeaning = german
  .slice(1)
  .map(([text, , meaning]) => `${text} = ${meaning}`)
  .toSorted();

describe("a file of words", () => {
  it("comes in with every meaning as written, after its columns are checked", async () => {
    await button("Import your words").click();
    expect(await axeInBothThemes(page)).toEqual([]);
    await choose("deutsch.csv", csvOf(german).join("\n"));
    await page.getByRole("heading", { level: 1, name: "deutsch.csv" }).waitFor();
    await page.getByText("5 lines: 5 new words.").waitFor();
    const holds = (column: string) => page.getByLabel(`What “${column}” holds`);
    expect(await holds("Wort").inputValue()).toBe("text");
    expect(await holds("Englisch").inputValue()).toBe("meaning");
    expect(await holds("Beispiel").inputValue()).toBe("examples");
    expect(await page.getByLabel("Language of the word").inputValue()).toBe("de");
    await holds("Wort").selectOption("Leave out");
    await page.getByText("Choose which column holds the words.").waitFor();
    expect(await button("Import").isDisabled()).toBe(true);
    await holds("Wort").selectOption("Word");
    await holds("Plural").selectOption("Tags");
    await page.getByLabel("Name of the list").fill("Deutsch A1");
    await button("Import 5 words").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await button("Import 5 words").press("Enter");
    await page.getByText("Added 5 words to Deutsch A1.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await axeOfContent(page)).toEqual([]);
    expect(await meaningsIn("Deutsch A1")).toEqual(everyMeaning);
    expect(faults).toEqual([]);
  });

  it("is studied with one press", async () => {
    await button("Study these words").click();
    await page.waitForURL("**/study");
    await page.getByText("New word").waitFor();
    await page.goto("/books");
    await page.getByRole("checkbox", { name: "Study Deutsch A1", checked: true }).waitFor();
  });

  it("changes nothing when it comes a second time", async () => {
    await bring("Deutsch A1.csv", csvOf(german).join("\n"));
    await page.getByText("5 lines: 5 already there.").waitFor();
    await page.getByText("Nothing new.").waitFor();
    await button("Import").click();
    await page.getByText("Done: nothing new").last().waitFor();
    expect(await meaningsIn("Deutsch A1")).toEqual(everyMeaning);
    await deleteOpen();
  });

  it("waits over a reload with what was chosen, and is taken back with its list", async () => {
    await bring("küche.txt", "Löffel\tspoon\nMesser\tknife");
    await page.getByLabel("Name of the list").fill("Küche");
    await page.getByLabel("Language of the word").selectOption("de");
    await page.getByRole("radio", { name: "Skip it" }).check();
    await page.getByText("2 lines: 2 new words.").waitFor();
    await expect
      .poll(() => planned("küche.txt"))
      .toMatchObject({ newBook: { name: "Küche" }, language: "de", onDuplicate: "skip" });
    await page.reload();
    await button("Import 2 words").waitFor();
    expect(await page.getByLabel("Name of the list").inputValue()).toBe("Küche");
    expect(await page.getByRole("radio", { name: "Skip it" }).isChecked()).toBe(true);
    await button("Import 2 words").click();
    await page.getByText("Added 2 words to Küche.").waitFor();
    expect(await meaningsIn("Küche")).toEqual(["Löffel = spoon", "Messer = knife"]);
    await button("Undo this import").click();
    await button("Undo this import").last().click();
    await page.getByText("This import was undone.").waitFor();
    expect(await meaningsIn("Küche")).toEqual([]);
    await deleteOpen();
    expect(faults).toEqual([]);
  });

  it("says line by line what cannot be used, and what to do", async () => {
    await bring("faulty.csv", faulty);
    await page.getByText("5 lines: 3 new words, 2 can’t be read.").waitFor();
    const line = (where: string) => page.getByRole("row").filter({ hasText: where });
    await line("Line 3").getByText("There’s no word. Add it, or delete the line.").waitFor();
    await line("Line 6").getByText("A quotation mark isn’t closed.").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("radio", { name: "Use the library’s" }).check();
    await page.getByText("1 from the library").waitFor();
    await button("Import 3 words").click();
    await page.getByText("Added 3 words to faulty.").waitFor();
    expect(await meaningsIn("faulty")).toEqual([
      "fork = a prong; a branch",
      "ladle = library ladle",
      "whisk = to beat; to whip",
    ]);
    await line("Line 3").waitFor();
    await deleteOpen();
  });

  it("says how many of its words have no meaning, before and after it comes in", async () => {
    await bring("parts.csv", "word;meaning\nsieve;n.\ntongs;to grip with");
    const silent = "2 lines: 2 new words. 1 word has no meaning, so it won’t be asked by meaning.";
    await page.getByText(silent).waitFor();
    await button("Import 2 words").click();
    await page.getByText("Added 2 words to parts.").waitFor();
    await page.getByText(silent).waitFor();
    await deleteOpen();
  });

  it("that nothing can read says what to do instead", async () => {
    await bring("scan.pdf", "%PDF-1.7 not a list");
    await page.getByText("This is a document. Copy its words and paste them").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("link", { name: "Import another file" }).click();
    await page.getByRole("dialog", { name: "Import your words" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("The import failed").waitFor();
    await page.getByRole("link", { name: "scan.pdf" }).click();
    await page.getByRole("heading", { level: 1, name: "scan.pdf" }).waitFor();
    await deleteOpen();
  });

  it("that is empty, too large or one too many is refused in the sheet, which stays", async () => {
    await button("Import your words").click();
    await choose("empty.csv", "");
    await page.getByText("The file is empty.").waitFor();
    await choose("large.csv", Buffer.alloc(1_100_000, "a,b\n"));
    await page.getByText("At most 1 MB; yours has more. Split the file").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    for (const name of ["one.csv", "two.csv"]) {
      await choose(name, "ladle,a spoon");
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await goTo(page, "/books");
      await button("Import your words").click();
    }
    await choose("three.csv", "ladle,a spoon");
    await page.getByText("or two that aren’t finished").waitFor();
    await page.keyboard.press("Escape");
    for (const name of ["one.csv", "two.csv"]) {
      await page.getByRole("link", { name }).click();
      await page.getByText("1 line: 1 new word.").waitFor();
      await deleteOpen();
    }
  });

  it("is sent again after the connection was lost", async () => {
    await button("Import your words").click();
    await page.context().setOffline(true);
    await choose("later.csv", "ladle,a spoon");
    await page.getByRole("dialog").getByText("Can’t reach the server.").waitFor();
    await page.context().setOffline(false);
    await button("Try again").click();
    await page.getByRole("heading", { level: 1, name: "later.csv" }).waitFor();
    await button("Import 1 word").waitFor();
    await deleteOpen();
  });

  it("is read without the event stream, too", async () => {
    const other = await page.context().newPage();
    await other.route("**/api/realtime/events*", (route) => route.abort());
    await page.goto("about:blank");
    await other.goto("/books?bring");
    await other.getByLabel("From a file").setInputFiles({
      name: "polled.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("ladle,a spoon"),
    });
    await other.getByRole("button", { name: "Import 1 word", exact: true }).click();
    await other.getByText("Added 1 word to polled.").waitFor();
    await other.close();
    await page.goto("/books");
  });

  it("may be dropped anywhere on the page", async () => {
    const drop = (type: string) =>
      page.evaluate((name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["Löffel\tspoon"], "dropped.txt"));
        const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector("main")?.dispatchEvent(event);
        return event.defaultPrevented;
      }, type);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await drop("dragover")).toBe(true);
    await page.getByText("Drop the file to import its words").waitFor();
    await drop("drop");
    await page.getByRole("heading", { level: 1, name: "dropped.txt" }).waitFor();
    await button("Import 1 word").waitFor();
    await deleteOpen();
    expect(faults).toEqual([]);
  });
});

describe("a pasted text", () => {
  it("that is too long for a list goes as a file, into the list where it was pasted", async () => {
    const { id } = await learner.ask<{ id: string }>("POST", "/api/wordbooks", { name: "Long" });
    await goTo(page, `/books/${id}?fill`);
    const lines = Array.from({ length: 2_001 }, (_, n) => `word ${n}\tmeaning ${n}`);
    await page.getByLabel("Or paste your words").fill(lines.join("\n"));
    await button("Preview").click();
    await page.getByRole("heading", { level: 1, name: "Long.txt" }).waitFor();
    await page.getByText("2,001 lines: 2,001 new words.").waitFor();
    expect(await page.getByLabel("List", { exact: true }).inputValue()).toBe(id);
    await button("Import 2,001 words").click();
    await page.getByText("Added 2,001 words to Long.").waitFor();
    await page.getByRole("link", { name: "Open the list" }).click();
    await page.getByRole("heading", { level: 1, name: "Long" }).waitFor();
  });

  it("without a list is asked where its words go", async () => {
    await goTo(page, "/books");
    await button("Import your words").click();
    await page.getByLabel("Or paste your words").fill("Löffel – spoon\nMesser – knife");
    await button("Preview").click();
    await page.getByRole("heading", { level: 1, name: "Pasted words.txt" }).waitFor();
    await button("Import 2 words").click();
    await page.getByText("Added 2 words to Pasted words.").waitFor();
    expect(await meaningsIn("Pasted words")).toEqual(["Löffel = spoon", "Messer = knife"]);
  });
});

describe.skipIf(!existsSync(LISTS))("a list as learners have it", () => {
  it.each([
    ["csv-semicolon-utf8-bom.csv", "die Birne = pear; light bulb"],
    ["csv-windows-1252.csv", undefined],
    ["excel-simple.xlsx", undefined],
    ["markdown-table.md", undefined],
    ["kindle-vocab.db", undefined],
  ])("%s is read, and shows its first rows", async (name, line) => {
    await bring(name, readFileSync(join(LISTS, name)));
    await page.getByRole("table", { name: "First rows of the file" }).waitFor();
    await page.getByText(/^\d+ lines: /).waitFor();
    if (line !== undefined) {
      await page.getByRole("button", { name: /^Import/ }).click();
      await page.getByText(/^Added \d+ words to/).waitFor();
      expect(await meaningsIn(name.replace(/\.csv$/, ""))).toContain(line);
    }
    await deleteOpen();
    expect(faults).toEqual([]);
  });
});

async function planned(name: string): Promise<unknown> {
  const { imports } = await learner.ask<{ imports: { name: string; options: unknown }[] }>(
    "GET",
    "/api/imports",
  );
  return imports.find((one) => one.name === name)?.options;
}
