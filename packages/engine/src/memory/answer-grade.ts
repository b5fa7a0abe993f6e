import type { AnswerInput, Grade } from "../answer.ts";
import { sigmoid } from "../numeric/scalar.ts";
import type { Parameters } from "../parameters/parameters.ts";
import type { Timing } from "./answer-time.ts";

/** Grade of an answer, and the shares of Hard, Good and Easy when the cut points are soft. */
export interface GradeDecision {
  grade: Grade;
  /** null: the grade alone counts. */
  shares: readonly [hard: number, good: number, easy: number] | null;
}

/** The first rule that applies decides; see each line. */
export function gradeAnswer(
  answer: AnswerInput,
  timing: Timing,
  parameters: Parameters,
): GradeDecision {
  const told = toldGrade(answer);
  if (told === 1) return { grade: 1, shares: null };
  if (parameters.memoryModel.gspSuccessGrade === 4) return { grade: 4, shares: null };
  if (told !== null) return { grade: told, shares: null };
  return timedGrade(timing, parameters.grade);
}

/** What the answer says outright; null when only its time can tell. */
function toldGrade(answer: AnswerInput): Grade | null {
  if (answer.grade !== undefined) return answer.grade;
  if (!answer.isCorrect) return 1;
  if (answer.hintUsed === true || (answer.retryCount ?? 0) > 0) return 2;
  if (answer.selfRating === undefined) return null;
  return answer.selfRating <= 1 ? 2 : answer.selfRating === 2 ? 3 : 4;
}

function timedGrade(timing: Timing, rules: Parameters["grade"]): GradeDecision {
  const { slowness, rapid } = timing;
  const grade = slowness > rules.hardZ ? 2 : slowness < rules.easyZ && !rapid ? 4 : 3;
  if (rules.softness === 0) return { grade, shares: null };
  const hard = sigmoid((slowness - rules.hardZ) / rules.softness);
  const easy = rapid ? 0 : sigmoid((rules.easyZ - slowness) / rules.softness);
  return { grade, shares: [hard, 1 - hard - easy, easy] };
}
