import type { GoalForecast } from "@wordloom/contract";
import { createLearner, defaultParameters, type LearnerGoal } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import {
  createStandingThread,
  ThreadBusyError,
  type ThreadLimits,
} from "../../../platform/basics/standing-thread.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";
import {
  findGoalChoice,
  OWN_RECALL_DEFAULT,
} from "../../adaptation/schedule/learner-goals.service.ts";
import { readStudyConfig, selectionOf } from "./study-config.service.ts";
import type { ForecastReply, ForecastTask, GoalOutcome } from "./forecast-wire.ts";
import { countForForecast, countNewWords, listMemories } from "./goal-forecast.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const WEEKS = 8;
const DAYS_PER_WEEK = 7;
/** Maximum number of simulated words. With more, a sample stands for all. */
const SIMULATED_MAX = 500;
const LIMITS: ThreadLimits = { taskMs: 8_000, idleMs: 600_000, waitingMax: 50, heapMaxMib: 64 };
const RETRY_AFTER_SECS = 5;

/**
 * The effect of each goal on the learner, simulated in a thread.
 *
 * @throws AppError UNAVAILABLE  too many requests at once
 */
export async function readGoalForecast(
  needs: Needs,
  { id: userId }: Learner,
  ownRecall: number | undefined,
): Promise<GoalForecast> {
  const { database, clock } = needs;
  // Starts the thread while the memories are read.
  forecaster(needs).prepare();
  const choice = await findGoalChoice(database, userId);
  const goals = goalsWith(ownRecall ?? choice.ownRecall ?? OWN_RECALL_DEFAULT);
  const config = await readStudyConfig(needs, userId);
  const { dailyWordCount: newPerDay } = config;
  const learner = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  const { met: wordsMet, reviewed, known } = await countForForecast(database, userId);
  const memories = await listMemories(database, userId, SIMULATED_MAX);
  const share = reviewed > SIMULATED_MAX ? SIMULATED_MAX / reviewed : 1;
  const days = WEEKS * DAYS_PER_WEEK;
  const left = await countNewWords(database, {
    userId,
    ...selectionOf(config),
    limit: newPerDay * days,
  });
  const task = { nowMs: clock.nowMs(), learner, parameters, memories, goals, days };
  // New words are scaled down by the same factor, so that one factor scales all numbers back.
  const fresh = { newPerDay: newPerDay * share, newWords: left * share };
  const outcomes = await forecast(needs, { ...task, ...fresh });
  const isPersonal = learner.fit.weights !== null && learner.fit.costs !== undefined;
  return {
    days,
    newPerDay,
    wordsMet,
    isPersonal,
    goals: outcomes.flatMap((outcome, at) => {
      const goal = goals[at];
      return goal === undefined ? [] : [shown(goal.kind, outcome, { share, known })];
    }),
  };
}

async function forecast(needs: Needs, task: ForecastTask): Promise<ForecastReply> {
  try {
    return await forecaster(needs).run(task);
  } catch (fault) {
    if (!(fault instanceof ThreadBusyError)) throw fault;
    refuse("UNAVAILABLE", `Try again later: ${fault.message}.`, {
      retryAfterSecs: RETRY_AFTER_SECS,
    });
  }
}

function goalsWith(recall: number): LearnerGoal[] {
  return [
    { kind: "remember_most" },
    { kind: "balanced" },
    { kind: "learn_fastest" },
    { kind: "own_recall", recall },
  ];
}

/**
 * @param share  share of the learner's words that were simulated
 * @param known  number of words that are known without a review, which are not simulated
 */
function shown(
  goal: LearnerGoal["kind"],
  { targetRecall, forecast }: GoalOutcome,
  { share, known }: { readonly share: number; readonly known: number },
): GoalForecast["goals"][number] {
  const { reviews, seconds } = forecast;
  const over = (from: number, count: number) => ({
    reviewsPerDay: rounded(mean(reviews.slice(from, from + count)) / share),
    minutesPerDay: rounded(mean(seconds.slice(from, from + count)) / share / 60),
  });
  return {
    goal,
    targetRecall,
    ...over(0, reviews.length),
    weeks: Array.from({ length: WEEKS }, (_, n) => over(n * DAYS_PER_WEEK, DAYS_PER_WEEK)),
    wordsKnown: known + Math.round(forecast.known / share),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Rounds to a tenth. */
function rounded(value: number): number {
  return Math.round(10 * value) / 10;
}

/**
 * Loads the thread and compiles its program, so that the first learner does not wait for either:
 * both take longer than a forecast. Calling it again within the idle time keeps the thread alive.
 *
 * @returns the forecast for a made-up learner
 * @throws ThreadBusyError  too many are waiting for a forecast
 */
export function rehearseForecast(needs: Pick<Deps, "clock" | "database">): Promise<ForecastReply> {
  return forecaster(needs).run(rehearsal(needs.clock.nowMs()));
}

/** A made-up learner with personal weights and answer times, for whom every goal is solved. */
function rehearsal(nowMs: number): ForecastTask {
  const parameters = defaultParameters();
  const learner = createLearner(0, nowMs);
  const weights = [...parameters.memoryModel.w];
  const fit = { ...learner.fit, weights, costs: { recallSecs: 4, forgetSecs: 12 } };
  const [newPerDay, days] = [10, WEEKS * DAYS_PER_WEEK];
  return {
    nowMs,
    learner: { ...learner, fit },
    parameters,
    memories: [],
    newPerDay,
    newWords: newPerDay * days,
    days,
    goals: goalsWith(OWN_RECALL_DEFAULT),
  };
}

/**
 * Runs forecasts one at a time, because many at once would take the CPU from the answers. The
 * thread takes 18 MB.
 */
const forecaster = perApp(
  (_: Pick<Deps, "database">) =>
    createStandingThread<ForecastTask, ForecastReply>({
      script: new URL("./goal-forecast.thread.ts", import.meta.url),
      limits: LIMITS,
      faults: {
        closed: "the service is closing",
        died: "the thread of the forecast ended early",
        late: "a forecast took too long",
        full: "too many forecasts are waiting",
      },
    }),
  { close: (thread) => thread.close() },
);
