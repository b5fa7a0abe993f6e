import { createHash } from "node:crypto";
import { sql } from "kysely";
import { MINUTE_MS } from "../../../time/durations.ts";
import { idsIn } from "../../bulk.ts";
import type { Database } from "../../tables.ts";
import type { MigrationReport } from "../migration.ts";
import { copyWords, indexForOwners, moveRows, ownWords, type Move } from "./move-rows.ts";

/** Number of words looked at together. */
const BATCH = 500;

/**
 * The audit log names no word of a batch or an import of administrators, but their time. A batch is
 * stored at once, an import in slices within this time.
 */
const TAKES_MS = { "word.create_batch": 1_000, "word.import": MINUTE_MS } as const;

interface Candidate {
  readonly id: string;
  readonly seq: number | string;
  readonly created_at_ms: number | string;
}

/** A learner who has a word in a book, in memory, as a favorite or in a note. */
interface Holder {
  readonly word_id: string;
  readonly user_id: string;
}

/** Gives the words that only learners have added back to them. */
export async function returnPastedWords(
  tx: Database,
  _nowMs: number,
  report: MigrationReport,
): Promise<void> {
  const isOfAdmins = await timesOfAdmins(tx);
  const figures = { words: 0, copies: 0 };
  const learners = new Set<string>();
  for (let after = -1; ;) {
    const words = await listCandidates(tx, after);
    if (words.length === 0) break;
    after = Number(words.at(-1)?.seq);
    const ids = words
      .filter(({ created_at_ms: atMs }) => !isOfAdmins(Number(atMs)))
      .map(({ id }) => id);
    const holders = Map.groupBy(await listHolders(tx, ids), ({ word_id: id }) => id);
    const moves: Move[] = [];
    for (const [wordId, [first, ...others]] of holders) {
      if (first === undefined) continue;
      figures.words += 1;
      learners.add(first.user_id);
      moves.push({ userId: first.user_id, from: wordId, into: wordId });
      for (const { user_id: userId } of others) {
        figures.copies += 1;
        learners.add(userId);
        moves.push({ userId, from: wordId, into: idFor(userId, wordId) });
      }
    }
    await giveBack(tx, moves);
  }
  if (figures.words > 0) report({ ...figures, learners: learners.size });
}

async function giveBack(tx: Database, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const copies = moves.filter(({ from, into }) => from !== into);
  await copyWords(tx, copies);
  await moveRows(tx, copies);
  await ownWords(tx, moves);
  await indexForOwners(
    tx,
    moves.map(({ into }) => into),
  );
}

/** The same each time, so that a repeated migration does nothing twice. */
function idFor(userId: string, wordId: string): string {
  const hex = createHash("sha256").update(`${userId}\n${wordId}`).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-");
}

/** Words in no system book, named in no entry of the audit log, and of no center or starter. */
async function listCandidates(tx: Database, afterSeq: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select words.id, words.seq, words.created_at_ms from words
    where words.owner_id is null and words.seq > ${afterSeq}
      and words.tags_json not like '%"wb-center"%'
      and not exists (
        select 1 from wordbook_words
          join wordbooks on wordbooks.id = wordbook_words.wordbook_id
        where wordbook_words.word_id = words.id and wordbooks.user_id is null
      )
      and not exists (
        select 1 from wordbook_import_words where wordbook_import_words.word_id = words.id
      )
      and not exists (select 1 from starter_words where starter_words.word_id = words.id)
      and not exists (
        select 1 from audit_log
        where audit_log.target_type = 'word' and audit_log.target_id = words.id
      )
    order by words.seq limit ${BATCH}
  `.execute(tx);
  return rows;
}

/** Of each word, those who have it: first who had it first. */
async function listHolders(tx: Database, ids: readonly string[]): Promise<Holder[]> {
  if (ids.length === 0) return [];
  const of = (table: string) => sql`
    select word_id, user_id, created_at_ms as at_ms from ${sql.table(table)}
    where ${idsIn(tx, "word_id", ids)}`;
  const { rows } = await sql<Holder>`
    select word_id, user_id from (
      select wordbook_words.word_id, wordbooks.user_id, wordbook_words.added_at_ms as at_ms
      from wordbook_words join wordbooks on wordbooks.id = wordbook_words.wordbook_id
      where wordbooks.type = 'user' and ${idsIn(tx, "wordbook_words.word_id", ids)}
      union all ${of("word_states")}
      union all ${of("word_favorites")}
      union all ${of("word_notes")}
    ) as having_it
    where user_id in (select id from users)
    group by word_id, user_id
    order by word_id, min(at_ms), user_id
  `.execute(tx);
  return rows;
}

/** Tells whether administrators were adding words at a time. */
async function timesOfAdmins(tx: Database): Promise<(atMs: number) => boolean> {
  const { rows } = await sql<{ action: keyof typeof TAKES_MS; at_ms: number | string }>`
    select action, started_at_ms as at_ms from audit_log
    where action in (${sql.join(Object.keys(TAKES_MS))})
  `.execute(tx);
  const spans = rows.map(({ action, at_ms: atMs }) => {
    return { fromMs: Number(atMs) - TAKES_MS[action], untilMs: Number(atMs) + 1_000 };
  });
  return (atMs) => spans.some(({ fromMs, untilMs }) => atMs >= fromMs && atMs <= untilMs);
}
