import type { Context } from "../context.ts";
import { requireFinite } from "../argument-checks.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { scheduleCurve } from "../memory/prediction.ts";
import type { View } from "../memory/view.ts";
import { lastAnswerMs, tracesOf } from "../memory/mode-traces.ts";
import { pauseFor, type RecallCurve } from "../memory/recall-curve.ts";
import type { Trace, WordMemory } from "../memory/word-memory.ts";
import { coreFor, modelOf } from "../model.ts";
import { DAY_MS, DAY_SECS } from "../numeric/durations.ts";
import { hash32, stringHash } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { whileRecognized, withinShown } from "./shown-pauses.ts";
import {
  isFromPolicy,
  policyRemark,
  type Target,
  targetLimits,
  targetRecall,
} from "./target-recall.ts";
import {
  balanceLoad,
  balancingOf,
  type CalendarMove,
  isPlanned,
  leaveVacation,
  longestDays,
  type PlannedPause,
} from "./workload.ts";

/** Shorter intervals are not jittered. */
const FUZZ_FROM_DAYS = 2;
const UNMOVED: readonly CalendarMove[] = [];

export interface NextReview {
  atMs: number;
  targetRecall: number;
  reasons: string[];
}

/**
 * When to ask a word again, counted from its last answer.
 *
 * @param nowMs  used by workload planning only; the result is never before the last answer
 * @returns      nowMs when the word was never asked
 * @throws RangeError  nowMs is not a finite number
 */
export function nextReviewAtMs(
  learner: LearnerState,
  memory: WordMemory,
  nowMs: number,
  parameters: EngineParameters,
  context?: Context,
): NextReview {
  requireFinite("nowMs", nowMs);
  const earliest = earliestPlan(learner, memory, parameters, context);
  if (earliest !== null) {
    const { targetRecall, reasons } = earliest;
    return { atMs: notBeforeLastAnswer(earliest, memory, parameters), targetRecall, reasons };
  }
  const target = parameters.memoryModel.baseDesiredRetention;
  return { atMs: nowMs, targetRecall: target, reasons: ["never_asked"] };
}

/**
 * Whether the word's next review is sooner than the target recall asks for, because the learner has
 * not shown to remember for so long. False for a word that was never asked.
 *
 * @param targets  of the learner's goal
 */
export function isCutReview(
  learner: LearnerState,
  memory: WordMemory,
  parameters: EngineParameters,
  targets: Pick<Context, "schedule" | "sspPolicy">,
): boolean {
  const word = { id: memory.wordId, text: "", difficulty: null };
  const context = { word, wordRating: null, ...targets };
  return earliestPlan(learner, memory, parameters, context)?.isCut ?? false;
}

/** Not before the last answer in any mode; the trace of another mode may be long overdue. */
function notBeforeLastAnswer(
  { atMs }: PlannedReview,
  memory: WordMemory,
  parameters: EngineParameters,
): number {
  if (memory.traces === null) return atMs;
  const soonestMs = parameters.memoryModel.minIntervalSecs * 1000;
  return Math.max(atMs, (lastAnswerMs(memory) as number) + soonestMs);
}

/** The next review with the details that the steps of an answer need. */
export interface PlannedReview extends NextReview {
  days: number;
  /** The shared empty list when no calendar was considered. */
  moves: readonly CalendarMove[];
  /** Whether what the learner has shown made it shorter. */
  isCut: boolean;
  curve: RecallCurve;
  targetMin: number;
  targetMax: number;
}

/** Plans the review after an answer that the memory already contains. */
export function planReview(
  learner: LearnerState,
  memory: WordMemory,
  answered: { atMs: number; parameters: EngineParameters; context: Context },
): PlannedReview {
  const planned = earliestPlan(learner, memory, answered.parameters, answered.context);
  if (planned === null) throw new RangeError("a word that was just answered has no trace");
  // As above; the longest interval is already enforced, and a retired word may exceed it.
  if (memory.traces !== null) {
    const { minIntervalSecs } = answered.parameters.memoryModel;
    const days = (planned.atMs - answered.atMs) / DAY_MS;
    planned.days = Math.max(days, minIntervalSecs / DAY_SECS);
  }
  return planned;
}

/** The earliest review over all traces of a word; null when it was never asked. */
function earliestPlan(
  learner: LearnerState,
  memory: WordMemory,
  parameters: EngineParameters,
  context: Context | undefined,
): PlannedReview | null {
  if (memory.traces === null) {
    return memory.trace === null
      ? null
      : planTrace(learner, memory, memory.trace, parameters, context);
  }
  let earliest: PlannedReview | null = null;
  for (const trace of Object.values(tracesOf(memory))) {
    const planned = planTrace(learner, memory, trace, parameters, context);
    if (earliest === null || planned.atMs < earliest.atMs) earliest = planned;
  }
  return earliest;
}

/** The review of one trace, by the scheduling curve. */
function planTrace(
  learner: LearnerState,
  memory: WordMemory,
  trace: Trace,
  parameters: EngineParameters,
  context: Context | undefined,
): PlannedReview {
  const model = modelOf(parameters);
  const core = coreFor(learner, parameters, model);
  const facts = context?.word ?? null;
  const view = { learner, memory, trace, parameters, model, core, facts, borrowed: false };
  const curve = scheduleCurve(view);
  const target = targetRecall(view, curve, context);
  const pause = pauseFor(curve, target.recall);
  // The policy was solved for intervals of a day or more.
  const unscaled = isFromPolicy(target) ? Math.max(pause, 1) : pause;
  const { intervalScale } = learner.strategy.inForce;
  const scaled = unscaled * intervalScale;
  const clamped = clampDays(scaled, parameters);
  const shown = withinShown(clamped, learner.pauses, target.recall);
  const days = memory.unproven === true ? whileRecognized(shown) : shown;
  const reasons = reasonsOf(target, view, context);
  if (intervalScale !== 1) reasons.push("interval_scale");
  if (clamped !== scaled) reasons.push(clamped > scaled ? "shortest_interval" : "longest_interval");
  if (shown !== clamped) reasons.push("longest_shown");
  if (days !== shown) reasons.push("only_recognized");
  const { min: targetMin, max: targetMax } = targetLimits(target, parameters);
  const planned = {
    days,
    atMs: trace.lastAtMs + Math.round(days * DAY_MS),
    targetRecall: target.recall,
    reasons,
    moves: UNMOVED,
    isCut: days !== clamped,
    curve,
    targetMin,
    targetMax,
  };
  return isAdjusted(parameters, context) ? adjusted(planned, view, context) : planned;
}

function reasonsOf(target: Target, view: View, context: Context | undefined): string[] {
  const remark = policyRemark(view, context);
  return remark === null ? [target.reason] : [target.reason, remark];
}

/** Whether an interval rule or calendar planning is enabled. */
function isAdjusted(parameters: EngineParameters, context: Context | undefined): boolean {
  const balancing = balancingOf(parameters, context?.schedule);
  return hasIntervalRules(parameters) || isPlanned(context?.plan, balancing);
}

/** The review after the interval rules and the learner's calendar. */
function adjusted(planned: PlannedReview, view: View, context: Context | undefined): PlannedReview {
  const { parameters, learner } = view;
  const { lastAtMs } = view.trace;
  const plan = context?.plan;
  let pause: PlannedPause = planned;
  let { moves } = planned;
  if (hasIntervalRules(parameters)) pause = applyIntervalRules(pause, view);
  const balancing = balancingOf(parameters, context?.schedule);
  if (plan !== undefined && isPlanned(plan, balancing)) {
    const latestDays = Math.max(pause.days, longestDays(parameters));
    const { curve } = planned;
    const tolerance = { ...balancing, latestDays: planned.isCut ? pause.days : latestDays };
    const balanced = balanceLoad(pause, lastAtMs, learner, plan, tolerance);
    const free = leaveVacation(balanced, curve, lastAtMs, learner, plan, latestDays);
    moves = [...moveBetween(pause, balanced), ...moveBetween(balanced, free)];
    pause = free;
  }
  const { days, reasons } = pause;
  return { ...planned, days, reasons, moves, atMs: lastAtMs + Math.round(days * DAY_MS) };
}

/** The move made by one rule; a rule that moves a date appends its reason. */
function moveBetween(before: PlannedPause, after: PlannedPause): CalendarMove[] {
  if (after === before) return [];
  return [{ reason: after.reasons.at(-1) as string, days: after.days - before.days }];
}

function clampDays(days: number, parameters: EngineParameters): number {
  const { minIntervalSecs, maxIntervalDays } = parameters.memoryModel;
  return Math.min(Math.max(days, minIntervalSecs / DAY_SECS), maxIntervalDays);
}

/** Whether any rule on intervals (graduation, cap, fuzz, retirement) is enabled. */
function hasIntervalRules(parameters: EngineParameters): boolean {
  const rules = parameters.memoryModel;
  return (
    rules.gspGraduationStreak > 0 ||
    rules.gspIntervalCapDays > 0 ||
    rules.gspIntervalFuzz > 0 ||
    rules.gspRetireAfterReviews > 0
  );
}

/** Graduation floor, fuzz and cap, in this order; a retired word has a fixed interval instead. */
function applyIntervalRules(pause: PlannedPause, view: View): PlannedPause {
  const { memory, parameters } = view;
  const rules = parameters.memoryModel;
  if (isRetired(view)) {
    return { days: rules.gspRetireIntervalDays, reasons: [...pause.reasons, "retired"] };
  }
  let { days } = pause;
  const reasons = [...pause.reasons];
  const graduated = rules.gspGraduationStreak > 0 && memory.streak >= rules.gspGraduationStreak;
  if (graduated && days < rules.gspGraduationFloorDays) {
    days = rules.gspGraduationFloorDays;
    reasons.push("graduated");
  }
  if (rules.gspIntervalFuzz > 0 && days >= FUZZ_FROM_DAYS) {
    days *= fuzzFactor(view);
    reasons.push("interval_fuzz");
  }
  if (rules.gspIntervalCapDays > 0 && days > rules.gspIntervalCapDays) {
    days = rules.gspIntervalCapDays;
    reasons.push("interval_cap");
  }
  return { days: clampDays(days, parameters), reasons };
}

function fuzzFactor(view: View): number {
  const { memory, learner, parameters } = view;
  const draw = hash32(learner.seed, stringHash(memory.wordId), memory.attempts, "interval-fuzz");
  return 1 + parameters.memoryModel.gspIntervalFuzz * (2 * draw - 1);
}

function isRetired(view: View): boolean {
  const { memory, trace, parameters } = view;
  const rules = parameters.memoryModel;
  return (
    rules.gspRetireAfterReviews > 0 &&
    memory.graduatedReviews >= rules.gspRetireAfterReviews &&
    trace.stability >= rules.gspRetireMinStability &&
    memory.streak >= rules.gspRetireMinStreak
  );
}
