import type { Import, ImportCounts, ImportPreview } from "@wordloom/contract";
import type { DeckPreview, TablePreview } from "@wordloom/imports";
import type { AccountPreview } from "@wordloom/imports/accounts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { ImportRow } from "./import-rows.repo.ts";

/** An import as its reply shows it. */
export function toImport(row: ImportRow): Import {
  const parsed = <T>(json: string | null): T | null =>
    json === null ? null : (JSON.parse(json) as T);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    sizeBytes: row.size_bytes,
    state: shownState(row.state),
    progress: row.progress,
    step: row.step,
    createdAt: toTimestamp(row.created_at_ms),
    finishedAt: row.finished_at_ms === null ? null : toTimestamp(row.finished_at_ms),
    error: row.error_code === null ? null : toError(row.error_code, row),
    options: parsed(row.options_json),
    preview: parsed(row.preview_json),
    counts: countsOf(parsed(row.counts_json)),
    result: parsed(row.result_json),
    problems: parsed<Import["problems"]>(row.problems_json) ?? [],
    problemCount: row.problem_count,
    bookIds: parsed<string[]>(row.book_ids_json) ?? [],
  };
}

function toError(code: string, { error_message, error_problem }: ImportRow) {
  return { code, message: error_message ?? "", problem: error_problem };
}

/** Counts of an earlier version do not tell how many words have no meaning. */
function countsOf(counts: Import["counts"]): Import["counts"] {
  return (
    counts && { ...counts, withoutMeaning: (counts as Partial<ImportCounts>).withoutMeaning ?? 0 }
  );
}

/** States that no reply shows are those around them. */
function shownState(state: ImportRow["state"]): Import["state"] {
  if (state === "uploading") return "reading";
  return state === "deleting" ? "undoing" : state;
}

/** What the reader of a file finds in it. */
export type AnyPreview = TablePreview | DeckPreview | AccountPreview;

/** What the reader of a file found, as the interface shows it. */
export function toPreview(found: AnyPreview): ImportPreview {
  if ("lineCount" in found) return ofAccount(found);
  return "columns" in found ? ofTable(found) : ofDeck(found);
}

function ofDeck(deck: DeckPreview): ImportPreview {
  return {
    encoding: null,
    separator: null,
    hasHeader: false,
    columns: [],
    rows: deck.rows.map((cells) => [...cells]),
    rowCount: deck.rowCount,
    languages: deck.languages,
    sheets: [],
    decks: deck.decks.map((one) => ({ ...one })),
    noteTypes: deck.noteTypes.map(({ id, name, fields, notes, roles, samples }) => ({
      id,
      name,
      fields: [...fields],
      notes,
      guess: Object.fromEntries(fields.map((field, at) => [field, roles[at] ?? "ignore"])),
      samples: [...samples],
    })),
    firstReviewAt: toTimestampOrNull(deck.firstReviewMs),
    lastReviewAt: toTimestampOrNull(deck.lastReviewMs),
    reviewCount: deck.reviewCount,
    mediaCount: deck.mediaCount,
    mediaBytes: deck.mediaBytes,
  };
}

const NOTHING = {
  encoding: null,
  separator: null,
  hasHeader: false,
  columns: [],
  rows: [],
  languages: { text: null, meaning: null },
  sheets: [],
  decks: [],
  noteTypes: [],
};

function ofAccount(archive: AccountPreview): ImportPreview {
  const { createdAt, username, counts } = archive;
  return {
    ...NOTHING,
    rowCount: archive.lineCount,
    firstReviewAt: toTimestampOrNull(archive.firstReviewMs),
    lastReviewAt: toTimestampOrNull(archive.lastReviewMs),
    reviewCount: counts["records"] ?? 0,
    mediaCount: archive.mediaCount,
    mediaBytes: archive.mediaBytes,
    account: { createdAt, username, counts: { ...counts } },
  };
}

function ofTable(table: TablePreview): ImportPreview {
  return {
    encoding: table.encoding,
    separator: table.separator,
    hasHeader: table.hasHeader,
    columns: table.columns.map(({ samples, ...column }) => ({ ...column, samples: [...samples] })),
    rows: table.rows.map((cells) => [...cells]),
    rowCount: table.rowCount,
    languages: table.languages,
    sheets: table.sheets.map(({ name, isHidden }) => ({ name, hidden: isHidden })),
    decks: table.groups.map(({ name, rows }) => ({
      id: name,
      name,
      notes: rows,
      cards: rows,
      reviews: 0,
    })),
    noteTypes: [],
    firstReviewAt: null,
    lastReviewAt: null,
    reviewCount: 0,
    mediaCount: 0,
    mediaBytes: 0,
  };
}

/** The kind that a file's name promises, until it has been read. */
export function kindOfName(name: string): Import["kind"] {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const kinds: Readonly<Record<string, Import["kind"]>> = {
    csv: "csv",
    tsv: "csv",
    xlsx: "xlsx",
    ods: "xlsx",
    json: "json",
    jsonl: "json",
    ndjson: "json",
    apkg: "apkg",
    colpkg: "colpkg",
    anki2: "colpkg",
    zip: "yomitan",
    db: "kindle",
    sqlite3: "koreader",
  };
  return kinds[ending] ?? "text";
}
