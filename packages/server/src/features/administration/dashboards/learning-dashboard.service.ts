import type { LearningDashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { endingAt } from "../../clients/app-event-analytics/event-reading.service.ts";
import { sessionsByDay, totalsByDay } from "../analytics-admin/day-reports.service.ts";
import { latestOf, type SlowReport } from "../analytics-admin/report-snapshots.service.ts";
import { hardestWords } from "../analytics-admin/span-figures.service.ts";
import { countWordStates, type StateCount } from "./dashboards.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">;

const STATES = ["new", "learning", "reviewing", "mastered", "forgotten"] as const;

/** The words of all learners, by state. */
export function wordStatesReport(needs: Needs): SlowReport<readonly StateCount[]> {
  const nowMs = needs.clock.nowMs();
  const day = localDay(nowMs, needs.settings.APP_TIMEZONE);
  const compute = () => countWordStates(needs.reports, nowMs);
  return { report: "word_states", variant: "", day, compute };
}

/** What all learners together did in the latest days, and where their words stand now. */
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
      ...{ date, activeLearners: learners, answers: day.answers, correct: day.correct },
      ...{ newWords: day.newWords, masteredWords: day.masteredWords },
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
