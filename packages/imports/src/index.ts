export { guessLanguage } from "./columns/guess-language.ts";
export { createDrafter, type DraftRow, type ImportedWord } from "./columns/to-draft.ts";
export type { DeckProblem } from "./decks/deck-problems.ts";
export { deckWords, type DeckNote, type DeckOptions, type DeckRow } from "./decks/deck-words.ts";
export type { NoteType } from "./decks/note-types.ts";
export { openDeck, type Deck } from "./decks/open-deck.ts";
export { previewDeck, type DeckPreview } from "./decks/preview-deck.ts";
export { sourceOfBytes, sourceOfFile, type ByteSource } from "./files/byte-source.ts";
export { UnreadableError } from "./files/unreadable.ts";
export { isZip, openZip } from "./files/zip.ts";
export { openImport } from "./open-import.ts";
export { guessRoles, previewTable, type TablePreview } from "./preview.ts";
export { COLUMN_ROLES, type ColumnRole, type ReadOptions, type Table } from "./table.ts";
export { ENCODINGS, type Encoding } from "./text/decode-text.ts";
export {
  dictionaryEntries,
  dictionaryMeta,
  isYomitan,
  readIndex,
  type DictionaryEntry,
  type DictionaryIndex,
  type DictionaryMeta,
} from "./yomitan/open-yomitan.ts";
