import { DatabaseSync } from "node:sqlite";
import { rebuildTotals } from "@wordloom/server/features/study/activity-audit/activity-audit.service";
import { systemClock } from "@wordloom/server/platform/time/clock";
import { openDatabase } from "@wordloom/server/platform/database/connection";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { startCityServer } from "../lib/city-server.ts";
import { CITY } from "../lib/city-size.ts";
import { hashed, learnerId, tokensOf, uuidOf, wordId } from "../lib/city-names.ts";
import { runLoad } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const RECORDS = 100_000;
const STUDY_DAYS = 1_250;
const SECONDS = 3;
const DAY_MS = 86_400_000;

const BAR = { bar: { atMost: 50 } } as const;

/** The reads, and whether the target of 50 ms applies. */
const QUESTIONS = [
  { name: "statistics", path: "/api/records/statistics", ...BAR },
  { name: "statistics, learning", path: "/api/records/statistics?category=learning", ...BAR },
  { name: "enhanced statistics", path: "/api/records/statistics/enhanced", ...BAR },
  { name: "dashboard, week", path: "/api/analytics/dashboard", ...BAR },
  { name: "dashboard, month", path: "/api/analytics/dashboard?range=month", ...BAR },
  { name: "overview", path: "/api/word-states/stats/overview", ...BAR },
  { name: "overview, review", path: "/api/word-states/stats/overview?category=review", ...BAR },
  { name: "user statistics", path: "/api/users/me/stats", ...BAR },
  {
    name: "dashboard, month, another zone",
    path: "/api/analytics/dashboard?range=month&timezone=Asia/Tokyo",
  },
  { name: "forgetting risk", path: "/api/analytics/forgetting-risk" },
  { name: "learning curve", path: "/api/amas/learning-curve" },
  { name: "retention curve", path: "/api/amas/retention-curve" },
];

/** Sequential reads of a learner with 100,000 records and 4,000 memories. */
export const statistics: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer();
  const load = { url: server.url, method: "GET", tokens: tokensOf(1), connections: 1 } as const;
  try {
    fillHistory(server.databaseFile);
    const rebuiltMs = await rebuild(server.databaseFile);
    const figures: Figure[] = [
      { name: "totals rebuilt from records", value: rebuiltMs, unit: "ms" },
    ];
    let errors = 0;
    for (const { name, path, ...bar } of QUESTIONS) {
      await runLoad({ ...load, path, seconds: 1 });
      const result = await runLoad({ ...load, path, seconds: SECONDS });
      figures.push({ name: `${name}: p99`, value: result.p99Ms, unit: "ms", ...bar });
      errors += result.errors;
    }
    return [...figures, { name: "errors", value: errors, unit: "", bar: { atMost: 0 } }];
  } finally {
    await server.stop();
  }
};

/** Eighty answers on each of many days up to today, in sessions, by a learner in New York. */
function fillHistory(file: string): void {
  const db = new DatabaseSync(file);
  const userId = learnerId(0);
  const record = db.prepare(
    `insert into records (id, user_id, word_id, is_correct, response_time_ms, session_id,
       record_type, client_record_id, created_at_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const session = db.prepare(
    `insert into learning_sessions (id, user_id, status, target_mastery_count, duration_ms,
       last_event_at_ms, created_at_ms, updated_at_ms, completed_at_ms)
     values (?, ?, 'completed', 10, 1200000, ?, ?, ?, ?)`,
  );
  const nowMs = Date.now();
  const perDay = RECORDS / STUDY_DAYS;
  db.exec("begin");
  db.prepare("insert into preferences (user_id, time_zone) values (?, 'America/New_York')").run(
    userId,
  );
  for (let day = 0; day < STUDY_DAYS; day += 1) {
    const startMs = nowMs - (STUDY_DAYS - day - 1) * DAY_MS - 3_600_000;
    const sessionId = uuidOf("study", day);
    const endMs = startMs + 1_200_000;
    session.run(sessionId, userId, endMs, startMs, endMs, endMs);
    for (let n = 0; n < perDay; n += 1) {
      const key = day * perDay + n;
      const word = wordId(hashed(key, 7) % CITY.deepLearner.memories);
      const type = ["learning", "review", "all"][hashed(key, 9) % 3] ?? "all";
      const atMs = startMs + (n * 1_200_000) / perDay;
      const correct = hashed(key, 5) % 5 === 0 ? 0 : 1;
      const id = uuidOf("history", key);
      record.run(id, userId, word, correct, 2_100, sessionId, type, `history-${key}`, atMs);
    }
  }
  db.exec("commit");
  db.close();
}

async function rebuild(file: string): Promise<number> {
  const options = { busyTimeoutMs: 10_000, poolSize: 1 };
  const database = await openDatabase(`sqlite:${file}`, options);
  const startedMs = performance.now();
  await rebuildTotals({ database, clock: systemClock, settings: testSettings() }, learnerId(0));
  const tookMs = performance.now() - startedMs;
  await database.destroy();
  return tookMs;
}
