import type { LearningDashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import type { EventRange } from "../../clients/app-event-analytics/event-reading.service.ts";
import { latestOf, ofRange, type Computed, type SlowReport } from "./report-snapshots.service.ts";
import { ratio, spanOf, STEP_MS, sumOf } from "./analytics-days.ts";
import { answeredIn } from "./answered-range.ts";
import { countBySpanHour, listHardWords, sumAnswers } from "./answered.repo.ts";
import { countNewUsers, countSessions, type Span } from "./day-totals.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">;

const HARD_WORDS_MAX = 20;
/** Fewer answers say little about a word. */
const HARD_WORD_ANSWERS_MIN = 10;

/** Activity of all learners within a day or a part of it, computed from the answers. */
export async function figuresWithin({ reports }: Pick<Needs, "reports">, span: Span) {
  const { learners, answers, correct, newWords, reviews, recalled } = await sumAnswers(
    reports,
    answeredIn(span),
  );
  return {
    activeLearners: learners,
    answers,
    correct,
    newWords,
    sessions: sumOf(await countSessions(reports, span, STEP_MS), ({ count }) => count),
    newUsers: sumOf(await countNewUsers(reports, span, STEP_MS), ({ count }) => count),
    retention: ratio(recalled, reviews),
  };
}

/** Answers of all learners in each hour of the span. The last hour may be partial. */
export async function answersByHour(
  { reports }: Pick<Needs, "reports">,
  span: Span,
): Promise<number[]> {
  const counted = await countBySpanHour(reports, answeredIn(span));
  const byHour = new Map(counted.map(({ hour, answers }) => [hour, answers]));
  const hours = Math.ceil((span.untilMs - span.fromMs) / HOUR_MS);
  return Array.from({ length: hours }, (_, hour) => byHour.get(hour) ?? 0);
}

/** The words with the lowest accuracy, lowest first. */
export async function hardestWords(
  needs: Needs,
  range: EventRange,
): Promise<Computed<HardestWords>> {
  return latestOf(needs, hardestWordsReport(needs, range));
}

type HardestWords = LearningDashboard["hardestWords"];

export function hardestWordsReport(needs: Needs, range: EventRange): SlowReport<HardestWords> {
  return ofRange("hardest_words", range, () => findHardestWords(needs, range));
}

async function findHardestWords({ reports, settings }: Needs, range: EventRange) {
  const answered = answeredIn(spanOf(range, settings.APP_TIMEZONE));
  const limits = { atLeast: HARD_WORD_ANSWERS_MIN, limit: HARD_WORDS_MAX };
  const words = await listHardWords(reports, answered, limits);
  return words.map(({ id, text, answers, correct }) => {
    return { wordId: id, text, answers, accuracy: correct / answers };
  });
}
