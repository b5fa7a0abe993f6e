import type { DeckResult } from "@wordloom/contract";
import { predictRecall, secondsPerReview, type FittedWeights } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";
import {
  countDueWordStates,
  listWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { minutesFor } from "../today/forecast.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** What a run knows of the reviews of its deck. */
interface Told {
  readonly reviews: number;
  readonly firstMs: number | null;
  readonly days: number;
  /** undefined: there was nothing to fit. */
  readonly fitted: FittedWeights | undefined;
}

/** A word is known when it is recalled this surely after such a pause. */
const KNOWN_RECALL = 0.9;
const KNOWN_PAUSE_MS = 30 * DAY_MS;
const WORDS_AT_ONCE = 250;

/** What the engine thinks of the words of a deck, and of today. */
export async function resultOf(
  needs: Needs,
  userId: string,
  wordIds: readonly string[],
  { reviews, firstMs, days, fitted }: Told,
): Promise<DeckResult> {
  const { database } = needs;
  const { known, seen } = await countKnown(needs, userId, wordIds);
  const dueToday = await countDueWordStates(database, userId, await learnerDay(needs, userId));
  const { parameters } = await parametersOfLearner(needs, userId);
  const pace = secondsPerReview(await readEngineState(needs, userId), parameters);
  return {
    words: wordIds.length,
    known30d: known,
    learning: seen - known,
    fresh: wordIds.length - seen,
    reviews,
    firstReviewAt: toTimestampOrNull(firstMs),
    days,
    fit: fitted === undefined ? null : fitOf(fitted),
    dueToday,
    minutesToday: minutesFor(dueToday, pace),
  };
}

/** A fit on too few reviews has measured nothing. */
function fitOf({ accepted, logLossAfter, logLossBefore }: FittedWeights): DeckResult["fit"] {
  const isMeasured = logLossBefore > 0;
  return {
    accepted,
    logLoss: isMeasured ? logLossAfter : null,
    baseline: isMeasured ? logLossBefore : null,
  };
}

/** Words that were answered, and those of them that a pause of a month or more leaves known. */
async function countKnown(
  needs: Needs,
  userId: string,
  wordIds: readonly string[],
): Promise<{ known: number; seen: number }> {
  const learner = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  const nowMs = needs.clock.nowMs();
  let [known, seen] = [0, 0];
  for (let start = 0; start < wordIds.length; start += WORDS_AT_ONCE) {
    const some = wordIds.slice(start, start + WORDS_AT_ONCE);
    for (const row of await listWordStates(needs.database, userId, some)) {
      if (row.memory_json === null || row.last_answer_at_ms === null) continue;
      seen += 1;
      const memory = memoryFromJson(row.memory_json);
      const atMs = Math.max(nowMs, row.last_answer_at_ms + KNOWN_PAUSE_MS);
      const recall = predictRecall(learner, memory, atMs, parameters, { variant: "schedule" });
      if (recall >= KNOWN_RECALL) known += 1;
    }
    await takeTurns();
  }
  return { known, seen };
}
