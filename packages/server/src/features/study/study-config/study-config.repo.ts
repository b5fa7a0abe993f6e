import type { StudyConfig } from "@wordloom/contract";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import { contains } from "../../../platform/database/text-match.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { StudyConfigsTable } from "./study-config.tables.ts";

/** A study configuration without the goal, which the engine's features store. */
export type StoredStudyConfig = Omit<StudyConfig, "goal" | "ownRecall">;

/** Fields to change. Absent ones keep their value. */
export type StudyConfigFields = Partial<Omit<StoredStudyConfig, "userId">>;

export async function findStudyConfig(
  db: Database,
  userId: string,
): Promise<StoredStudyConfig | undefined> {
  const row = await db
    .selectFrom("study_configs")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && toStudyConfig(row);
}

/** Prevents others from changing the selection until the end of the transaction. */
export async function lockStudyConfig(
  tx: Database,
  userId: string,
): Promise<StoredStudyConfig | undefined> {
  const query = tx.selectFrom("study_configs").selectAll().where("user_id", "=", userId);
  const row = await forUpdate(tx, query).executeTakeFirst();
  return row && toStudyConfig(row);
}

/** Learners who have selected a book, ordered by id. Reads all configurations. */
export async function listSelecting(
  db: Database,
  bookId: string,
  afterId: string,
  limit?: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("study_configs")
    .select("user_id")
    .where("user_id", ">", afterId)
    .where(contains(sql.ref("selected_wordbook_ids_json"), JSON.stringify(bookId)))
    .orderBy("user_id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Sets the given fields. Other fields keep their value, even with concurrent changes; a new row
 * takes them from `defaults`.
 */
export async function saveStudyConfig(
  db: Database,
  defaults: StoredStudyConfig,
  change: StudyConfigFields,
  atMs: number,
): Promise<StoredStudyConfig> {
  const row = await db
    .insertInto("study_configs")
    .values({ ...toRow({ ...defaults, ...change }), updated_at_ms: atMs })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ ...toColumns(change), updated_at_ms: atMs }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStudyConfig(row);
}

function toStudyConfig(row: Selectable<StudyConfigsTable>): StoredStudyConfig {
  return {
    userId: row.user_id,
    selectedWordbookIds: JSON.parse(row.selected_wordbook_ids_json) as string[],
    dailyWordCount: row.daily_word_count,
    studyMode: row.study_mode,
    dailyMasteryTarget: row.daily_mastery_target,
    learningLanguages: JSON.parse(row.learning_languages_json) as string[],
  };
}

function toRow(config: StoredStudyConfig): Omit<Insertable<StudyConfigsTable>, "updated_at_ms"> {
  return {
    user_id: config.userId,
    selected_wordbook_ids_json: JSON.stringify(config.selectedWordbookIds),
    daily_word_count: config.dailyWordCount,
    study_mode: config.studyMode,
    daily_mastery_target: config.dailyMasteryTarget,
    learning_languages_json: JSON.stringify(config.learningLanguages),
  };
}

function toColumns(change: StudyConfigFields): Updateable<StudyConfigsTable> {
  const { selectedWordbookIds: books, dailyWordCount: words, studyMode: mode } = change;
  const { dailyMasteryTarget: target, learningLanguages: languages } = change;
  return {
    ...(books !== undefined && { selected_wordbook_ids_json: JSON.stringify(books) }),
    ...(words !== undefined && { daily_word_count: words }),
    ...(mode !== undefined && { study_mode: mode }),
    ...(target !== undefined && { daily_mastery_target: target }),
    ...(languages !== undefined && { learning_languages_json: JSON.stringify(languages) }),
  };
}
