import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Figures of the learners' state that are stored with each decision. */
export type StateField = "attention" | "fatigue" | "motivation" | "confidence";

/** A row of counts and sums. PostgreSQL returns them as text, and empty sums as null. */
type Sums = Readonly<Record<string, number | string | null>>;

/** Counts and sums of the decisions since a time. */
export async function sumDecisions(db: Database, sinceMs: number, fatigueAbove: number) {
  const row = await one(
    db,
    sql`select count(*) as total, sum(is_correct) as hits, avg(latency_ms) as latency,
        sum(case when fatigue > ${fatigueAbove} then 1 else 0 end) as tired
      from engine_events where created_at_ms >= ${sinceMs}`,
  );
  return {
    total: Number(row["total"]),
    hits: Number(row["hits"]),
    meanLatencyMs: Number(row["latency"]),
    tired: Number(row["tired"]),
  };
}

export interface SpanCounts {
  readonly span: number;
  readonly total: number;
  readonly anomalies: number;
  readonly coldStart: number;
}

/** Grouped by time span. `span` numbers them from the epoch. */
export async function countBySpan(
  db: Database,
  sinceMs: number,
  spanMs: number,
): Promise<SpanCounts[]> {
  const { rows } = await sql<Sums>`
    select created_at_ms / ${sql.lit(spanMs)} as span, count(*) as total,
      sum(is_anomaly) as anomalies,
      sum(case when cold_start_phase is null then 0 else 1 end) as cold
    from engine_events where created_at_ms >= ${sinceMs} group by 1
  `.execute(db);
  return rows.map((row) => ({
    span: Number(row["span"]),
    total: Number(row["total"]),
    anomalies: Number(row["anomalies"]),
    coldStart: Number(row["cold"]),
  }));
}

/** Violated invariants by field and time span. Only decisions with an anomaly have any. */
export async function countViolations(
  db: Database,
  sinceMs: number,
  spanMs: number,
): Promise<{ field: string; span: number; count: number }[]> {
  const isPostgres = dialectOf(db) === "postgres";
  const violations = isPostgres
    ? sql`jsonb_array_elements(event_json::jsonb -> 'invariantViolations') as violation`
    : sql`json_each(event_json, '$.invariantViolations') as violation`;
  const field = isPostgres
    ? sql`violation ->> 'field'`
    : sql`json_extract(violation.value, '$.field')`;
  const { rows } = await sql<Sums>`
    select ${field} as field, created_at_ms / ${sql.lit(spanMs)} as span, count(*) as found
    from engine_events cross join ${violations}
    where created_at_ms >= ${sinceMs} and is_anomaly = 1 group by 1, 2
  `.execute(db);
  return rows.map((row) => ({
    field: String(row["field"]),
    span: Number(row["span"]),
    count: Number(row["found"]),
  }));
}

/** How often a figure falls into each cell of equal width from `min` to `max`, ascending. */
export async function countStates(
  db: Database,
  field: StateField,
  { sinceMs, min, max, cells }: { sinceMs: number; min: number; max: number; cells: number },
): Promise<{ cell: number; count: number; sum: number }[]> {
  const value = sql.ref(field);
  const place = sql`(${value} - ${sql.lit(min)}) * ${sql.lit(cells / (max - min))}`;
  const { rows } = await sql<Sums>`
    select ${floorOf(db, place)} as cell, count(*) as found, sum(${value}) as total
    from engine_events where created_at_ms >= ${sinceMs} group by 1 order by 1
  `.execute(db);
  return rows.map((row) => ({
    cell: Number(row["cell"]),
    count: Number(row["found"]),
    sum: Number(row["total"]),
  }));
}

/** Figures of all decisions that were made with one version. */
export async function sumVersion(db: Database, versionHash: string) {
  const row = await one(
    db,
    sql`select count(*) as total, sum(is_anomaly) as anomalies, avg(latency_ms) as latency,
        avg(reward_value) as reward, avg(attention) as attention, avg(fatigue) as fatigue,
        avg(motivation) as motivation, avg(confidence) as confidence,
        min(created_at_ms) as first, max(created_at_ms) as last
      from engine_events where config_version = ${versionHash}`,
  );
  const figure = (name: string) => (row[name] == null ? null : Number(row[name]));
  return {
    total: Number(row["total"]),
    anomalies: Number(row["anomalies"]),
    latency: figure("latency"),
    reward: figure("reward"),
    attention: figure("attention"),
    fatigue: figure("fatigue"),
    motivation: figure("motivation"),
    confidence: figure("confidence"),
    firstMs: figure("first"),
    lastMs: figure("last"),
  };
}

/** Answers with a prediction, by predicted recall and outcome. */
export interface PredictionCell {
  readonly isCorrect: boolean;
  readonly count: number;
  /** Number of answers represented; see `weighAs`. */
  readonly weight: number;
  /** Mean predicted recall. */
  readonly predicted: number;
}

/**
 * @param cells  number of cells of equal width from 0 to 1
 * @param weighAs  share of ordinary decisions that is stored; always-stored decisions count with
 *   this weight, so that all answers have the same weight
 */
export async function countPredictions(
  db: Database,
  sinceMs: number,
  { cells, weighAs }: { readonly cells: number; readonly weighAs: number },
): Promise<PredictionCell[]> {
  const { rows } = await sql<Sums>`
    select ${floorOf(db, sql`predicted * ${sql.lit(cells)}`)} as cell, is_correct, kept,
      count(*) as found, avg(predicted) as predicted
    from (
      select predicted, is_correct, case
        when is_anomaly = 1 or cold_start_phase is not null or experiment_arm is not null
        then 1 else 0 end as kept
      from engine_events
      where created_at_ms >= ${sinceMs} and event_type = 'answer' and predicted is not null
    ) as answered
    group by 1, 2, 3
  `.execute(db);
  return rows.map((row) => ({
    isCorrect: Number(row["is_correct"]) === 1,
    count: Number(row["found"]),
    weight: Number(row["found"]) * (Number(row["kept"]) === 1 ? weighAs : 1),
    predicted: Number(row["predicted"]),
  }));
}

/** For values of at least 0. Every build of SQLite can truncate. */
function floorOf(db: Database, value: RawBuilder<unknown>) {
  return dialectOf(db) === "postgres" ? sql`floor(${value})` : sql`cast(${value} as integer)`;
}

async function one(db: Database, statement: RawBuilder<unknown>): Promise<Sums> {
  const { rows } = await (statement as RawBuilder<Sums>).execute(db);
  return rows[0] ?? {};
}
