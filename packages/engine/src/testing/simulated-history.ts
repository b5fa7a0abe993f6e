import type { AnswerInput, Grade } from "../answer.ts";
import {
  clampDifficulty,
  clampStability,
  coreOf,
  firstDifficulty,
  firstStability,
  longTermRecall,
  nextDifficulty,
  nextStability,
} from "../memory/fsrs-core.ts";
import { DAY_MS } from "../numeric/durations.ts";
import { hash32 } from "../numeric/random.ts";
import type { History } from "../replay.ts";
import { START_MS, wordFacts } from "./scripted-learner.ts";

/**
 * A learner whose memory follows FSRS-6 with the given weights. Tests only.
 *
 * Words are reviewed after whole days, about when recall has fallen to 0.85, with explicit grades;
 * a failed word is sometimes repeated immediately.
 */
export function simulatedHistory(w: readonly number[], words: number, seed: number): History {
  const core = coreOf(w, 0);
  const answers: AnswerInput[] = [];
  for (let word = 0; word < words; word++) {
    const draw = (index: number, tag: string) => hash32(seed, word, index, tag);
    const firstGrade = gradeOf(draw(0, "first") < 0.6, draw(0, "grade"));
    let day = Math.floor(60 * draw(0, "day"));
    let stability = clampStability(firstStability(core, firstGrade));
    let difficulty = clampDifficulty(firstDifficulty(core, firstGrade));
    answers.push(answered(`w${word}`, day, firstGrade));
    for (let i = 1; i < 9; i++) {
      const again = draw(i, "again") < 0.15;
      const pause = again ? 0 : Math.max(1, Math.round(stability * (0.8 + 1.6 * draw(i, "p"))));
      const recall = again ? 1 : longTermRecall(core, pause, stability);
      const grade = gradeOf(draw(i, "recall") < recall, draw(i, "grade"));
      const before = { stability, difficulty };
      stability = clampStability(nextStability(core, before, recall, grade, again));
      difficulty = nextDifficulty(core, difficulty, grade);
      day += pause;
      if (day > 400) break;
      answers.push(answered(`w${word}`, day, grade));
    }
  }
  const inOrder = answers
    .map((answer, index) => ({ answer, index }))
    .toSorted((a, b) => a.answer.atMs - b.answer.atMs || a.index - b.index)
    .map(({ answer }) => answer);
  const facts = Array.from({ length: words }, (_, i) => [`w${i}`, wordFacts(`w${i}`)]);
  return { seed, startMs: START_MS, answers: inOrder, words: Object.fromEntries(facts) };
}

function gradeOf(recalled: boolean, draw: number): Grade {
  if (!recalled) return 1;
  return draw < 0.2 ? 2 : draw < 0.85 ? 3 : 4;
}

/** Immediate repeats have the same time: a pause of 0. */
function answered(wordId: string, day: number, grade: Grade): AnswerInput {
  return {
    wordId,
    atMs: START_MS + day * DAY_MS,
    isCorrect: grade > 1,
    responseTimeMs: 3000,
    grade,
    utcOffsetMinutes: 0,
    dayStartHour: 0,
  };
}
