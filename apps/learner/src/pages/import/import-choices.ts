import type { Import, ImportOptions, ImportPreview, Wordbook } from "@wordloom/contract";

/** What a column may hold. */
export type Role = ImportPreview["columns"][number]["guess"];

export const roles = [
  ...(["text", "meaning", "reading", "pronunciation", "partOfSpeech", "examples"] as const),
  ...(["exampleMeanings", "tags", "audio", "language", "meaningLanguage", "difficulty"] as const),
  "ignore",
] as const satisfies readonly Role[];

/** What to do with words that are there with another meaning. */
export const rules = ["own", "link", "skip", "replace"] as const satisfies readonly NonNullable<
  ImportOptions["onDuplicate"]
>[];
type Rule = (typeof rules)[number];

/** What a deck's note types hold, by id and field, where it is not the guess. */
export type NoteTypes = NonNullable<ImportOptions["noteTypes"]>;
type NoteType = ImportPreview["noteTypes"][number];

/** What to do with suspended cards. */
export const suspensions = ["keep", "active", "leave_out"] as const satisfies readonly NonNullable<
  ImportOptions["suspended"]
>[];

/** What the learner decides about a deck. */
export interface DeckChoices {
  /** Ids of the decks to take; undefined takes all. */
  readonly decks?: readonly string[];
  readonly noteTypes: NoteTypes;
  readonly suspended: (typeof suspensions)[number];
}

/** How the file is read, where the learner knows better. */
export type Reading = Pick<ImportOptions, "sheet" | "separator" | "hasHeader" | "encoding">;

/** Where the words go. */
export type Target =
  | { readonly kind: "new"; readonly name: string }
  | { readonly kind: "own"; readonly id: string }
  | { readonly kind: "by_deck" };

/** Everything the learner decides about an import. */
export interface Choices {
  readonly target: Target;
  readonly language: string;
  readonly meaningLanguage: string;
  /** What columns hold where it is not the guess, by index. */
  readonly columns: Readonly<Record<string, Role>>;
  readonly onDuplicate: Rule;
  readonly reading: Reading;
  readonly deck: DeckChoices;
  /** What to do with the reviews of a deck; empty: they come along, and we plan. */
  readonly history: Pick<ImportOptions, "reviews" | "schedule">;
}

/** What fields for choices need. */
export interface ChoiceProps {
  readonly preview: ImportPreview;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** What the choices begin with. */
export interface Start {
  /** The learner's own books. */
  readonly books: readonly Wordbook[];
  /** The book from which the file was brought. */
  readonly bookId: string | null;
  /** Language of the words if neither the file nor the book says it. */
  readonly learning: string;
  /** Language of the app. */
  readonly spoken: string;
}

const NAME_MAX = 100;

/** The name of a file without its ending, as the name of a book. */
export function bookNameOf(fileName: string): string {
  const plain = fileName.replace(/\.[a-z0-9]{1,8}$/i, "").trim() || fileName;
  return [...plain].slice(-NAME_MAX).join("").trim();
}

/** The choices of an earlier visit, else what the file and the learner's books suggest. */
export function choicesFor(file: Import, start: Start): Choices {
  const options = (file.options ?? {}) as ImportOptions;
  const target = targetOf(options, start.books) ?? suggestedTarget(file, start);
  const book = start.books.find(({ id }) => target.kind === "own" && id === target.id);
  const found = file.preview?.languages;
  const { sheet, separator, hasHeader, encoding } = options;
  return {
    target,
    language: options.language ?? found?.text ?? book?.language ?? start.learning,
    meaningLanguage:
      options.meaningLanguage ?? found?.meaning ?? book?.meaningLanguage ?? start.spoken,
    columns: options.columns ?? {},
    onDuplicate: options.onDuplicate ?? "own",
    reading: withoutAbsent({ sheet, separator, hasHeader, encoding }),
    deck: {
      ...(options.decks != null && { decks: options.decks }),
      noteTypes: options.noteTypes ?? {},
      suspended: options.suspended ?? "keep",
    },
    history: withoutAbsent({ reviews: options.reviews, schedule: options.schedule }),
  };
}

/** Whether the file is a deck: what it holds has note types instead of columns. */
export const isDeck = ({ noteTypes }: Pick<ImportPreview, "noteTypes">) => noteTypes.length > 0;

/** Undefined if nothing was chosen, or a book that is no longer there. */
function targetOf(
  { wordbookId, newBook, newBooks }: ImportOptions,
  books: readonly Wordbook[],
): Target | undefined {
  const book = books.find(({ id }) => id === wordbookId);
  if (book !== undefined) return { kind: "own", id: book.id };
  if (newBook != null) return { kind: "new", name: newBook.name };
  return newBooks == null ? undefined : { kind: "by_deck" };
}

/**
 * The book from which the file was brought, else a list for each deck of several, else the book
 * with the file's name, else a new one.
 */
function suggestedTarget({ name: fileName, preview }: Import, { books, bookId }: Start): Target {
  const name = bookNameOf(fileName);
  const hasDecks = preview !== null && isDeck(preview) && preview.decks.length > 1;
  if (hasDecks && !books.some(({ id }) => id === bookId)) return { kind: "by_deck" };
  const book = books.find(({ id }) => id === bookId) ?? books.find((own) => own.name === name);
  return book === undefined ? { kind: "new", name } : { kind: "own", id: book.id };
}

/**
 * Choices as the service takes them; everything that was decided is said. Of a deck the languages
 * are said only where they are not the guess: each of its note types may have others.
 */
export function optionsOf(choices: Choices, preview: ImportPreview): ImportOptions {
  const { target, language, meaningLanguage, columns, onDuplicate, reading, history } = choices;
  const { decks, noteTypes, suspended } = choices.deck;
  const isOne = isDeck(preview);
  const { text, meaning } = preview.languages;
  return {
    ...(target.kind === "own" && { wordbookId: target.id }),
    ...(target.kind === "new" && { newBook: { name: target.name.trim() } }),
    ...(target.kind === "by_deck" && { newBooks: "by_deck" as const }),
    ...((!isOne || language !== text) && { language }),
    ...((!isOne || meaningLanguage !== meaning) && { meaningLanguage }),
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(isOne && { ...(decks !== undefined && { decks: [...decks] }), suspended }),
    ...(Object.keys(noteTypes).length > 0 && { noteTypes }),
    onDuplicate,
    ...reading,
    ...history,
  };
}

/** Reads the file another way. Other cells have other columns, whose guesses count again. */
export function readAnew(choices: Choices, change: Reading): Choices {
  const isSameTable = Object.keys(change).every((key) => key === "hasHeader");
  return {
    ...choices,
    reading: { ...choices.reading, ...change },
    columns: isSameTable ? choices.columns : {},
  };
}

/** What each column holds, by index. */
export function rolesOf({ columns }: ImportPreview, chosen: Choices["columns"]): Role[] {
  return columns.map(({ index, guess }) => chosen[index] ?? guess);
}

/** What each field of a note type holds; undefined if its notes are left out. */
export function fieldRoles(
  { id, fields, guess }: NoteType,
  noteTypes: NoteTypes,
): readonly Role[] | undefined {
  const chosen = noteTypes[id] ?? {};
  if (chosen === "ignore") return undefined;
  return fields.map((field) => chosen[field] ?? guess[field] ?? "ignore");
}

/** What keeps the choices from being planned: the learner has to decide it first. */
export function missingIn(
  choices: Choices,
  preview: ImportPreview,
): "name" | "word" | "field" | "deck" | undefined {
  const { target, deck } = choices;
  if (target.kind === "new" && target.name.trim() === "") return "name";
  if (deck.decks?.length === 0) return "deck";
  if (isDeck(preview)) {
    const used = preview.noteTypes.flatMap((type) => {
      const held = fieldRoles(type, deck.noteTypes);
      return held === undefined ? [] : [{ held, isChosen: type.id in deck.noteTypes }];
    });
    // A type whose guess has no word is left out by itself; one that was changed needs one.
    const isWordless = ({ held }: (typeof used)[number]) => !held.includes("text");
    return used.every(isWordless) || used.some((type) => type.isChosen && isWordless(type))
      ? "field"
      : undefined;
  }
  return rolesOf(preview, choices.columns).includes("text") ? undefined : "word";
}

function withoutAbsent<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as T;
}
