import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../../platform/database/transaction.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { countWords, createWord, findOrCreateWords } from "./words.service.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds()));
beforeEach(() => needs.clear());
afterAll(() => needs.close());

/** The id that a draft of "break" with this meaning is linked to. */
async function linkOf(
  meaning: string,
  sameScript = false,
  meaningLanguage?: string,
): Promise<string | undefined> {
  const drafts = [{ text: "Break", meaning, meaningLanguage }];
  const { idsByText } = await transact(needs.database, (tx) =>
    findOrCreateWords(needs, tx, drafts, { sameScript }),
  );
  return idsByText.get("break");
}

const add = (id: string, meaning: string) => createWord(needs, { id, text: "break", meaning });

describe("findOrCreateWords", () => {
  it("links the word that is explained in the language of the draft", async () => {
    await add("a", "separate into pieces");
    await add("b", "打破");
    expect(await linkOf("v. 断开")).toBe("b");
    expect(await linkOf("to smash")).toBe("a");
    expect(await countWords(needs.database)).toBe(2);
  });

  it("links a word explained in another language if there is no better one", async () => {
    await add("a", "separate into pieces");
    expect(await linkOf("打破")).toBe("a");
  });

  it("never links a draft that names its meaning's language to a word in another", async () => {
    await add("a", "separate into pieces");
    const german = await linkOf("zerbrechen", false, "de");
    expect(german).not.toBe("a");
    expect(await linkOf("brechen", false, "de-AT")).toBe(german);
    expect(await linkOf("to smash", false, "en-US")).toBe("a");
  });

  it("creates a second word instead if only the same language is accepted", async () => {
    await add("a", "separate into pieces");
    expect(await linkOf("打破", true)).not.toBe("a");
    expect(await countWords(needs.database)).toBe(2);
  });
});
