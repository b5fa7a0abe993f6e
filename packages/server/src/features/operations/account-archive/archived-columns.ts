import type { ArchiveTable } from "@wordloom/contract";
import type { Tables } from "../../../platform/database/tables.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";

/** How a column is stored, and written into an archive. */
type Kind = "text" | "integer" | "real" | "flag" | "time" | "json";

export interface ArchivedTable {
  readonly table: keyof Tables;
  /** The columns besides the learner's id. */
  readonly columns: Readonly<Record<string, Kind>>;
  /** Columns that make a row the learner's only one of its kind; also the order of the lines. */
  readonly key: readonly string[];
}

const of = (
  table: keyof Tables,
  key: readonly string[],
  columns: ArchivedTable["columns"],
): ArchivedTable => ({ table, key, columns });

const ACTIVITY = {
  day: "text",
  category: "text",
  answers: "integer",
  correct: "integer",
  response_time_total_ms: "real",
  new_words: "integer",
  review_words: "integer",
  mastered_words: "integer",
  study_ms: "integer",
} as const;

/** Tables of which an archive has the rows as they are. Others are made from several tables. */
export const archivedTables = {
  preferences: of("preferences", ["user_id"], {
    theme: "text",
    language: "text",
    notification_enabled: "flag",
    sound_enabled: "flag",
    time_zone: "text",
    day_start_hour: "integer",
  }),
  app_settings: of("app_settings", ["user_id"], { settings_json: "json" }),
  reward: of("user_profiles", ["user_id"], { reward_type: "text" }),
  study_config: of("study_configs", ["user_id"], {
    selected_wordbook_ids_json: "json",
    daily_word_count: "integer",
    study_mode: "text",
    daily_mastery_target: "integer",
    learning_languages_json: "json",
  }),
  goal: of("learner_goals", ["user_id"], { goal: "text", own_recall: "real" }),
  word_versions: of("word_versions", ["word_id"], {
    word_id: "text",
    fields_json: "json",
  }),
  wordbooks: of("wordbooks", ["id"], {
    id: "text",
    name: "text",
    description: "text",
    tags_json: "json",
    language: "text",
    meaning_language: "text",
    created_at_ms: "time",
  }),
  deck_note_types: of("deck_note_types", ["key"], {
    key: "text",
    type_id: "text",
    name: "text",
    is_cloze: "flag",
    fields_json: "json",
    templates_json: "json",
    css: "text",
  }),
  deck_notes: of("deck_notes", ["word_id"], {
    word_id: "text",
    guid: "text",
    note_id: "integer",
    type_key: "text",
    modified_s: "integer",
    tags_json: "json",
    fields_json: "json",
    cards_json: "json",
    reviews_json: "json",
  }),
  sessions: of("learning_sessions", ["created_at_ms", "id"], {
    id: "text",
    status: "text",
    target_mastery_count: "integer",
    total_questions: "integer",
    context_shifts: "integer",
    correct_count: "integer",
    total_count: "integer",
    response_time_total_ms: "integer",
    duration_ms: "integer",
    last_event_at_ms: "time",
    summary_json: "json",
    created_at_ms: "time",
    updated_at_ms: "time",
    completed_at_ms: "time",
    long_gaps_json: "json",
  }),
  records: of("records", ["created_at_ms", "id"], {
    id: "text",
    word_id: "text",
    is_correct: "flag",
    response_time_ms: "real",
    session_id: "text",
    record_type: "text",
    self_rating: "integer",
    question_mode: "text",
    client_record_id: "text",
    details_json: "json",
    created_at_ms: "time",
  }),
  word_states: of("word_states", ["word_id"], {
    word_id: "text",
    state: "text",
    mastery_level: "real",
    next_review_at_ms: "time",
    half_life_hours: "real",
    correct_streak: "integer",
    total_attempts: "integer",
    stability_days: "real",
    last_answer_at_ms: "time",
    memory_json: "json",
    created_at_ms: "time",
    updated_at_ms: "time",
    mastery_edges: "json",
  }),
  word_restarts: of("word_restarts", ["word_id", "at_ms"], { word_id: "text", at_ms: "time" }),
  favorites: of("word_favorites", ["word_id"], { word_id: "text", created_at_ms: "time" }),
  notes: of("word_notes", ["word_id", "created_at_ms", "id"], {
    id: "text",
    word_id: "text",
    content: "text",
    created_at_ms: "time",
    updated_at_ms: "time",
  }),
  suspended_words: of("suspended_words", ["word_id"], {
    word_id: "text",
    reason: "text",
    until_ms: "time",
    created_at_ms: "time",
  }),
  dismissed_slips: of("slip_dismissals", ["word_id"], {
    word_id: "text",
    dismissed_at_ms: "time",
  }),
  badges: of("badges", ["badge_id"], { badge_id: "text", unlocked_at_ms: "time" }),
  daily_activity: of("daily_activity", ["day", "category"], ACTIVITY),
  imported_activity: of("imported_activity", ["day", "category"], ACTIVITY),
  engine_state: of("engine_states", ["user_id"], { state_json: "json" }),
  media: of("media", ["created_at_ms", "id"], {
    id: "text",
    name: "text",
    sha256: "text",
    mime: "text",
    size_bytes: "integer",
    created_at_ms: "time",
  }),
  word_media: of("word_media", ["word_id", "name"], {
    word_id: "text",
    name: "text",
    media_id: "text",
  }),
} as const satisfies Partial<Record<ArchiveTable, ArchivedTable>>;

export type PlainTable = keyof typeof archivedTables;

type Values = Readonly<Record<string, unknown>>;

/** A row as a line of an archive. */
export function toLine(table: PlainTable, row: Values): Record<string, unknown> {
  const columns = Object.entries<Kind>(archivedTables[table].columns);
  return Object.fromEntries(
    columns.map(([column, kind]) => [fieldOf(column, kind), written(kind, row[column])]),
  );
}

/** A line of an archive as columns. */
export function toColumns(table: PlainTable, line: Values): Record<string, string | number | null> {
  const columns = Object.entries<Kind>(archivedTables[table].columns);
  return Object.fromEntries(
    columns.map(([column, kind]) => [column, stored(kind, line[fieldOf(column, kind)])]),
  );
}

/** The name of a column in a line: `created_at_ms` is `createdAt`, `details_json` is `details`. */
function fieldOf(column: string, kind: Kind): string {
  const ending = kind === "time" ? /_ms$/ : /_json$/;
  return column
    .replace(kind === "time" || kind === "json" ? ending : /$^/, "")
    .replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function written(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "flag") return Number(value) === 1;
  if (kind === "time") return toTimestamp(Number(value));
  if (kind === "json") return JSON.parse(value as string) as unknown;
  return kind === "text" ? value : Number(value);
}
function stored(kind: Kind, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (kind === "flag") return value === true ? 1 : 0;
  if (kind === "time") return Date.parse(value as string);
  if (kind === "json") return JSON.stringify(value);
  return value as string | number;
}
