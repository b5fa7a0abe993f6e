import type { ArchiveLine, ArchiveTable } from "@wordloom/contract";
import type { Brought, ImporterNeeds } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { holdWords } from "../../library/words/words.service.ts";
import {
  insertRecords,
  listRecordsByClientId,
  type RecordRow,
} from "../../progress/answers/answers.service.ts";
import { toColumns, type PlainTable } from "./archived-columns.ts";
import type { MediaMap } from "./media-map.service.ts";
import { addBroughtRows, listHeld, type BroughtRow } from "./brought-rows.repo.ts";
import { noted } from "./brought-notes.ts";
import { insertOrigins } from "./origin-ids.repo.ts";
import { chooseIds, type ChosenId } from "./own-ids.repo.ts";
import type { WordMap } from "./word-map.service.ts";

/** Tables with rows about words, one for each word or with ids. */
export type WordRows =
  | ("deck_notes" | "favorites" | "notes" | "suspended_words" | "dismissed_slips")
  | ("word_media" | "word_restarts");

/** What an import knows while it adds rows. */
export interface RowTerms {
  readonly userId: string;
  readonly importId: string;
  readonly words: WordMap;
  readonly media: Pick<MediaMap, "get">;
  /** What it has added itself, by table, as values of the column that tells rows apart. */
  readonly added: Map<PlainTable, Set<string>>;
}

/** Adds rows about words that the learner sees here, where there are none. */
export async function bringWordRows(
  tx: Database,
  terms: RowTerms,
  table: WordRows,
  lines: readonly ArchiveLine<ArchiveTable>[],
): Promise<Brought[]> {
  const { userId, importId, words, media } = terms;
  const rows = lines.map((line) => toColumns(table, line));
  const here = rows.map((row) => words.get(String(row["word_id"])) ?? "");
  const seen = await holdWords(tx, userId, here);
  const withIds = table === "notes" ? (lines as readonly ArchiveLine<"notes">[]) : [];
  const chosen = await chooseIds(tx, "word_notes", userId, withIds);
  const column = table === "notes" ? "id" : "word_id";
  const mapped = rows.flatMap((row, at): BroughtRow[] => {
    const id = chosen.get(String(row["id"]))?.id;
    const wordId = here[at] ?? "";
    if (!seen.has(wordId)) return [];
    const by = table === "word_restarts" ? { import_id: importId } : {};
    const ours = { ...row, ...by, user_id: userId, word_id: wordId };
    if (table !== "word_media") return [id === undefined ? ours : { ...ours, id }];
    const mediaId = media.get(String(row["media_id"]));
    return mediaId === undefined ? [] : [{ ...ours, media_id: mediaId }];
  });
  const kept = await keepOrigins(tx, userId, chosen.values());
  return [...kept, ...(await addFresh(tx, terms, table, column, mapped))];
}

/** Remembers the first ids of new rows that do not have them here. */
export async function keepOrigins(
  tx: Database,
  userId: string,
  chosen: Iterable<ChosenId>,
): Promise<Brought[]> {
  const others = [...chosen].filter(({ id, origin, isKnown }) => !isKnown && id !== origin);
  if (others.length === 0) return [];
  const origins = others.map(({ id, origin }) => [id, origin] as const);
  await insertOrigins(tx, userId, origins);
  return [noted({ origins: others.map(({ id }) => id) })];
}

/**
 * Adds rows that the learner does not have yet, by a column. Rows with one value may come in
 * several calls.
 */
export async function addFresh(
  tx: Database,
  { userId, added }: Pick<RowTerms, "userId" | "added">,
  table: PlainTable,
  column: string,
  rows: readonly BroughtRow[],
): Promise<Brought[]> {
  const valueOf = (row: BroughtRow) => String(row[column]);
  const held = await listHeld(tx, table, userId, { column, values: rows.map(valueOf) });
  const ours = added.get(table) ?? new Set();
  added.set(table, ours);
  const fresh = rows.filter((row) => ours.has(valueOf(row)) || !held.has(valueOf(row)));
  for (const row of fresh) ours.add(valueOf(row));
  if (fresh.length === 0) return [];
  const extra = table === "word_restarts" ? ({ import_id: "text" } as const) : {};
  await addBroughtRows(tx, table, fresh, extra);
  return [noted({ rows: table, column, values: [...new Set(fresh.map(valueOf))] })];
}

/** Adds sessions; one that was running has ended. @returns also their ids here */
export async function bringSessions(
  tx: Database,
  terms: RowTerms,
  lines: readonly ArchiveLine<"sessions">[],
): Promise<{ ids: Map<string, string>; done: Brought[] }> {
  const { userId, words } = terms;
  const chosen = await chooseIds(tx, "learning_sessions", userId, lines);
  const ids = new Map([...chosen].map(([archivedId, { id }]) => [archivedId, id]));
  const inHere = (list: readonly string[]) => list.map((id) => words.always(id));
  const rows = lines.map((line) => {
    const { summary } = line;
    const told = summary && {
      ...summary,
      masteredWordIds: inHere(summary.masteredWordIds),
      errorProneWordIds: inHere(summary.errorProneWordIds),
    };
    const ended = { status: "completed", completedAt: line.completedAt ?? line.lastEventAt };
    const row = toColumns("sessions", { ...line, ...ended, summary: told });
    return { ...row, user_id: userId, id: ids.get(line.id) ?? "" };
  });
  const kept = await keepOrigins(tx, userId, chosen.values());
  return { ids, done: [...kept, ...(await addFresh(tx, terms, "sessions", "id", rows))] };
}

/** Which records of an archive the learner does not have yet. */
export async function freshRecords(
  db: Database,
  userId: string,
  lines: readonly ArchiveLine<"records">[],
): Promise<{ line: ArchiveLine<"records">; chosen: ChosenId }[]> {
  const ids = await chooseIds(db, "records", userId, lines);
  const keys = new Set<string | null>();
  // Two lines may say that they are one record.
  const taken = new Set<string>();
  const clientIds = lines.flatMap(({ clientRecordId }) => clientRecordId ?? []);
  const pairs = clientIds.map((key) => [userId, key] as const);
  for (const row of await listRecordsByClientId(db, pairs)) keys.add(row.client_record_id);
  return lines.flatMap((line) => {
    const chosen = ids.get(line.id);
    if (chosen === undefined || chosen.isKnown || taken.has(chosen.id)) return [];
    if (line.clientRecordId !== null && keys.has(line.clientRecordId)) return [];
    if (line.clientRecordId !== null) keys.add(line.clientRecordId);
    taken.add(chosen.id);
    return [{ line, chosen }];
  });
}

/**
 * Adds records.
 *
 * @param take  receives each word with a new record, and the record's time
 * @returns also the number of new ones
 */
export async function bringRecords(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  lines: readonly ArchiveLine<"records">[],
  map: {
    readonly importId: string;
    readonly words: WordMap;
    readonly sessions: ReadonlyMap<string, string>;
    readonly take: (wordId: string, atMs: number) => void;
  },
): Promise<{ added: number; done: Brought[] }> {
  await lockLearners(needs, tx, [userId]);
  const fresh = await freshRecords(tx, userId, lines);
  const rows = fresh.map(({ line, chosen: { id } }): RecordRow => {
    const { sessionId, details } = line;
    const confused = details?.confusedWith;
    const told = confused == null ? details : { ...details, confusedWith: map.words.get(confused) };
    const row = toColumns("records", { ...line, details: told }) as unknown as RecordRow;
    const wordId = map.words.always(line.wordId);
    map.take(wordId, row.created_at_ms);
    const session = sessionId === null ? null : (map.sessions.get(sessionId) ?? sessionId);
    const by = { import_id: line.isImported ? map.importId : null };
    return { ...row, ...by, id, user_id: userId, word_id: wordId, session_id: session };
  });
  if (rows.length === 0) return { added: 0, done: [] };
  await insertRecords(tx, rows);
  const values = rows.map(({ id }) => id);
  const ids = fresh.map(({ chosen }) => chosen);
  const kept = await keepOrigins(tx, userId, ids);
  const done = [...kept, noted({ rows: "records", column: "id", values })];
  return { added: rows.length, done };
}
