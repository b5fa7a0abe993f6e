import type { StudyConfig } from "@wordloom/contract";
import type { Selectable } from "kysely";
import type { Database, StudyConfigsTable } from "../../platform/database/tables.ts";

export async function findStudyConfig(
  db: Database,
  userId: string,
): Promise<StudyConfig | undefined> {
  const row = await db
    .selectFrom("study_configs")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && toStudyConfig(row);
}

export async function saveStudyConfig(
  db: Database,
  config: StudyConfig,
  atMs: number,
): Promise<void> {
  const columns = {
    selected_wordbook_ids_json: JSON.stringify(config.selectedWordbookIds),
    daily_word_count: config.dailyWordCount,
    study_mode: config.studyMode,
    daily_mastery_target: config.dailyMasteryTarget,
    updated_at_ms: atMs,
  };
  await db
    .insertInto("study_configs")
    .values({ user_id: config.userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}

function toStudyConfig(row: Selectable<StudyConfigsTable>): StudyConfig {
  return {
    userId: row.user_id,
    selectedWordbookIds: JSON.parse(row.selected_wordbook_ids_json) as string[],
    dailyWordCount: row.daily_word_count,
    studyMode: row.study_mode,
    dailyMasteryTarget: row.daily_mastery_target,
  };
}
