import type { LearningCurve, MasteryEvaluation, RetentionCurve } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { listWordStates } from "../../progress/word-states/word-states.service.ts";
import { listLatestOutcomes, listLearnedWords } from "./analytics.repo.ts";
import { meanOrNull, MEMORIES_MAX, recallNow } from "./recall.service.ts";
import { RETENTION_DAYS, retentionBucket } from "./retention-bucket.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Number of answers in the learning curve. */
const CURVE_ANSWERS = 1_000;

/** Accuracy of the latest answers, by the learner's days. */
export async function readLearningCurve(needs: Needs, learner: Learner): Promise<LearningCurve> {
  const { APP_TIMEZONE } = needs.settings;
  const { timeZone, dayStartHour } = await dayRulesOf(needs.database, learner.id, APP_TIMEZONE);
  const latest = await listLatestOutcomes(needs.database, learner.id, CURVE_ANSWERS);
  const days = Map.groupBy(latest.toReversed(), (row) =>
    localDay(row.created_at_ms, timeZone, dayStartHour),
  );
  const curve = [...days].map(([date, rows]) => {
    const correct = rows.filter((row) => row.is_correct === 1).length;
    return { date, total: rows.length, correct, accuracy: correct / rows.length };
  });
  return { curve };
}

/**
 * Retention by days since the first answer: the mean recall the engine predicts for now, over at
 * most 5,000 words.
 */
export async function readRetentionCurve(needs: Needs, learner: Learner): Promise<RetentionCurve> {
  const recall = await recallNow(needs, learner.id);
  const nowMs = needs.clock.nowMs();
  const rows = await listLearnedWords(needs.database, learner.id, MEMORIES_MAX);
  const sampled = await mapInTurns(rows, (row) => {
    if (row.first_record_ms === null) return [];
    const bucket = retentionBucket((nowMs - row.first_record_ms) / DAY_MS);
    return bucket === undefined ? [] : { bucket, retention: recall(row.memory_json) };
  });
  const samples = sampled.flat();
  const groups = Map.groupBy(samples, ({ bucket }) => bucket);
  const points = RETENTION_DAYS.map((daysSinceLearn) => {
    const group = groups.get(daysSinceLearn) ?? [];
    const retention = meanOrNull(group.map((sample) => sample.retention));
    return { daysSinceLearn, retention, sampleSize: group.length };
  });
  return { points, averageRetention: meanOrNull(samples.map((sample) => sample.retention)) };
}

/** The learner's state of a word. A word never answered is new, whether or not it exists. */
export async function evaluateMastery(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<MasteryEvaluation> {
  const [row] = await listWordStates(needs.database, learner.id, [wordId]);
  return {
    wordId,
    state: row?.state ?? "new",
    masteryLevel: row?.mastery_level ?? 0,
    correctStreak: row?.correct_streak ?? 0,
    totalAttempts: row?.total_attempts ?? 0,
    nextReviewDate: toTimestampOrNull(row?.next_review_at_ms ?? null),
  };
}
