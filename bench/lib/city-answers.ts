import type { DatabaseSync } from "node:sqlite";
import { CITY, CITY_NOW_MS } from "./city-size.ts";
import { hashed, learnerId, uuidOf, wordId } from "./city-names.ts";

const DAY_MS = 86_400_000;
const RESPONSE_TIME_MS = 2_400;

/** A learner's past answers, evenly spaced. */
interface PastAnswers {
  readonly learner: number;
  /** Number of the first answer in the data set; determines its random values and its name. */
  readonly first: number;
  readonly count: number;
  readonly everyMs: number;
  /** The time after the last answer. */
  readonly endMs: number;
}

/** Inserts years of answers of some learners, and their daily totals. */
export function fillAnswers(
  db: DatabaseSync,
  records: number,
  learners: { readonly first: number; readonly count: number },
): void {
  const each = Math.ceil(records / CITY.learners);
  const write = answerWriter(db);
  for (let n = learners.first; n < learners.first + learners.count; n += 1) {
    const first = n * each;
    const count = Math.max(0, Math.min(each, records - first));
    write({ learner: n, first, count, everyMs: 1_800_000, endMs: CITY_NOW_MS });
  }
}

interface DaySums {
  answers: number;
  correct: number;
  newWords: number;
  reviewWords: number;
}

/** Statements for answers and for the days they fall on, in UTC. */
function answerWriter(db: DatabaseSync): (past: PastAnswers) => void {
  const record = db.prepare(
    `insert into records values (?, ?, ?, ?, ${RESPONSE_TIME_MS}, null, 'all', null, null, ?, null,
       ?, null)`,
  );
  const day = db.prepare("insert into daily_activity values (?, ?, 'all', ?, ?, ?, ?, ?, 0, 0)");
  const wordIds = Array.from({ length: CITY.words }, (_, n) => wordId(n));
  return (past) => {
    const userId = learnerId(past.learner);
    const days = new Map<number, DaySums>();
    const lastDays = new Map<string, number>();
    for (let n = 0; n < past.count; n += 1) {
      const k = past.first + n;
      const atMs = past.endMs - (past.count - n) * past.everyMs;
      const word = wordIds[hashed(past.learner, k) % CITY.words] ?? "";
      const correct = hashed(k, past.learner) % 5 === 0 ? 0 : 1;
      record.run(uuidOf("record", k), userId, word, correct, `c${k}`, atMs);
      count(days, lastDays, { day: Math.floor(atMs / DAY_MS), word, correct });
    }
    for (const [number, sums] of days) {
      const name = new Date(number * DAY_MS).toISOString().slice(0, 10);
      const totalMs = sums.answers * RESPONSE_TIME_MS;
      day.run(
        ...[userId, name, sums.answers, sums.correct, totalMs, sums.newWords, sums.reviewWords],
      );
    }
  };
}

function count(
  days: Map<number, DaySums>,
  lastDays: Map<string, number>,
  answer: { readonly day: number; readonly word: string; readonly correct: number },
): void {
  const sums = days.get(answer.day) ?? { answers: 0, correct: 0, newWords: 0, reviewWords: 0 };
  days.set(answer.day, sums);
  sums.answers += 1;
  sums.correct += answer.correct;
  const last = lastDays.get(answer.word);
  if (last === undefined) sums.newWords += 1;
  else if (last < answer.day) sums.reviewWords += 1;
  lastDays.set(answer.word, answer.day);
}
