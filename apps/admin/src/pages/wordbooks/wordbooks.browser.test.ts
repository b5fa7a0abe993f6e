import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

/** A published center with eight books; not part of the project. */
const PUBLISHED = join(import.meta.dirname, "../../../../../../shared/data/wordbook-center");

let service: TestService;
let center: LocalWeb;
beforeAll(async () => {
  center = await openLocalWeb();
  service = await openService({
    STARTER_WORDBOOKS: "false",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
  });
});
afterAll(async () => {
  await service.close();
  await center.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = (path: string) => enter(path, "admin");

interface Found {
  readonly data: { readonly data: readonly { readonly pronunciation: string | null }[] };
}

const words = [remoteWord("apple", { meanings: ["苹果"] }), remoteWord("pear")];
const fileOf = (content: object) => ({
  name: "book.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(content)),
});

function serve(...books: Parameters<typeof centerPages>): void {
  center.pages.clear();
  for (const [path, page] of Object.entries(centerPages(...books))) center.pages.set(path, page);
}

/**
 * Serves the published center if it exists, or else one book of our own. @returns the smallest book
 */
function servePublished(): { readonly name: string; readonly word: string } {
  if (!existsSync(PUBLISHED)) {
    serve(remoteBook(words, { id: "small", name: "Small" }));
    return { name: "Small", word: "pear" };
  }
  center.pages.set("/index.json", readFileSync(join(PUBLISHED, "index.json")));
  for (const name of readdirSync(join(PUBLISHED, "wordbooks"))) {
    center.pages.set(`/wordbooks/${name}`, readFileSync(join(PUBLISHED, "wordbooks", name)));
  }
  return { name: "小学英语词汇(人教版3-6年级)", word: "pencil" };
}

describe("the wordbook pages", () => {
  it("preview a file's content and its invalid entries, then import it", async () => {
    const { page } = await visit("/books?part=upload");
    const field = page.getByLabel("Book file");
    await field.setInputFiles(fileOf({ ...remoteBook(words), words: [...words, { spelling: 5 }] }));
    await page.getByText("1 entry can’t be imported.", { exact: false }).waitFor();
    await page.getByText("Entry 3").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Import book" }).isDisabled())
      .toBe(true);
    await field.setInputFiles(fileOf({ no: "book" }));
    await page.getByText("Not a wordbook: id is missing or wrong.").waitFor();
    await field.setInputFiles({ ...fileOf({}), buffer: Buffer.from('{"id":"x","name":') });
    await page.getByText("The file ends too early.", { exact: false }).waitFor();
    await field.setInputFiles(fileOf(remoteBook(words, { name: "Fruit" })));
    await page.getByText("2 words: 0 already in the library, 2 new.").waitFor();
    await page.getByText("1 entry has no meaning in the file.", { exact: false }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Import book" }).click();
    await page.getByRole("heading", { level: 1, name: "Fruit" }).waitFor();
    await page.getByRole("link", { name: "apple" }).waitFor();
  });

  it("create a book, fill it from the library, and correct a word in it", async () => {
    const { page, ask, context, headers } = await visit("/books");
    const soundOfPear = async () => {
      const reply = await context.request.get("/api/words?search=pear", { headers });
      return ((await reply.json()) as Found).data.data[0]?.pronunciation;
    };
    await page.getByRole("link", { name: "Fruit" }).waitFor();
    await page.getByRole("button", { name: "Create book" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Breakfast");
    await dialog.getByRole("button", { name: "Create book" }).click();
    await page.getByRole("button", { name: "Add words" }).click();
    await dialog.getByRole("searchbox").fill("pea");
    await dialog.getByRole("checkbox", { name: "pear" }).check();
    await dialog.getByRole("button", { name: "Add 1 word" }).click();
    await page.getByRole("link", { name: "pear" }).click();
    await page.getByLabel("Meaning").fill("梨");
    await page.getByLabel("Pronunciation").fill("/peə/");
    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    await expect.poll(soundOfPear).toBe("/peə/");
    await page.locator("button:disabled").filter({ hasText: "Save" }).waitFor();
    await page.getByLabel("Pronunciation").fill("");
    await save.click();
    await expect.poll(soundOfPear).toBe(null);
    await page.goBack();
    await page.getByRole("cell", { name: "梨" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove pear from the book" }).click();
    await page.getByText("No learners have chosen this book", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("heading", { name: "No words" }).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("1 word removed").waitFor();
    expect(await ask("GET", "/wordbooks?search=Breakfast")).toMatchObject({
      data: [{ wordCount: 0, type: "system" }],
    });
  });

  it("change name and tags, export, and delete after the name is typed", async () => {
    const { page } = await visit("/books");
    await page.getByRole("link", { name: "Fruit" }).click();
    const acts = page.getByRole("button", { name: /^Actions/ });
    await acts.click();
    await page.getByRole("menuitem", { name: "Edit name and tags…" }).click();
    await page.getByLabel("Name").fill("Fruits");
    await page.getByLabel("Tags").fill("food, 水果");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Fruits" }).waitFor();
    await page.getByText("水果").waitFor();
    // Removes the browser's own save dialog, which nobody could answer here.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
    await acts.click();
    const file = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    expect(readFileSync(await (await file).path(), "utf8")).toContain("apple,苹果");
    await acts.click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByText(/No learners have chosen it/).waitFor();
    const confirm = page.getByRole("button", { name: "Delete", exact: true });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByLabel("Type the name to confirm").fill("Fruits");
    await confirm.click();
    await page.getByRole("link", { name: "Breakfast" }).waitFor();
    expect(await page.getByRole("link", { name: "Fruits" }).count()).toBe(0);
  });

  it("set a center, import a book from it, and update it to its next version", async () => {
    const { name, word } = servePublished();
    const { page, readAgain } = await visit("/books?part=center");
    await page.getByRole("heading", { name: "No wordbook center set." }).waitFor();
    const address = page.getByLabel("Wordbook center address");
    await address.fill("ftp://example.org");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not a public http(s) address.").waitFor();
    await address.fill(center.url);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("rowheader", { name: word }).first().waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Import book" }).click();
    await page.getByText(/ in the center, 1 imported\.$/).waitFor();

    serve(remoteBook(words, { id: "next", name: "Next" }));
    await readAgain();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await dialog.getByRole("button", { name: "Import book" }).click();
    await page.getByText("1 book in the center, 1 imported.").waitFor();
    const more = [...words, remoteWord("plum")];
    serve(remoteBook(more, { id: "next", name: "Next", version: "2" }));
    await readAgain();
    await page.getByText("1 book in the center, 1 imported, 1 update available.").waitFor();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await dialog.getByRole("button", { name: "Update book" }).click();
    await page.getByText("1 added, 0 changed, 0 removed.").first().waitFor();
  });
});
