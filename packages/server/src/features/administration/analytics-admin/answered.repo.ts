import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import { isOfLibrary } from "../../library/words/seen-words.ts";
import type { Days, Span } from "./day-totals.repo.ts";

/** Learners' days, and the time span that they cover in APP_TIMEZONE. */
export interface AnsweredRange {
  readonly span: Span;
  /** Includes the day before and after, for learners in other zones. */
  readonly days: Days;
}

/**
 * Learners who may have answered in the range. Answers are stored by learner and time, so theirs
 * are found without a full scan.
 */
function activeLearners({ days }: AnsweredRange): RawBuilder<unknown> {
  return sql`(
    select distinct user_id from daily_activity
    where day between ${days.firstDay} and ${days.lastDay} and answers > 0
  )`;
}

/** A zone's offset from UTC within a time span. */
export interface ZoneOffset extends Span {
  readonly zone: string;
  readonly offsetMs: number;
}

/** Zones that learners have chosen. */
export async function listZones(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("preferences")
    .select("time_zone")
    .distinct()
    .where("time_zone", "is not", null)
    .execute();
  return rows.flatMap(({ time_zone }) => time_zone ?? []);
}

/**
 * Answers by hour of the learner's clock.
 *
 * @param offsets  of all zones, covering the range
 * @param usualZone  zone of learners who chose none
 */
export async function countByHour(
  db: Database,
  range: AnsweredRange,
  offsets: readonly ZoneOffset[],
  usualZone: string,
): Promise<{ hour: number; answers: number; correct: number; learners: number }[]> {
  const values = offsets.map(({ zone, fromMs, untilMs, offsetMs }) => {
    const times = sql`${sql.lit(fromMs)}, ${sql.lit(untilMs)}, ${sql.lit(offsetMs)}`;
    return sql`(${sql.lit(zone)}, ${times})`;
  });
  const hour = sql`((records.created_at_ms + zones.offset_ms) / 3600000) % 24`;
  const { rows } = await sql<Record<"hour" | "answers" | "correct" | "learners", number | string>>`
    with zones(zone, from_ms, until_ms, offset_ms) as (values ${sql.join(values)}),
    placed as (
      select active.user_id, ${hour} as hour, count(*) as answers, sum(is_correct) as correct
      from ${activeLearners(range)} as active
        left join preferences on preferences.user_id = active.user_id
        join zones on zones.zone = coalesce(preferences.time_zone, ${sql.lit(usualZone)})
        join records on records.user_id = active.user_id and records.import_id is null
          and records.created_at_ms >= zones.from_ms and records.created_at_ms < zones.until_ms
      group by 1, 2
    )
    select hour, sum(answers) as answers, sum(correct) as correct, count(*) as learners
    from placed group by 1
  `.execute(db);
  return rows.map((row) => ({
    hour: Number(row.hour),
    answers: Number(row.answers),
    correct: Number(row.correct),
    learners: Number(row.learners),
  }));
}

export interface RankedBook {
  readonly id: string;
  readonly name: string;
  readonly type: "system" | "user";
  readonly learners: number;
  readonly answers: number;
  /** Pairs of a learner and a word that the learner answered. */
  readonly met: number;
  /** Those that are mastered now. */
  readonly mastered: number;
}

/**
 * Wordbooks by answers to their words, most first. A learner's book counts the owner's answers
 * only. Leaves out books being imported or removed.
 */
export async function rankByAnswers(
  db: Database,
  range: AnsweredRange,
  limit: number,
): Promise<RankedBook[]> {
  const { rows } = await sql<Record<keyof RankedBook, never>>`
    with met as materialized (
      select records.user_id, records.word_id, count(*) as answers
      from ${activeLearners(range)} as active
        join records on records.user_id = active.user_id and records.import_id is null
          and records.created_at_ms >= ${range.span.fromMs}
          and records.created_at_ms < ${range.span.untilMs}
      group by 1, 2
    ),
    -- By word first: joined to all books first, thousands of imported ones would be gone through
    -- for every word.
    placed as materialized (
      select met.user_id, met.word_id, met.answers, wordbook_words.wordbook_id
      from met join wordbook_words on wordbook_words.word_id = met.word_id
    ),
    ranked as (
      select books.id, count(distinct placed.user_id) as learners, sum(placed.answers) as answers,
        count(*) as met, sum(case when word_states.state = 'mastered' then 1 else 0 end) as mastered
      from placed
        join wordbooks as books on books.id = placed.wordbook_id
          and (books.user_id is null or books.user_id = placed.user_id)
        left join word_states
          on word_states.user_id = placed.user_id and word_states.word_id = placed.word_id
      group by books.id
    )
    select wordbooks.id, wordbooks.name, wordbooks.type,
      coalesce(ranked.learners, 0) as learners, coalesce(ranked.answers, 0) as answers,
      coalesce(ranked.met, 0) as met, coalesce(ranked.mastered, 0) as mastered
    from wordbooks left join ranked on ranked.id = wordbooks.id
    where wordbooks.type in ('system', 'user')
    order by 5 desc, 4 desc, wordbooks.id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    learners: Number(row.learners),
    answers: Number(row.answers),
    met: Number(row.met),
    mastered: Number(row.mastered),
  }));
}

/**
 * Share of right answers to the words of every book with answers. See rankByAnswers for whose
 * answers count.
 */
export async function listBookAccuracies(
  db: Database,
  range: AnsweredRange,
): Promise<[bookId: string, accuracy: number][]> {
  const { rows } = await sql<{ id: string; answers: number | string; correct: number | string }>`
    with met as materialized (
      select records.user_id, records.word_id, count(*) as answers, sum(is_correct) as correct
      from ${activeLearners(range)} as active
        join records on records.user_id = active.user_id and records.import_id is null
          and records.created_at_ms >= ${range.span.fromMs}
          and records.created_at_ms < ${range.span.untilMs}
      group by 1, 2
    ),
    -- By word first, as above.
    placed as materialized (
      select met.user_id, met.answers, met.correct, wordbook_words.wordbook_id
      from met join wordbook_words on wordbook_words.word_id = met.word_id
    )
    select books.id, sum(placed.answers) as answers, sum(placed.correct) as correct
    from placed
      join wordbooks as books on books.id = placed.wordbook_id
        and (books.user_id is null or books.user_id = placed.user_id)
    group by books.id
  `.execute(db);
  return rows.map(({ id, answers, correct }) => [id, Number(correct) / Number(answers)]);
}

export interface SpanFigures {
  readonly learners: number;
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly reviews: number;
  readonly recalled: number;
}

/**
 * Figures of the answers within a day or a part of it. A review is tagged as such, or is untagged
 * and the span's first answer to a word that was answered before it.
 */
export async function sumAnswers(db: Database, range: AnsweredRange): Promise<SpanFigures> {
  const { span } = range;
  const { rows } = await sql<Record<keyof SpanFigures, number | string>>`
    with answered as (
      select records.user_id, is_correct, record_type,
        row_number() over (
          partition by records.user_id, records.word_id order by records.created_at_ms, records.id
        ) as place,
        case when exists (
          select 1 from records as earlier
          where earlier.user_id = records.user_id and earlier.word_id = records.word_id
            and earlier.created_at_ms < ${span.fromMs}
        ) then 1 else 0 end as is_known
      from ${activeLearners(range)} as active
        join records on records.user_id = active.user_id and records.import_id is null
          and records.created_at_ms >= ${span.fromMs} and records.created_at_ms < ${span.untilMs}
    ),
    judged as (
      select user_id, is_correct,
        case when place = 1 and is_known = 0 then 1 else 0 end as is_new,
        case when record_type = 'review' or (record_type = 'all' and place = 1 and is_known = 1)
          then 1 else 0 end as is_review
      from answered
    )
    select count(distinct user_id) as "learners", count(*) as "answers",
      coalesce(sum(is_correct), 0) as "correct", coalesce(sum(is_new), 0) as "newWords",
      coalesce(sum(is_review), 0) as "reviews",
      coalesce(sum(is_review * is_correct), 0) as "recalled"
    from judged
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return {
    learners: Number(row.learners),
    answers: Number(row.answers),
    correct: Number(row.correct),
    newWords: Number(row.newWords),
    reviews: Number(row.reviews),
    recalled: Number(row.recalled),
  };
}

/** Answers in each hour from the beginning of the range. Hours without answers are left out. */
export async function countBySpanHour(
  db: Database,
  range: AnsweredRange,
): Promise<{ hour: number; answers: number }[]> {
  const { fromMs, untilMs } = range.span;
  const { rows } = await sql<Record<"hour" | "answers", number | string>>`
    select (records.created_at_ms - ${sql.lit(fromMs)}) / 3600000 as hour, count(*) as answers
    from ${activeLearners(range)} as active
      join records on records.user_id = active.user_id and records.import_id is null
        and records.created_at_ms >= ${fromMs} and records.created_at_ms < ${untilMs}
    group by 1
  `.execute(db);
  return rows.map(({ hour, answers }) => ({ hour: Number(hour), answers: Number(answers) }));
}

export interface HardWord {
  readonly id: string;
  readonly text: string;
  readonly answers: number;
  readonly correct: number;
}

/** Words with at least this many answers, lowest accuracy first. */
export async function listHardWords(
  db: Database,
  { span, days }: AnsweredRange,
  { atLeast, limit }: { readonly atLeast: number; readonly limit: number },
): Promise<HardWord[]> {
  const { rows } = await sql<Record<keyof HardWord, never>>`
    with answered as (
      select records.word_id, count(*) as answers, sum(records.is_correct) as correct
      from ${activeLearners({ span, days })} as active
        join records on records.user_id = active.user_id and records.import_id is null
          and records.created_at_ms >= ${span.fromMs} and records.created_at_ms < ${span.untilMs}
      group by 1 having count(*) >= ${atLeast}
    )
    select words.id, words.text, answered.answers, answered.correct
    from answered join words on words.id = answered.word_id and ${isOfLibrary()}
    order by 1.0 * answered.correct / answered.answers, answered.answers desc, words.id
    limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    answers: Number(row.answers),
    correct: Number(row.correct),
  }));
}
