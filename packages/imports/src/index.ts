export { guessLanguage } from "./columns/guess-language.ts";
export { createDrafter, type DraftRow, type ImportedWord } from "./columns/to-draft.ts";
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
