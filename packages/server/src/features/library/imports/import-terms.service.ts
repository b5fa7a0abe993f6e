import type { Import, ImportOptions } from "@wordloom/contract";
import { canonicalLanguage } from "@wordloom/language";
import type { DeckOptions, ReadOptions } from "@wordloom/imports";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { languagesIn } from "../own-words/own-words.service.ts";
import { requireOwnBook } from "../wordbooks/wordbooks.service.ts";
import { listImportBooks } from "./import-changes.repo.ts";
import type { JudgeRule } from "./import-judge.service.ts";
import type { ReadTask } from "./read-import.thread.ts";

/** Everything that follows from options. */
export interface ImportTerms {
  readonly read: ReadOptions;
  readonly columns: NonNullable<ReadTask["columns"]>;
  /** How the notes become words, if the file is a deck. */
  readonly deck: DeckOptions;
  readonly rule: Omit<JudgeRule, "newId" | "recordingOf">;
  /** Whether the recordings and pictures of a deck are kept. */
  readonly hasFiles: boolean;
  /** The name of the book with this key. */
  bookName(key: string): string;
}

const NAME_MAX = 100;

/**
 * Checks options and looks up what they name.
 *
 * @param file  the import as shown, with its preview
 * @throws AppError IMPORT_INVALID_OPTIONS with `faults`; NOT_FOUND, FORBIDDEN for the book
 */
export async function termsOf(
  needs: Pick<Deps, "database">,
  learner: Learner,
  file: Import,
  options: ImportOptions,
): Promise<ImportTerms> {
  requireSound(file, options);
  const { wordbookId } = options;
  if (wordbookId != null) await requireOwnBook(needs.database, learner, wordbookId);
  const target = await targetOf(needs.database, learner.id, file, options);
  const bookId = target.bookFor(undefined).id;
  const ids = bookId === undefined ? [] : [bookId];
  const defaults = (await languagesIn(needs.database, learner, ids))(bookId);
  const guessed = file.preview?.languages;
  return {
    read: {
      encoding: options.encoding ?? undefined,
      separator: options.separator ?? undefined,
      hasHeader: options.hasHeader ?? undefined,
      sheet: options.sheet ?? undefined,
    },
    columns: options.columns ?? {},
    deck: deckOptionsOf(options),
    hasFiles: isDeck(file) && options.media !== "ignore",
    rule: {
      userId: learner.id,
      onDuplicate: options.onDuplicate ?? "own",
      language: options.language ?? guessed?.text ?? defaults.language,
      meaningLanguage: options.meaningLanguage ?? guessed?.meaning ?? defaults.meaningLanguage,
      keepsUnknown: isDeck(file),
      // The reader of decks takes only those that are wanted.
      groups: options.decks == null || isDeck(file) ? undefined : new Set(options.decks),
      bookFor: target.bookFor,
    },
    bookName: target.bookName,
  };
}

/** Whether the file has notes with cards and reviews. */
export const isDeck = ({ kind }: Import) => kind === "apkg" || kind === "colpkg";

function deckOptionsOf(options: ImportOptions): DeckOptions {
  return {
    decks: options.decks ?? undefined,
    noteTypes: options.noteTypes ?? {},
    language: options.language ?? undefined,
    meaningLanguage: options.meaningLanguage ?? undefined,
    languages: options.languages ?? {},
    suspended: options.suspended ?? undefined,
  };
}

function requireSound({ preview }: Import, options: ImportOptions): void {
  const faults: { path: string; rule: string }[] = [];
  const fault = (path: string, rule: string) => faults.push({ path, rule });
  const targets = [options.wordbookId, options.newBook, options.newBooks];
  if (targets.filter((target) => target != null).length > 1)
    fault("newBook", "Name one of wordbookId, newBook and newBooks.");
  for (const key of ["language", "meaningLanguage"] as const) {
    const tag = options[key];
    if (tag != null && canonicalLanguage(tag) === undefined) fault(key, "A tag of BCP 47.");
  }
  const { sheet, decks } = options;
  if (sheet != null && !preview?.sheets.some(({ name }) => name === sheet))
    fault("sheet", "The name of a sheet in the preview.");
  const known = new Set(preview?.decks.map(({ id }) => id));
  if (decks?.some((id) => !known.has(id))) fault("decks", "Ids of decks in the preview.");
  for (const [id, { language, meaningLanguage }] of Object.entries(options.languages ?? {})) {
    if (!known.has(id)) fault(`languages.${id}`, "The id of a deck in the preview.");
    for (const tag of [language, meaningLanguage])
      if (tag != null && canonicalLanguage(tag) === undefined)
        fault(`languages.${id}`, "Tags of BCP 47.");
  }
  checkNoteTypes(preview, options, fault);
  const roles = Object.entries(options.columns ?? {});
  for (const [index] of roles)
    if (!/^\d{1,3}$/.test(index)) fault(`columns.${index}`, "The index of a column.");
  if (faults.length > 0) refuse("IMPORT_INVALID_OPTIONS", faults[0]?.rule, { faults });
}

function checkNoteTypes(
  preview: Import["preview"],
  { noteTypes }: ImportOptions,
  fault: (path: string, rule: string) => void,
): void {
  const types = new Map(preview?.noteTypes.map((type) => [type.id, type]));
  for (const [id, given] of Object.entries(noteTypes ?? {})) {
    const type = types.get(id);
    if (type === undefined) fault(`noteTypes.${id}`, "The id of a note type in the preview.");
    else if (given !== "ignore") {
      const unknown = Object.keys(given).find((name) => !type.fields.includes(name));
      if (unknown !== undefined)
        fault(`noteTypes.${id}.${unknown}`, "The name of a field of this note type.");
      else if (!Object.values({ ...type.guess, ...given }).includes("text"))
        fault(`noteTypes.${id}`, "One field holds the word; or ignore the note type.");
    }
  }
}

/** Into which books the words go. A new book is that of an earlier import with the same name. */
async function targetOf(
  db: Database,
  userId: string,
  file: Import,
  { wordbookId, newBook, newBooks }: ImportOptions,
): Promise<{ bookFor: JudgeRule["bookFor"]; bookName(key: string): string }> {
  if (wordbookId != null)
    return { bookFor: () => ({ key: "", id: wordbookId }), bookName: () => "" };
  const earlier = await listImportBooks(db, userId);
  const plain = newBook?.name ?? nameOfFile(file.name);
  const bookName = (key: string) => (key === "" ? plain : shortened(key));
  return {
    bookName,
    bookFor(group) {
      const key = newBooks === "by_deck" ? (group ?? "") : "";
      return { key, id: earlier.get(bookName(key)) };
    },
  };
}

/** Its name without the ending. */
function nameOfFile(name: string): string {
  return shortened(name.replace(/\.[a-z0-9]{1,8}$/i, "").trim() || name);
}

/** Names of decks keep their end, which tells them apart. */
function shortened(name: string): string {
  const characters = [...name.trim()];
  return characters.length <= NAME_MAX ? name.trim() : characters.slice(-NAME_MAX).join("");
}
