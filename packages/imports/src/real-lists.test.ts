import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDrafter, type DraftRow, type ImportedWord } from "./columns/to-draft.ts";
import { sourceOfFile } from "./files/byte-source.ts";
import { openImport } from "./open-import.ts";
import { previewTable, type TablePreview } from "./preview.ts";
import type { ReadOptions } from "./table.ts";

/** Lists as learners have them, kept beside the repository; lists.test.ts does without them. */
const LISTS = [join(import.meta.dirname, "../../../../shared/data/lists")].find(existsSync);

/** What the description of the lists says of a file. */
interface Expected {
  readonly entries?: number;
  readonly first?: readonly string[];
  readonly last?: readonly string[];
  readonly encoding?: string;
  readonly groups?: number;
  readonly reading_first?: string;
  readonly phonetic_first?: string;
  readonly redirects?: number;
  readonly sheets?: Readonly<Record<string, number>>;
}

/** Formats that are no file of their own. */
const IS_PART = /^stardict\//;

/** Files whose first entry the description counts by columns that are no pair. */
const FIRST: Readonly<Record<string, readonly [string, string]>> = {
  "real/ecdict.mini.csv": ["'hood", "n. 罩；风帽；（布质）面罩；学位连领帽（表示学位种类）"],
  "real/goethe-a1-anki-notes.txt": ["die Ansage, -n", "announcement"],
  "real/jlpt-n5.csv": ["ああ", "Ah!, Oh!"],
};

/** Rows that have no word are reported; the description counts some of them as entries. */
const ENTRIES: Readonly<Record<string, number>> = {
  // The formula without a value, and the error, are reported.
  "excel-types.xlsx": 9,
  // The first of two sheets.
  "excel-sheets-merged-header-in-row-4.xlsx": 20,
  // A row without a meaning is a word that can be filled; one without a word is reported.
  "csv-quotes-rfc4180.csv": 9,
  // Repetitions are left to the import, which knows what a duplicate is.
  "words-only-crlf-blank-lines-dups.txt": 52,
};

/** GBK is a part of GB 18030, and nothing tells ISO 8859-1 from windows-1252. */
const SAME_ENCODING: Readonly<Record<string, string>> = {
  gbk: "gb18030",
  "iso-8859-1": "windows-1252",
};

interface ReadList {
  readonly preview: TablePreview;
  readonly words: readonly ImportedWord[];
  readonly faults: readonly DraftRow[];
}

async function readList(path: string, options: ReadOptions = {}): Promise<ReadList> {
  const source = sourceOfFile(path);
  try {
    const table = await openImport(source, path, options);
    const preview = await previewTable(table);
    const toDraft = createDrafter(
      preview.columns.map(({ guess }) => guess),
      table.rules,
    );
    const drafts: DraftRow[] = [];
    for await (const row of table.rows()) drafts.push(toDraft(row));
    const words = drafts.flatMap((draft) => ("word" in draft ? [draft.word] : []));
    return { preview, words, faults: drafts.filter((draft) => "fault" in draft) };
  } finally {
    source.close();
  }
}

describe.skipIf(LISTS === undefined)("a list as learners have it", () => {
  const folder = LISTS ?? "";
  const expected =
    LISTS === undefined
      ? {}
      : (JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<
          string,
          Expected
        >);
  const files = Object.entries(expected).filter(([name]) => !IS_PART.test(name));

  test.each(files)("%s comes in with every word and meaning", async (name, description) => {
    const { preview, words } = await readList(join(folder, name));
    const pair = (word: ImportedWord | undefined) => [word?.text, word?.meaning.split("\n")[0]];
    if (description.entries !== undefined)
      expect(words).toHaveLength(
        ENTRIES[name] ?? description.entries - (description.redirects ?? 0),
      );
    const first = FIRST[name] ?? description.first;
    if (first !== undefined)
      expect(pair(words[0])).toEqual([first[0], first[1] ?? words[0]?.meaning]);
    if (description.last !== undefined) expect(pair(words.at(-1))).toEqual(description.last);
    if (description.encoding !== undefined)
      expect(preview.encoding).toBe(SAME_ENCODING[description.encoding] ?? description.encoding);
    if (description.groups !== undefined) expect(preview.groups).toHaveLength(description.groups);
    if (description.reading_first !== undefined)
      expect(words[0]?.reading).toBe(description.reading_first);
    if (description.phonetic_first !== undefined)
      expect(words[0]?.pronunciation).toBe(description.phonetic_first);
  });
});
