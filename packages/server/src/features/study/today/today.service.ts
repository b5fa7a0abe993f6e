import type { StudyToday } from "@wordloom/contract";
import { secondsPerReview } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { shiftDay } from "../../../platform/time/local-day.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";
import {
  latestActiveDays,
  readTotals,
  streakOf,
} from "../../progress/activity/activity.service.ts";
import {
  countSessionWords,
  findActiveSession,
  isSessionOver,
} from "../../progress/learning-sessions/learning-sessions.service.ts";
import { countReviews } from "../learning/study-pool.service.ts";
import { unseenWords } from "../learning/unseen-words.service.ts";
import { readStudyConfig, selectionOf } from "../study-config/study-config.service.ts";
import { minutesFor } from "./forecast.service.ts";
import { todayReason } from "./today-reason.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** What the learner has to study today, what has been done, and the engine's view of it. */
export async function readToday(needs: Needs, learner: Learner): Promise<StudyToday> {
  const { database } = needs;
  const { nowMs, date, dayStartMs, dayEndMs } = await learnerDay(needs, learner.id);
  const config = await readStudyConfig(needs, learner.id);
  const plan = { userId: learner.id, ...selectionOf(config), nowMs, dayEndMs };
  const reviews = await countReviews(database, { ...plan, dayStartMs });
  const done = await readTotals(database, learner.id, { firstDay: date, lastDay: date });
  const limit = Math.max(0, config.dailyWordCount - done.newWords);
  const fresh = limit === 0 ? [] : await unseenWords(needs, { ...plan, limit });
  const { daysAway, latestDay } = await lastStudied(needs, learner.id, date);
  const latest = await latestAnswers(needs, learner.id, latestDay);
  const engine = await engineView(needs, learner.id, { daysAway, latest });
  return {
    date,
    due: reviews.due,
    overdue: reviews.overdue,
    dueLater: reviews.later,
    new: fresh.length,
    expectedMinutes: minutesFor(reviews.due + fresh.length, engine.secondsPerReview),
    answeredToday: done.answers,
    correctToday: done.correct,
    reviewedToday: done.reviewWords,
    dailyTarget: config.dailyWordCount,
    masteredToday: done.masteredWords,
    dailyMasteryTarget: config.dailyMasteryTarget,
    streakDays: await streakOf(needs, learner.id),
    studiedToday: done.answers > 0,
    daysAway,
    unfinished: await unfinishedSession(needs, learner.id),
    engine: engine.shown,
  };
}

/** The day to speak of is the latest before today; on the first day there is only today. */
async function lastStudied(
  { database }: Needs,
  userId: string,
  today: string,
): Promise<{ daysAway: number | null; latestDay: string | undefined }> {
  // After a change of the time zone, a day may have been counted that is still to come.
  const lastDay = shiftDay(today, 1);
  const days = await latestActiveDays(database, userId, { lastDay, limit: 3 });
  const [latest] = days;
  if (latest === undefined) return { daysAway: null, latestDay: undefined };
  return {
    daysAway: Math.max(0, daysBetween(latest, today)),
    latestDay: days.find((day) => day < today) ?? latest,
  };
}

/** Whole days of the calendar from one day to another. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

async function latestAnswers({ database }: Needs, userId: string, day: string | undefined) {
  if (day === undefined) return { answers: 0, correct: 0 };
  const totals = await readTotals(database, userId, { firstDay: day, lastDay: day });
  return { answers: totals.answers, correct: totals.correct };
}

/** The open session, unless it is over and only waits for the worker to end it. */
async function unfinishedSession(needs: Needs, userId: string): Promise<StudyToday["unfinished"]> {
  const { database } = needs;
  const session = await findActiveSession(database, userId);
  if (session === undefined || (await isSessionOver(needs, database, session))) return null;
  const { mastered } = await countSessionWords(database, session);
  return {
    sessionId: session.id,
    startedAt: toTimestamp(session.created_at_ms),
    answered: session.total_count,
    mastered,
    target: session.target_mastery_count,
  };
}

async function engineView(
  needs: Needs,
  userId: string,
  facts: Pick<Parameters<typeof todayReason>[0], "daysAway" | "latest">,
): Promise<{ secondsPerReview: number; shown: StudyToday["engine"] }> {
  const learner = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  const { attention, fatigue, motivation, confidence } = learner.mood;
  const reason = todayReason({ ...facts, learner, parameters });
  return {
    secondsPerReview: secondsPerReview(learner, parameters),
    shown: { attention, fatigue, motivation, confidence, reason },
  };
}
