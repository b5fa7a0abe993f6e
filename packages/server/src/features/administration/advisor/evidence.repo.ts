import type { Database } from "../../../platform/database/tables.ts";

/** Sums over all learners. */
export interface ActivitySums {
  readonly category: string;
  readonly learners: number;
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly masteredWords: number;
  readonly studyMs: number;
}

/** By kind of answer, from `firstDay` until before `endDay`. */
export async function sumActivity(
  db: Database,
  firstDay: string,
  endDay: string,
): Promise<ActivitySums[]> {
  const rows = await db
    .selectFrom("daily_activity")
    .select(({ fn }) => [
      "category",
      fn.count<number | string>("user_id").distinct().as("learners"),
      fn.sum<number | string>("answers").as("answers"),
      fn.sum<number | string>("correct").as("correct"),
      fn.sum<number | string>("new_words").as("newWords"),
      fn.sum<number | string>("mastered_words").as("masteredWords"),
      fn.sum<number | string>("study_ms").as("studyMs"),
    ])
    .where("day", ">=", firstDay)
    .where("day", "<", endDay)
    .groupBy("category")
    .orderBy("category")
    .execute();
  return rows.map(({ category, ...sums }) => ({ category, ...numbersOf(sums) }));
}

/** Figures of the sampled decisions under one version of the configuration. */
export interface VersionFigures {
  readonly versionHash: string;
  readonly decisions: number;
  readonly anomalies: number;
  readonly reward: number;
  readonly attention: number;
  readonly fatigue: number;
  readonly motivation: number;
  readonly confidence: number;
}

/** Versions with the most decisions first. */
export async function averageDecisions(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<VersionFigures[]> {
  const rows = await db
    .selectFrom("engine_events")
    .select(({ fn }) => [
      "config_version as versionHash",
      fn.countAll<number | string>().as("decisions"),
      fn.sum<number | string>("is_anomaly").as("anomalies"),
      fn.avg<number | string>("reward_value").as("reward"),
      fn.avg<number | string>("attention").as("attention"),
      fn.avg<number | string>("fatigue").as("fatigue"),
      fn.avg<number | string>("motivation").as("motivation"),
      fn.avg<number | string>("confidence").as("confidence"),
    ])
    .where("created_at_ms", ">=", sinceMs)
    .groupBy("config_version")
    .orderBy("decisions", "desc")
    .orderBy("config_version")
    .limit(limit)
    .execute();
  return rows.map(({ versionHash, ...figures }) => ({ versionHash, ...numbersOf(figures) }));
}

/**
 * Ordinary answers, newest first. All answers of beginners are stored, of others a sample, and
 * anomalies always: only figures for one of these kinds are not skewed.
 */
export async function listPredictions(
  db: Database,
  from: { readonly sinceMs: number; readonly beginners: boolean },
  limit: number,
): Promise<{ is_correct: number; event_json: string }[]> {
  return db
    .selectFrom("engine_events")
    .select(["is_correct", "event_json"])
    .where("created_at_ms", ">=", from.sinceMs)
    .where("event_type", "=", "answer")
    .where("is_anomaly", "=", 0)
    .where("cold_start_phase", from.beginners ? "is not" : "is", null)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** PostgreSQL returns sums and averages as text. */
function numbersOf<K extends string>(row: Record<K, number | string>): Record<K, number> {
  const entries = Object.entries<number | string>(row).map(([key, value]) => [key, Number(value)]);
  return Object.fromEntries(entries) as Record<K, number>;
}
