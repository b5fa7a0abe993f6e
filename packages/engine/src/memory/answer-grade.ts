import type { AnswerInput, Grade } from "../answer.ts";
import { sigmoid } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Timing } from "./answer-time.ts";

/** Grade of an answer, and the shares of Hard, Good and Easy if the cut points are soft. */
export interface GradeDecision {
  readonly grade: Grade;
  /** null: only the grade counts. */
  readonly shares: SoftShares | null;
}

export type SoftShares = readonly [hard: number, good: number, easy: number];

/** Decisions without shares, reused because almost every answer needs one. */
const HARD_CUT: Readonly<Record<Grade, GradeDecision>> = {
  1: { grade: 1, shares: null },
  2: { grade: 2, shares: null },
  3: { grade: 3, shares: null },
  4: { grade: 4, shares: null },
};

/** Grade of an answer, by the first that applies: wrong, fixed, explicit, answer time. */
export function gradeAnswer(
  answer: AnswerInput,
  timing: Timing,
  parameters: EngineParameters,
): GradeDecision {
  const explicit = explicitGrade(answer);
  if (explicit === 1) return HARD_CUT[1];
  if (parameters.memoryModel.gspSuccessGrade === 4) return HARD_CUT[4];
  if (explicit !== null) return HARD_CUT[explicit];
  return timedGrade(timing, parameters.grade);
}

/** Grade by explicit evidence in the answer; null if only its time can decide. */
function explicitGrade(answer: AnswerInput): Grade | null {
  if (answer.grade !== undefined) return answer.grade;
  if (answer.isCorrect === false) return 1;
  if (answer.hintUsed === true || (answer.retryCount ?? 0) > 0) return 2;
  if (answer.selfRating === undefined) return null;
  return answer.selfRating === 1 ? 2 : answer.selfRating;
}

function timedGrade(timing: Timing, rules: EngineParameters["grade"]): GradeDecision {
  const { slowness, rapid } = timing;
  const grade = slowness > rules.hardZ ? 2 : slowness < rules.easyZ && !rapid ? 4 : 3;
  if (rules.softness === 0) return HARD_CUT[grade];
  const hard = sigmoid((slowness - rules.hardZ) / rules.softness);
  const easy = rapid ? 0 : sigmoid((rules.easyZ - slowness) / rules.softness);
  return { grade, shares: [hard, 1 - hard - easy, easy] };
}
