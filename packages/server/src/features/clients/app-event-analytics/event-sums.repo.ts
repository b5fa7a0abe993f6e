import type { AppEventCategory } from "@wordloom/contract";
import { sql } from "kysely";
import { idsIn, pairTable } from "../../../platform/database/bulk.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { toHistogram } from "./event-totals.repo.ts";
import { learnerSet, type LearnerSet } from "./learner-set.ts";
import { addStored, timeHistogram, type TimeHistogram } from "./time-histogram.ts";

/** Both days are included. */
interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface DayCount {
  readonly day: string;
  readonly category: AppEventCategory;
  readonly events: number;
}

export interface NameCount {
  readonly name: string;
  readonly category: AppEventCategory;
  readonly events: number;
}

export interface ErrorGroup {
  readonly name: string;
  readonly signature: string;
  readonly events: number;
  readonly lastAtMs: number;
}

export async function countByDay(db: Database, days: Days): Promise<DayCount[]> {
  const rows = await db
    .selectFrom("app_event_counts")
    .select(({ fn }) => ["day", "category", fn.sum<number>("events").as("events")])
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .groupBy(["day", "category"])
    .execute();
  return rows.map((row) => ({ ...row, events: Number(row.events) }));
}

/** Most frequent first. */
export async function listNameCounts(
  db: Database,
  days: Days,
  wanted: { readonly category: AppEventCategory | undefined; readonly limit: number },
): Promise<NameCount[]> {
  const { category, limit } = wanted;
  const rows = await db
    .selectFrom("app_event_counts")
    .select(({ fn }) => ["name", "category", fn.sum<number>("events").as("events")])
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? "error"))
    .groupBy(["name", "category"])
    .orderBy("events", "desc")
    .orderBy("name")
    .orderBy("category")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, events: Number(row.events) }));
}

/** Sets of learners by day and kind. */
export async function listLearnerSets(
  db: Database,
  days: Days,
  kinds: readonly string[],
): Promise<{ day: string; kind: string; set: LearnerSet }[]> {
  const rows = await db
    .selectFrom("app_event_learner_sets")
    .selectAll()
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .where(idsIn(db, "kind", kinds))
    .execute();
  return rows.map(({ day, kind, members }) => ({ day, kind, set: learnerSet(members) }));
}

/** Ordered by day; only days with a measurement. */
export async function listTimings(
  db: Database,
  days: Days,
  name: string,
): Promise<{ day: string; times: TimeHistogram }[]> {
  const rows = await db
    .selectFrom("app_event_timings")
    .selectAll()
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .where("name", "=", name)
    .orderBy("day")
    .execute();
  return rows.map((row) => ({ day: row.day, times: toHistogram(row) }));
}

/** One histogram for all days. */
export async function sumTimings(db: Database, days: Days, name: string): Promise<TimeHistogram> {
  const rows = await db
    .selectFrom("app_event_timings")
    .select("buckets_json")
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .where("name", "=", name)
    .execute();
  const all = timeHistogram();
  for (const row of rows) addStored(all, JSON.parse(row.buckets_json));
  return all;
}

export async function listTimedNames(db: Database, days: Days): Promise<string[]> {
  const rows = await db
    .selectFrom("app_event_timings")
    .select("name")
    .distinct()
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Most frequent first. */
export async function listErrorGroups(
  db: Database,
  days: Days,
  limit: number,
): Promise<ErrorGroup[]> {
  const rows = await db
    .selectFrom("app_event_errors")
    .select(({ fn }) => [
      "name",
      "signature",
      fn.sum<number>("events").as("events"),
      fn.max("last_at_ms").as("last_at_ms"),
    ])
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .groupBy(["name", "signature"])
    .orderBy("events", "desc")
    .orderBy("name")
    .orderBy("signature")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    signature: row.signature,
    events: Number(row.events),
    lastAtMs: Number(row.last_at_ms),
  }));
}

/** Seqs of sample events of these groups, by day: newest day first, latest event last. */
export async function listSampleSeqs(
  db: Database,
  days: Days,
  groups: readonly Pick<ErrorGroup, "name" | "signature">[],
): Promise<{ name: string; signature: string; seqs: number[] }[]> {
  const pairs = groups.map(({ name, signature }) => [name, signature] as const);
  const rows = await db
    .selectFrom("app_event_errors")
    .select(["name", "signature", "sample_seqs_json"])
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .where(sql<boolean>`(name, signature) in (select a, b from ${pairTable(db, pairs)} as asked)`)
    .orderBy("day", "desc")
    .execute();
  return rows.map(({ name, signature, sample_seqs_json }) => {
    return { name, signature, seqs: JSON.parse(sample_seqs_json) as number[] };
  });
}

/** Learners whose first event fell on these days. */
export async function listNewLearners(
  db: Database,
  days: Days,
): Promise<{ no: number; first_day: string }[]> {
  return db
    .selectFrom("app_event_learners")
    .select(["no", "first_day"])
    .where("first_day", ">=", days.firstDay)
    .where("first_day", "<=", days.lastDay)
    .execute();
}

/** A kind of event. */
interface WantedEvent {
  readonly name: string;
  /** Only events with this property `screen`. */
  readonly screen: string | undefined;
}

/**
 * How many learners did the first step, how many the second after it, and so on. An event counts
 * for one step, so a step requested twice has to be done twice. Served by app_events_time.
 *
 * @param span  the end is not included
 */
export async function countInOrder(
  db: Database,
  steps: readonly WantedEvent[],
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<number[]> {
  const names = sql.join([...new Set(steps.map(({ name }) => name))]);
  const screen =
    dialectOf(db) === "postgres"
      ? sql`props_json::jsonb ->> 'screen'`
      : sql`json_extract(props_json, '$.screen')`;
  const reached = steps.map(({ name, screen: wanted }, n) => {
    const isStep =
      wanted === undefined
        ? sql`picked.name = ${name}`
        : sql`(picked.name = ${name} and picked.screen = ${wanted})`;
    const after =
      n === 0
        ? sql``
        : sql`join ${sql.ref(`step${n - 1}`)} as earlier
            on earlier.user_id = picked.user_id and picked.place > earlier.place`;
    return sql`${sql.ref(`step${n}`)} as (
      select picked.user_id, min(picked.place) as place from picked ${after}
      where ${isStep} group by picked.user_id
    )`;
  });
  const counts = steps.map(
    (_, n) => sql`select ${sql.lit(n)} as step, count(*) as learners from ${sql.ref(`step${n}`)}`,
  );
  const { rows } = await sql<{ step: number; learners: number | string }>`
    with picked as (
      select user_id, name, case when name = 'screen_view' then ${screen} end as screen,
        row_number() over (partition by user_id order by at_ms, seq) as place
      from app_events
      where at_ms >= ${span.fromMs} and at_ms < ${span.untilMs} and name in (${names})
    ),
    ${sql.join(reached)}
    ${sql.join(counts, sql` union all `)}
  `.execute(db);
  const found = new Map(rows.map(({ step, learners }) => [step, Number(learners)]));
  return steps.map((_, n) => found.get(n) ?? 0);
}
