import type { CenterBook, CenterWord, ImportResult, UploadPreview } from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import {
  toDraft,
  withSentBook,
  withSentEntries,
  type CenterEntry,
} from "./center-client.service.ts";
import { requireNewImport } from "../library-imports/import-records.service.ts";
import { faultOfDraft, foldText, foreseeWords } from "../words/words.service.ts";
import { withLanguages } from "./center-format.ts";
import { shortName, storeBook } from "./center-import.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "jobs" | "log" | "peers" | "settings" | "wordTables"
>;

const PREVIEW_MAX = 20;
const ERRORS_MAX = 100;

/** An uploaded book has no address. Its id identifies it when it is uploaded again. */
const sourceOf = (id: string) => `upload:${encodeURIComponent(id)}`;

/**
 * Imports a book file as a system book while it arrives.
 *
 * @throws AppError WB_CENTER_PARSE_FAILED also for a single entry that is not a word;
 *   WB_CENTER_TOO_LARGE, WB_CENTER_ALREADY_IMPORTED, UNAVAILABLE
 */
export async function uploadBook(
  needs: Needs,
  by: Admin,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ImportResult> {
  return withSentBook(needs, pieces, async (file) => {
    const source = sourceOf(file.id);
    await requireNewImport(needs, null, source);
    return storeBook(needs, null, source, file, { by, isUpload: true });
  });
}

/**
 * The result that the upload of a book file would have. Stores nothing. @throws like `uploadBook`
 */
export async function previewUpload(
  needs: Pick<Deps, "database" | "reports">,
  pieces: AsyncIterable<Uint8Array>,
): Promise<UploadPreview> {
  return withSentEntries(needs, pieces, async (book, parts) => {
    const told: UploadPreview = {
      name: shortName(book.name),
      wordCount: 0,
      willLink: 0,
      withoutMeaning: 0,
      preview: [],
      errors: [],
    };
    const seen = new Set<string>();
    let start = 0;
    let named: CenterBook | undefined;
    for (const entries of parts) {
      const fresh = usable(entries, start, seen, told.errors);
      start += entries.length;
      const languages = (named ??= withLanguages(book, [...fresh.values()]));
      const drafts = [...fresh.values()].map((word) => toDraft(word, languages));
      told.wordCount += fresh.size;
      told.willLink += (await foreseeWords(needs.reports, drafts)).found.length;
      told.withoutMeaning += [...fresh.values()].filter(isSilent).length;
      told.preview.push(...[...fresh.values()].slice(0, PREVIEW_MAX - told.preview.length));
      await takeTurns();
    }
    return told;
  });
}

/** These checks do not depend on the book. */
const NO_BOOK = { id: "", language: null, meaningLanguage: null } as const;

function isSilent(entry: CenterWord): boolean {
  return !saysMeaning(toDraft(entry, NO_BOOK).meaning);
}

/** The words among these entries not yet seen, by folded text. Records faults. */
function usable(
  entries: readonly CenterEntry[],
  start: number,
  seen: Set<string>,
  errors: UploadPreview["errors"],
): Map<string, CenterWord> {
  const fresh = new Map<string, CenterWord>();
  for (const [at, entry] of entries.entries()) {
    const fault = "fault" in entry ? entry.fault : faultOfDraft(toDraft(entry, NO_BOOK));
    if (fault !== undefined && errors.length < ERRORS_MAX) {
      errors.push({ index: start + at, ...fault });
    }
    if ("fault" in entry || fault !== undefined) continue;
    const text = foldText(entry.spelling);
    if (seen.has(text)) continue;
    seen.add(text);
    fresh.set(text, entry);
  }
  return fresh;
}
