import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RecordDraft } from "@wordloom/contract";
import {
  createMemory,
  defaultParameters,
  predictRecall,
  processAnswer,
  type AnswerInput,
} from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DeckWord } from "../../../deck-keeper.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { runNextFit } from "../../adaptation/memory-fits/memory-fits.service.ts";
import { toAnswerInput } from "../../progress/answers/answers.service.ts";
import { listWordStates } from "../../progress/word-states/word-states.service.ts";
import { applyAnswers } from "../records/apply.service.ts";
import { deckReviewsOfLearner } from "./deck-reviews.service.ts";

// The engine foresees the next answers of a learner who brought them as it does for one who gave
// the same answers here.

/** One review of a log, in its order. */
interface Review {
  readonly wordId: string;
  readonly atMs: number;
  readonly rating: number;
  readonly timeMs: number;
}

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse("2024-01-01T12:00:00Z");
/** Answers of a log before and after the import. */
const PAST = { scripted: 1_500, log: 1_500 };
const NEXT = 400;

/** A public log of reviews, kept beside the repository. */
const JOSH = join(
  import.meta.dirname,
  "../../../../../../../shared/data/revlogs/josh/review_logs_josh.csv",
);

function reviewsOfLog(): Review[] {
  if (!existsSync(JOSH)) return [];
  const [, ...lines] = readFileSync(JOSH, "utf8").trim().split("\n");
  return lines.slice(0, PAST.log + NEXT).map((line) => {
    const [card = "", rating = "", time = "", duration = ""] = line.split(",");
    const timeMs = Math.min(Number(duration), 60_000);
    return { wordId: `w${card}`, atMs: Date.parse(time), rating: Number(rating), timeMs };
  });
}

/** Words are asked at growing intervals, and each is forgotten now and then. */
function scriptedReviews(): Review[] {
  const due = new Map<string, { atMs: number; days: number }>();
  const reviews: Review[] = [];
  for (let n = 0; reviews.length < PAST.scripted + NEXT; n += 1) {
    const dayMs = FIRST_MS + n * DAY_MS;
    for (let k = 0; k < 3; k += 1) due.set(`w${n}-${k}`, { atMs: dayMs, days: 0 });
    for (const [wordId, { atMs, days }] of due) {
      if (atMs > dayMs) continue;
      const isKnown = days === 0 || (n * 7 + wordId.length * 13 + reviews.length) % 9 > 1;
      const next = isKnown ? Math.max(1, Math.round(days * 2.3)) : 1;
      due.set(wordId, { atMs: dayMs + next * DAY_MS, days: next });
      const givenMs = dayMs + (reviews.length % 1_000) * 10_000;
      reviews.push({ wordId, atMs: givenMs, rating: isKnown ? 3 : 1, timeMs: 3_000 + n });
    }
  }
  return reviews.sort((a, b) => a.atMs - b.atMs).slice(0, PAST.scripted + NEXT);
}

const parameters = defaultParameters();

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => {
  needs = await openLearningNeeds();
});
afterAll(() => needs.close());

const never = new AbortController().signal;

const draftOf = ({ wordId, rating, timeMs }: Review) =>
  RecordDraft.parse({
    ...{ wordId, isCorrect: rating > 1, responseTimeMs: timeMs },
    ...{ selfRating: rating - 1, questionMode: "word-to-meaning" },
  });

async function giveHere(userId: string, reviews: readonly Review[]): Promise<void> {
  for (let start = 0; start < reviews.length; start += 100) {
    const some = reviews.slice(start, start + 100);
    const answers = some.map((one) => ({ userId, draft: draftOf(one), acceptedAtMs: one.atMs }));
    await applyAnswers(needs, answers);
    while (await runNextFit(needs, never));
  }
  const now = needs.clock.nowMs();
  const again = { stage: "requested", run_after_ms: now } as const;
  await needs.database.updateTable("engine_fits").set(again).execute();
  await runNextFit(needs, never);
}

async function bring(userId: string, reviews: readonly Review[]): Promise<void> {
  const words = [...Map.groupBy(reviews, ({ wordId }) => wordId)].map(
    ([wordId, own], cardId): DeckWord => ({
      wordId,
      note: {
        ...{ id: cardId, guid: "", typeId: "", deckId: "", modifiedS: 0, fields: [], tags: [] },
        ...{ cards: [], isFavorite: false, queue: "active", position: null, dueMs: null },
        reviews: own.map(({ atMs, rating, timeMs }) => ({
          ...{ id: atMs, cardId, ordinal: 0, rating, kind: "review", responseTimeMs: timeMs },
          ...{ questionMode: "word-to-meaning", interval: 1, lastInterval: 0, factor: 0 },
        })),
      },
    }),
  );
  const options = { reviews: "replay", schedule: "engine" } as const;
  const run = deckReviewsOfLearner.open(needs, { userId, importId: "i1" }, options);
  await transact(needs.database, (tx) => run.store(tx, words));
  await run.finish({ signal: never, moves: () => {}, require: async () => {} });
}

/** Mean log loss of the predictions just before each of these answers. */
async function lossOver(userId: string, reviews: readonly Review[]): Promise<number> {
  const ids = [...new Set(reviews.map(({ wordId }) => wordId))];
  const rows = await listWordStates(needs.database, userId, ids);
  const memories = new Map(
    rows.map((row) => [row.word_id, memoryFromJson(row.memory_json ?? "{}")]),
  );
  let learner = await readEngineState(needs, userId);
  let [sum, count] = [0, 0];
  for (const review of reviews) {
    const { wordId, atMs } = review;
    const memory = memories.get(wordId) ?? createMemory(wordId);
    const context = { word: { id: wordId, text: wordId, difficulty: null }, wordRating: null };
    if (memory.trace !== null) {
      const recall = predictRecall(learner, memory, atMs, parameters, { context });
      sum -= Math.log(review.rating > 1 ? recall : 1 - recall);
      count += 1;
    }
    const unzoned = toAnswerInput(draftOf(review), atMs);
    const answer: AnswerInput = { ...unzoned, utcOffsetMinutes: 0, dayStartHour: 4 };
    const outcome = processAnswer(learner, memory, answer, parameters, context);
    learner = outcome.learner;
    memories.set(wordId, outcome.memory);
  }
  return sum / count;
}

const LOGS = [
  ["a scripted learner", scriptedReviews()],
  ["the public log, where ../shared/data/revlogs is", reviewsOfLog()],
] as const;

describe("the answers after an import", () => {
  it.each(LOGS)("are foreseen as well as after the same answers here: %s", async (_, log) => {
    if (log.length === 0) return;
    await needs.words(...new Set(log.map(({ wordId }) => wordId)));
    const [past, next] = [log.slice(0, -NEXT), log.slice(-NEXT)];
    await giveHere("u1", past);
    await bring("u2", past);
    const [here, brought] = [await lossOver("u1", next), await lossOver("u2", next)];
    expect(brought - here).toBeLessThanOrEqual(0.000_5);
  });
});
