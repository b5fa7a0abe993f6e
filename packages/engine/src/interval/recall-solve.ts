import { type Core, coreOf, longTermPause, longTermRecall } from "../memory/fsrs-core.ts";
import { requireRange, requireWeights } from "../argument-checks.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { actionGrid } from "./ssp-grid.ts";
import type { SspPolicy } from "./ssp-policy.ts";
import { expectedCost, transitions } from "./ssp-solve.ts";
import { type Choice, iterateValues, type SolvedTable } from "./value-iteration.ts";

/** Stabilities of the table, days; their logarithms are evenly spaced. */
const FROM_DAYS = 0.05;
const TO_DAYS = 5000;
const COLUMNS = 70;
/** Steps of the midpoint rule that integrates forgetting over a pause. */
const PIECES = 8;

/** The value of recall. */
export interface RecallGoal {
  /** Study time worth spending to know one more word for one day, s, > 0. */
  readonly secondsPerKnownDay: number;
  /** Time constant of discounting, after which costs count 1/e, days, > 0. */
  readonly horizonDays: number;
}

/**
 * Recall targets that minimize the discounted cost of answers and of forgotten words.
 *
 * {@link solveOptimalIntervals} minimizes answer costs until a target stability is reached. Here
 * the horizon is infinite, and every day on which a word is not known has a cost, too:
 *
 *     V(D,S) = min_R { v ∫₀ᵗ e^(−τ/h) (1 − R(τ)) dτ + e^(−t/h) E[c_G + V(D_G, S_G)] }
 *
 * with t the pause after which recall is R, v the value of a known day and h the horizon. Costs of
 * answers are those of `ssp`. The target is high for stable words, which are seldom asked anyway,
 * and low for young ones, whose stability then grows at the least cost.
 *
 * The reason for two objectives is in docs/decisions/0018.
 *
 * @param weights  the 21 weights of the long-term model
 * @returns        a policy, valid below `ssp.targetStabilityDays`
 */
export function solveRecallIntervals(
  weights: readonly number[],
  parameters: EngineParameters,
  goal: RecallGoal,
): SspPolicy {
  return solveRecallTable(weights, parameters, goal).policy;
}

/** How to search for the solution. */
export interface Search {
  /** Recall targets to choose from; fewer, for comparisons. */
  readonly actions?: readonly number[] | undefined;
  /** See {@link iterateValues}. */
  readonly improveEvery?: number | undefined;
}

/** The solution with its values. */
export function solveRecallTable(
  weights: readonly number[],
  parameters: EngineParameters,
  goal: RecallGoal,
  { actions = actionGrid(parameters.ssp), improveEvery }: Search = {},
): SolvedTable {
  requireWeights("weights", weights);
  const { secondsPerKnownDay, horizonDays } = goal;
  requireRange("goal.secondsPerKnownDay", secondsPerKnownDay, secondsPerKnownDay > 0, "> 0");
  requireRange("goal.horizonDays", horizonDays, horizonDays > 0, "> 0");
  const rules = parameters.ssp;
  const core = coreOf(weights, parameters.memoryModel.forgettingCurveFloor);
  const stabilities = Array.from(
    { length: COLUMNS },
    (_, i) => FROM_DAYS * (TO_DAYS / FROM_DAYS) ** (i / (COLUMNS - 1)),
  );
  const table = transitions(core, stabilities, actions, rules);
  const { forgotten, discounts } = pausesOf(core, stabilities, actions, goal);
  const costOf: Choice["costOf"] = (values, state, action) => {
    const pause = (state % COLUMNS) * actions.length + action;
    const later = expectedCost(table, COLUMNS, state, action, values, 1);
    return (forgotten[pause] as number) + (discounts[pause] as number) * later;
  };
  return iterateValues(stabilities, actions, rules, { costOf }, improveEvery);
}

/** Values by stability and action. */
interface Pauses {
  /** Cost of forgetting during the pause, s. */
  forgotten: Float64Array;
  /** e^(−t/h): discount of everything after the pause. */
  discounts: Float64Array;
}

function pausesOf(
  core: Core,
  stabilities: readonly number[],
  actions: readonly number[],
  { secondsPerKnownDay, horizonDays }: RecallGoal,
): Pauses {
  const cells = stabilities.length * actions.length;
  const pauses = { forgotten: new Float64Array(cells), discounts: new Float64Array(cells) };
  for (const [column, stability] of stabilities.entries()) {
    for (const [a, action] of actions.entries()) {
      const cell = column * actions.length + a;
      const days = Math.max(1, longTermPause(core, action, stability));
      let lost = 0;
      for (let i = 0; i < PIECES; i++) {
        const after = (days * (i + 0.5)) / PIECES;
        lost += Math.exp(-after / horizonDays) * (1 - longTermRecall(core, after, stability));
      }
      pauses.forgotten[cell] = (secondsPerKnownDay * lost * days) / PIECES;
      pauses.discounts[cell] = Math.exp(-days / horizonDays);
    }
  }
  return pauses;
}
