import type { Encoding } from "./text/decode-text.ts";
import type { Rows } from "./row.ts";

/** What a file is; decks and accounts have readers of their own. */
type TableKind = "text" | "csv" | "xlsx" | "json" | "yomitan" | "kindle" | "koreader";

/** What the cells of a column hold. */
export const COLUMN_ROLES = [
  "text",
  "meaning",
  "reading",
  "pronunciation",
  "partOfSpeech",
  "examples",
  "exampleMeanings",
  "tags",
  "audio",
  "language",
  "meaningLanguage",
  "difficulty",
  "ignore",
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** How to read a file, where a learner knows better than the guess. */
export interface ReadOptions {
  readonly encoding?: Encoding | undefined;
  /** The characters themselves. */
  readonly separator?: string | undefined;
  readonly hasHeader?: boolean | undefined;
  /** The name of a sheet. */
  readonly sheet?: string | undefined;
}

/** How the cells of a table become fields of words. */
export interface CellRules {
  /** `always`: cells are HTML; `tags`: only those with a tag that closes; `never`: none is. */
  readonly html: "always" | "tags" | "never";
  /** The table is an export of this service: every field comes back as it was. */
  readonly isOwn?: "csv" | "json";
  /** Cells hold `\n` for a line break, as ECDICT writes it. */
  readonly hasEscapedBreaks?: true;
  /** Numbers before the words are no part of them. */
  readonly isNumbered?: boolean;
}

export interface SheetInfo {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A file as rows of cells. */
export interface Table {
  readonly kind: TableKind;
  readonly encoding: Encoding | null;
  readonly separator: string | null;
  readonly hasHeader: boolean;
  /** The names of the columns, where the file has names. */
  readonly header: readonly string[] | null;
  /** The roles that the file itself gives its columns, by index. */
  readonly roles?: Readonly<Record<number, ColumnRole>> | undefined;
  readonly sheets: readonly SheetInfo[];
  readonly rules: CellRules;
  readonly languages?: { readonly text: string | null; readonly meaning: string | null };
  /** The rows after the header; each call reads the file again. */
  rows(): Rows;
}
