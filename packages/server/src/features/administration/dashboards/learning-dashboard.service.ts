import type { LearningDashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { endingAt } from "../../clients/app-event-analytics/event-reading.service.ts";
import { sessionsByDay, totalsByDay } from "../analytics-admin/day-reports.service.ts";
import { latestOf, type SlowReport } from "../analytics-admin/report-snapshots.service.ts";
import { hardestWords } from "../analytics-admin/span-figures.service.ts";
import { dayAt } from "../../accounts/preferences/preferences.service.ts";
import {
  countWordStates,
  listDayStarts,
  type DayEnds,
  type StateCount,
} from "./dashboards.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">;

const STATES = ["new", "learning", "reviewing", "mastered", "forgotten"] as const;

/** The words of all learners, by state. */
export function wordStatesReport(needs: Needs): SlowReport<readonly StateCount[]> {
  const nowMs = needs.clock.nowMs();
  const day = localDay(nowMs, needs.settings.APP_TIMEZONE);
  const compute = async () => countWordStates(needs.reports, await dayEnds(needs, nowMs));
  return { report: "word_states", variant: "", day, compute };
}

async function dayEnds({ reports, settings }: Needs, nowMs: number): Promise<DayEnds> {
  const usualZone = settings.APP_TIMEZONE;
  const chosen = await listDayStarts(reports);
  const usual = { time_zone: usualZone, day_start_hour: 0 };
  const rules = new Map(
    [usual, ...chosen].map(({ time_zone, day_start_hour: dayStartHour }) => {
      const timeZone = time_zone ?? usualZone;
      return [`${timeZone} ${dayStartHour}`, { timeZone, dayStartHour }];
    }),
  );
  const ends = [...rules.values()].map((rule) => ({
    ...rule,
    dayEndMs: dayAt(rule, nowMs).dayEndMs,
  }));
  return { nowMs, ends, usualZone };
}

/** The activity of all learners in recent days, and the states of their words. */
export async function readLearningDashboard(
  needs: Needs,
  days: number,
): Promise<LearningDashboard> {
  const nowMs = needs.clock.nowMs();
  const range = endingAt(localDay(nowMs, needs.settings.APP_TIMEZONE), days);
  const totals = await totalsByDay(needs, range);
  const sessions = await sessionsByDay(needs, range);
  const { content: counts, computedAt } = await latestOf(needs, wordStatesReport(needs));
  const hardest = await hardestWords(needs, range);
  const wordsIn = (name: string) => counts.find(({ state }) => state === name)?.words ?? 0;
  return {
    days,
    daily: totals.map(({ date, learners, studyMs, ...day }) => ({
      date,
      activeLearners: learners,
      answers: day.answers,
      correct: day.correct,
      newWords: day.newWords,
      masteredWords: day.masteredWords,
      sessions: sessions.get(date) ?? 0,
      studySecs: Math.round(studyMs / 1_000),
    })),
    states: Object.fromEntries(
      STATES.map((name) => [name, wordsIn(name)]),
    ) as LearningDashboard["states"],
    dueNow: counts.reduce((sum, { due }) => sum + due, 0),
    hardestWords: hardest.content,
    computedAt: computedAt < hardest.computedAt ? computedAt : hardest.computedAt,
  };
}
