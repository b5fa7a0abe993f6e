import { join } from "node:path";
import {
  createLearner,
  createMemory,
  createWordRating,
  defaultParameters,
  processAnswer,
} from "@wordloom/engine";
import { createBackup } from "@wordloom/server/platform/database/backup/create-backup";
import { systemClock } from "@wordloom/server/platform/time/clock";
import type { Database, Tables } from "@wordloom/server/platform/database/tables";
import { DAY_MS } from "@wordloom/server/platform/time/durations";
import type { TestAccount } from "../content/accounts.ts";
import { testDialect } from "../databases/test-database.ts";
import { createServerFixture, type ServerFixture } from "../process/server-fixture.ts";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "../process/server-process.ts";

/** How much data the service and its heaviest learner have. */
export interface HeavySize {
  readonly words: number;
  /** The heavy learner's, as are all of the following. */
  readonly states: number;
  readonly records: number;
  readonly sessions: number;
  readonly notes: number;
}

/** The service in a separate process, with one learner who has much data. */
export interface HeavyService {
  readonly server: ServerProcess;
  readonly fixture: ServerFixture;
  readonly heavy: TestAccount;
  /** A learner whose password changes. */
  readonly changing: TestAccount;
  /** The next of the learners without data, for requests that end an account or a session. */
  spare(): TestAccount;
  readonly sessionId: string;
  readonly bookId: string;
  readonly deviceId: string;
  close(): Promise<void>;
}

const MAIN = join(import.meta.dirname, "heavy-main.ts");
/** More than the catalog needs, because slow requests are repeated. */
const SPARE_LEARNERS = 12;
const ROWS_PER_INSERT = 250;
const SUMMARY = JSON.stringify({
  accuracy: 0.5,
  avgResponseTimeMs: 900,
  durationSecs: 60,
  hourOfDay: 9,
  finalDifficulty: 0.5,
  masteredWordIds: [],
  errorProneWordIds: [],
});
const UNLIMITED = Object.fromEntries(
  ["RATE_LIMIT_ANONYMOUS_MAX", "RATE_LIMIT_AUTHENTICATED_MAX", "AUTH_RATE_LIMIT_MAX"]
    .concat("ADMIN_AUTH_RATE_LIMIT_MAX", "RATE_LIMIT_TELEMETRY_MAX", "PROBE_RATE_LIMIT_PER_MIN")
    .map((name) => [name, "100000000"]),
);

/** The backup that the service finds. */
export const HEAVY_BACKUP = {
  base: "backup-manual-20260101-000000",
  name: `backup-manual-20260101-000000.${testDialect === "sqlite" ? "db" : "dump"}`,
} as const;

/**
 * Fills a database and starts the service on it.
 *
 * @param url  URL of an empty database; default: a temporary one of the test run
 * @param more  further settings
 */
export async function startHeavyService(
  size: HeavySize,
  url?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<HeavyService> {
  const directory = await createDataDirectory();
  const fixture = await createServerFixture({
    learners: 1 + SPARE_LEARNERS,
    words: size.words,
    ...(url !== undefined && { url }),
  });
  const [heavy, changing, ...spares] = fixture.learners;
  if (heavy === undefined || changing === undefined) throw new Error("there is no learner");
  const names = { sessionId: "session-0", bookId: "book-0", deviceId: "device-0" };
  await fill(fixture, heavy.id, size);
  await backUp(fixture, directory.path);
  const settings = {
    ...fixture.settings,
    ...UNLIMITED,
    DATA_DIR: directory.path,
    PROBE_ENABLED: "true",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
    ...more,
  };
  const server = await startServerProcess(settings, MAIN);
  let used = 0;
  return {
    server,
    fixture,
    heavy,
    changing,
    ...names,
    spare() {
      const learner = spares[used++];
      if (learner === undefined) throw new Error("there are too few spare learners");
      return learner;
    },
    async close() {
      await server.kill();
      await fixture.close();
      await directory.remove();
    },
  };
}

async function fill({ database, wordIds }: ServerFixture, userId: string, size: HeavySize) {
  const nowMs = systemClock.nowMs();
  const wordAt = (n: number) => wordIds[n % wordIds.length] ?? "";
  const rows = <T>(count: number, make: (n: number) => T) =>
    Array.from({ length: count }, (_, n) => make(n));
  await insert(database, "wordbooks", [bookRow(userId, nowMs)]);
  await insert(
    database,
    "wordbook_words",
    wordIds.map((word_id, position) => ({
      wordbook_id: "book-0",
      word_id,
      position,
      added_at_ms: nowMs,
    })),
  );
  const json = memoryJson(nowMs);
  await insert(
    database,
    "word_states",
    rows(size.states, (n) => stateRow(userId, wordAt(n), json, nowMs - n)),
  );
  await insert(
    database,
    "learning_sessions",
    rows(size.sessions, (n) => sessionRow(userId, n, nowMs)),
  );
  await insert(
    database,
    "records",
    rows(size.records, (n) => ({
      ...recordRow(userId, wordAt(n * 7), nowMs - n * 60_000),
      id: `record-${n}`,
      ...(n % 5 === 0 && { is_correct: 0, details_json: confused(wordAt(n)) }),
      session_id: `session-${n % size.sessions}`,
    })),
  );
  await insert(
    database,
    "word_notes",
    rows(size.notes, (n) => ({
      id: `note-${n}`,
      user_id: userId,
      word_id: wordAt(n),
      content: "note ".repeat(1_000),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })),
  );
  await insert(
    database,
    "word_favorites",
    rows(size.notes, (n) => ({
      user_id: userId,
      word_id: wordAt(n),
      created_at_ms: nowMs - n,
    })),
  );
  await insert(database, "devices", [deviceRow(userId, nowMs)]);
}

/** Details of an answer that confused the word with another one. */
function confused(wordId: string): string {
  return JSON.stringify({ confusedWith: wordId });
}

type Row = Readonly<Record<string, string | number | null>>;

async function insert(
  database: Database,
  table: keyof Tables,
  rows: readonly Row[],
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const part = rows.slice(start, start + ROWS_PER_INSERT);
      await tx
        .insertInto(table)
        .values(part as never)
        .execute();
    }
  });
}

function bookRow(userId: string, atMs: number) {
  return {
    id: "book-0",
    name: "Everything",
    description: "",
    type: "user",
    user_id: userId,
    tags_json: "[]",
    created_at_ms: atMs,
    updated_at_ms: atMs,
  };
}

function stateRow(userId: string, wordId: string, memory: string, atMs: number) {
  return {
    user_id: userId,
    word_id: wordId,
    state: "reviewing",
    mastery_level: 0.5,
    next_review_at_ms: atMs,
    half_life_hours: 24,
    correct_streak: 2,
    total_attempts: 5,
    stability_days: 3,
    last_answer_at_ms: atMs - DAY_MS,
    created_at_ms: atMs,
    updated_at_ms: atMs,
    mastery_edges: null,
    memory_json: memory.replaceAll("model", wordId),
  };
}

function sessionRow(userId: string, n: number, nowMs: number) {
  const atMs = nowMs - n * DAY_MS;
  const active = n === 0;
  return {
    id: `session-${n}`,
    user_id: userId,
    status: active ? "active" : "completed",
    target_mastery_count: 10,
    last_event_at_ms: atMs,
    created_at_ms: atMs,
    updated_at_ms: atMs,
    completed_at_ms: active ? null : atMs,
    summary_json: active ? null : SUMMARY,
    long_gaps_json: null,
  };
}

function recordRow(userId: string, wordId: string, atMs: number) {
  return {
    user_id: userId,
    word_id: wordId,
    is_correct: 1,
    response_time_ms: 900,
    record_type: "learning",
    self_rating: null,
    question_mode: null,
    client_record_id: null,
    details_json: '{"dwellTimeMs":5}',
    created_at_ms: atMs,
  };
}

function deviceRow(userId: string, atMs: number) {
  return {
    id: "device-0",
    user_id: userId,
    platform: "web",
    first_seen_at_ms: atMs,
    last_seen_at_ms: atMs,
    app_version: null,
    model: null,
    time_zone: null,
    language: null,
    profile_json: null,
    fingerprint: null,
    fingerprint_coarse: null,
    ip: null,
    banned_at_ms: null,
    ban_reason: null,
    risk_reason: null,
    risk_flagged_at_ms: null,
    risk_related_device: null,
  };
}

/** A memory of a word `model` with a few answers. */
function memoryJson(nowMs: number): string {
  const parameters = defaultParameters();
  const word = { id: "model", text: "model", difficulty: 0.5 };
  const answer = {
    wordId: "model",
    isCorrect: true,
    responseTimeMs: 1_500,
    utcOffsetMinutes: 0,
    atMs: nowMs - 3 * DAY_MS,
    dayStartHour: 0,
  };
  const outcome = processAnswer(
    createLearner(1, nowMs - 9 * DAY_MS),
    createMemory("model"),
    answer,
    parameters,
    { word, wordRating: createWordRating(word, parameters) },
  );
  return JSON.stringify(outcome.memory);
}

async function backUp({ database, settings }: ServerFixture, dataDir: string): Promise<void> {
  await createBackup({
    database,
    url: String(settings["DATABASE_URL"]),
    dataDir,
    folder: join(dataDir, "backups"),
    name: HEAVY_BACKUP.base,
    kind: "manual",
    nowMs: Date.parse("2026-01-01"),
  });
}
