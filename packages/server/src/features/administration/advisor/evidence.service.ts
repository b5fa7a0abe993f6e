import { parameterAt, type EngineParameters } from "@wordloom/engine";
import { parameterTable } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import type { ParametersInForce } from "../../adaptation/engine-config/engine-config.service.ts";
import { readOutcomes } from "../suggestions/suggestions.service.ts";
import { listWhitelist } from "../suggestions/whitelist.service.ts";
import {
  averageDecisions,
  listPredictions,
  sumActivity,
  type ActivitySums,
} from "./evidence.repo.ts";
import { recallFigures, rounded, share } from "./recall-figures.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports" | "settings">;

const WINDOW_DAYS = 7;
const VERSIONS_MAX = 5;
/** Maximum number of each kind, at 4 KB each. */
const PREDICTIONS_MAX = 1_000;
const OUTCOMES_MAX = 10;

/**
 * The advisor's input: figures over all learners, and our own names of parameters. No id, address
 * or name of a person, and no text written by anybody (notes of versions, names of experiments,
 * words, reasons of earlier suggestions), because such text could carry instructions to the model.
 */
export async function collectEvidence(
  needs: Needs,
  { snapshot, versionHash }: ParametersInForce,
): Promise<object> {
  const nowMs = needs.clock.nowMs();
  const today = localDay(nowMs, needs.settings.APP_TIMEZONE);
  const tomorrow = shiftDay(today, 1);
  const [thisWeek, lastWeek] = [shiftDay(tomorrow, -7), shiftDay(tomorrow, -14)];
  const sinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  return {
    versionHash,
    windowDays: WINDOW_DAYS,
    parameters: await openParameters(needs, snapshot),
    learning: {
      thisWeek: learningFigures(await sumActivity(needs.reports, thisWeek, tomorrow)),
      weekBefore: learningFigures(await sumActivity(needs.reports, lastWeek, thisWeek)),
    },
    decisionsByVersion: await decisionFigures(needs, sinceMs),
    recall: {
      beginners: await readRecall(needs, { sinceMs, beginners: true }),
      others: await readRecall(needs, { sinceMs, beginners: false }),
    },
    earlierSuggestions: await readOutcomes(needs, OUTCOMES_MAX),
  };
}

async function openParameters({ database }: Needs, snapshot: EngineParameters): Promise<object[]> {
  const rows = new Map(parameterTable().map((row) => [row.path, row]));
  return (await listWhitelist(database)).map(({ path, minSafe: min, maxSafe: max }) => {
    const row = rows.get(path);
    const value = parameterAt(snapshot, path);
    return { path, value, default: row?.default, min, max, unit: row?.unit, meaning: row?.note };
  });
}

function learningFigures(sums: readonly ActivitySums[]): object[] {
  return sums.map(({ category, learners, answers, correct, newWords, masteredWords, studyMs }) => ({
    category,
    learners,
    answers,
    correctShare: share(correct, answers),
    newWords,
    masteredWords,
    studyHours: rounded(studyMs / 3_600_000),
  }));
}

async function decisionFigures({ reports }: Needs, sinceMs: number): Promise<object[]> {
  const versions = await averageDecisions(reports, sinceMs, VERSIONS_MAX);
  return versions.map(({ versionHash, decisions, anomalies, ...means }) => ({
    versionHash,
    decisions,
    anomalyShare: share(anomalies, decisions),
    ...Object.fromEntries(Object.entries(means).map(([name, mean]) => [name, rounded(mean)])),
  }));
}

async function readRecall(
  { reports }: Needs,
  from: { readonly sinceMs: number; readonly beginners: boolean },
): Promise<object> {
  const rows = await listPredictions(reports, from, PREDICTIONS_MAX);
  const pairs = await mapInTurns(rows, ({ is_correct, event_json }) => {
    const { predictedRecall } = JSON.parse(event_json) as {
      predictedRecall?: { answer?: unknown } | null;
    };
    return { predicted: predictedRecall?.answer, isCorrect: is_correct === 1 };
  });
  return recallFigures(pairs);
}
