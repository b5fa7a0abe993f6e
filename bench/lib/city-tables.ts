import {
  createLearner,
  createMemory,
  createWordRating,
  defaultParameters,
  processAnswer,
  type WordMemory,
} from "@wordloom/engine";
import type { DatabaseSync } from "node:sqlite";
import { searchTokens } from "@wordloom/server/platform/database/dialect/search-tokens";
import { CITY, CITY_NOW_MS } from "./city-size.ts";
import { hashed, learnerId, sessionId, uuidOf, wordId, wordText } from "./city-names.ts";

const DAY_MS = 86_400_000;
const FAR_FUTURE_MS = Date.UTC(2100, 0, 1);

/** Learners, each with one live sign-in. */
export function fillAccounts(db: DatabaseSync): void {
  const user = db.prepare(
    `insert into users (id, email, username, password_hash, created_at_ms, updated_at_ms)
     values (?, ?, ?, 'none', ?, ?)`,
  );
  const session = db.prepare(
    `insert into sessions (id, kind, account_id, refresh_id, created_at_ms, expires_at_ms)
     values (?, 'learner', ?, ?, ?, ?)`,
  );
  for (let n = 0; n < CITY.learners; n += 1) {
    const id = learnerId(n);
    user.run(id, `learner${n}@example.org`, `Learner ${n}`, CITY_NOW_MS, CITY_NOW_MS);
    session.run(sessionId(n), id, uuidOf("refresh", n), CITY_NOW_MS, FAR_FUTURE_MS);
  }
}

/** Words with English texts and Chinese meanings, and system wordbooks with these words. */
export function fillLibrary(db: DatabaseSync): void {
  const word = db.prepare(
    `insert into words (id, text, text_folded, meaning, meaning_folded, pronunciation,
       part_of_speech, difficulty, examples_json, tags_json, created_at_ms, updated_at_ms,
       meaning_language)
     values (?, ?, ?, ?, ?, null, 'noun', ?, '[]', '[]', ?, ?, 'zh')`,
  );
  const index = db.prepare("insert into words_search (rowid, tokens) values (?, ?)");
  const book = db.prepare(
    `insert into wordbooks (id, name, description, type, user_id, tags_json, created_at_ms,
       updated_at_ms) values (?, ?, '', 'system', null, '[]', ?, ?)`,
  );
  const entry = db.prepare("insert into wordbook_words values (?, ?, ?, ?)");
  for (let n = 0; n < CITY.words; n += 1) {
    const { text, meaning } = wordText(n);
    const difficulty = n / CITY.words;
    word.run(...[wordId(n), text, text, meaning, meaning, difficulty, CITY_NOW_MS, CITY_NOW_MS]);
    index.run(n + 1, searchTokens(`${text}\n${meaning}`).join(" "));
  }
  const size = CITY.words / CITY.wordbooks;
  for (let b = 0; b < CITY.wordbooks; b += 1) {
    book.run(uuidOf("book", b), `Book ${b}`, CITY_NOW_MS, CITY_NOW_MS);
    // The first book is the deep learner's selection; the others divide the library among them.
    const count = b === 0 ? CITY.deepLearner.selected : size;
    for (let place = 0; place < count; place += 1) {
      entry.run(uuidOf("book", b), wordId((b * size + place) % CITY.words), place, CITY_NOW_MS);
    }
  }
}

/** Memories as the engine creates them: a few hundred real ones, each used for many words. */
export function fillStates(db: DatabaseSync): void {
  const models = modelMemories();
  const state = db.prepare(
    `insert into word_states values (?, ?, ?, ?, ?, 24, ?, ?, ?, ?, ?, ?, ?, null)`,
  );
  const engine = db.prepare(
    `insert into engine_states (user_id, state_json, revision, updated_at_ms)
     values (?, ?, 1, ?)`,
  );
  const config = db.prepare(
    `insert into study_configs (user_id, selected_wordbook_ids_json, daily_word_count, study_mode,
       daily_mastery_target, updated_at_ms) values (?, ?, 20, 'normal', 10, ?)`,
  );
  const learnerJson = JSON.stringify(createLearner(1, CITY_NOW_MS));
  for (let n = 0; n < CITY.learners; n += 1) {
    engine.run(learnerId(n), learnerJson, CITY_NOW_MS);
    const deep = n === 0;
    const count = deep ? CITY.deepLearner.memories : CITY.memoriesEach;
    const book = deep ? 0 : n % CITY.wordbooks;
    config.run(learnerId(n), JSON.stringify([uuidOf("book", book)]), CITY_NOW_MS);
    const first = book * (CITY.words / CITY.wordbooks);
    for (let m = 0; m < count; m += 1) {
      const model = models[hashed(n, m) % models.length];
      if (model === undefined) continue;
      const id = wordId((first + m) % CITY.words);
      const dueAtMs = CITY_NOW_MS + ((hashed(m, n) % 20) - 8) * DAY_MS;
      const memory = { ...model, wordId: id, dueAtMs };
      state.run(
        ...[learnerId(n), id, model.level.toLowerCase(), 0.4, dueAtMs, model.streak],
        ...[model.attempts, model.trace?.stability ?? 1, CITY_NOW_MS - DAY_MS],
        ...[JSON.stringify(memory), CITY_NOW_MS, CITY_NOW_MS],
      );
    }
  }
}

function modelMemories(): WordMemory[] {
  const parameters = defaultParameters();
  return Array.from({ length: 300 }, (_, n) => {
    const word = { id: "model", text: "model", difficulty: 0.5 };
    let [learner, memory] = [createLearner(n, CITY_NOW_MS - 90 * DAY_MS), createMemory("model")];
    for (let k = 0; k <= n % 8; k += 1) {
      const outcome = processAnswer(
        learner,
        memory,
        {
          wordId: "model",
          atMs: CITY_NOW_MS - (80 - k * 9) * DAY_MS,
          isCorrect: hashed(n, k) % 10 < 8,
          responseTimeMs: 1_500 + (hashed(k, n) % 4_000),
          utcOffsetMinutes: 0,
          dayStartHour: 0,
        },
        parameters,
        { word, wordRating: createWordRating(word, parameters) },
      );
      [learner, memory] = [outcome.learner, outcome.memory];
    }
    return memory;
  });
}
