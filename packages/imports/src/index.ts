export {
  openAccount,
  previewAccount,
  type Account,
  type AccountPreview,
} from "./account/open-account.ts";
export { createDrafter, type DraftRow, type ImportedWord } from "./columns/to-draft.ts";
export { createDeckWriter, type DeckWriter } from "./deck-out/deck-writer.ts";
export { html, WORDLOOM_CARDS, WORDLOOM_TYPE, wordloomFields } from "./deck-out/wordloom-type.ts";
export type * from "./deck-out/written-deck.ts";
export type { DeckProblem } from "./decks/deck-problems.ts";
export { deckWords, type DeckNote, type DeckOptions, type DeckRow } from "./decks/deck-words.ts";
export type { DeckCard } from "./decks/cards.ts";
export type { DeckReview } from "./decks/deck-reviews.ts";
export { directionsOf, type Direction } from "./decks/directions.ts";
export { guessNoteType } from "./decks/guess-note-type.ts";
export { mediaName, mediaNamesIn } from "./decks/media-names.ts";
export { createNoteDrafter } from "./decks/note-words.ts";
export type { NoteType } from "./decks/note-types.ts";
export { openDeck, type Deck } from "./decks/open-deck.ts";
export { previewDeck, type DeckPreview } from "./decks/preview-deck.ts";
export type { DictionaryFile, LexicalEntry, LexicalRow } from "./dictionary/lexical-entry.ts";
export { ENTRIES_MAX, UNPACKED_MAX } from "./files/archive-limits.ts";
export { sourceOfBytes, sourceOfFile, type ByteSource } from "./files/byte-source.ts";
export { UnreadableError } from "./files/unreadable.ts";
export { isZip, openZip } from "./files/zip.ts";
export { foreignFormat } from "./foreign-format.ts";
export { openImport } from "./open-import.ts";
export { guessRoles, previewTable, type TablePreview } from "./preview.ts";
export { COLUMN_ROLES, type ColumnRole, type ReadOptions, type Table } from "./table.ts";
export { ENCODINGS, type Encoding } from "./text/decode-text.ts";
