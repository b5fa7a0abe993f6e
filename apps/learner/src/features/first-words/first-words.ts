import type { SampleWord, StudyAnswer } from "@wordloom/contract";

/** What a visitor studies before there is an account: the first words of a starter book. */
export interface FirstWords {
  /** So that the answers reach an account's outbox once. */
  readonly id: string;
  /** Language of the words; earlier versions had English ones only. */
  readonly language?: string;
  /** Language of the app when it began: other meanings need other words. */
  readonly meaningLanguage: string;
  readonly words: readonly SampleWord[];
  /** What comes next; the first one is on the screen. */
  readonly steps: readonly FirstStep[];
  readonly answers: readonly StudyAnswer[];
  /** The account that takes the answers along; null until there is one. */
  readonly account: string | null;
}

/** Kinds whose answer is one of four. */
export type FirstChoiceKind = "word-to-meaning" | "meaning-to-word";

/** A word is shown, then its meaning is chosen, and later recalled. */
interface FirstStep {
  readonly kind: "meet" | "recall" | FirstChoiceKind;
  /** Index of the word. */
  readonly at: number;
  /** Asked once more only to part two questions about another word. */
  readonly isExtra?: true;
}

/** Steps between two questions about one word, like the engine's errorRepeatGap. */
const GAP = 3;

/**
 * @param words    in the order in which they are met
 * @param earlier  words of another language, whose answers stay
 */
export function beginFirstWords(
  words: readonly SampleWord[],
  facts: Required<Pick<FirstWords, "id" | "language" | "meaningLanguage">>,
  earlier?: FirstWords,
): FirstWords {
  const { id, answers, account } = earlier ?? { id: facts.id, answers: [], account: null };
  return { ...facts, id, words, steps: stepsFor(words), answers, account };
}

/** The language of the words. */
export function languageOf({ language = "en" }: FirstWords): string {
  return language;
}

function stepsFor(words: readonly SampleWord[]): FirstStep[] {
  const steps: FirstStep[] = [];
  for (let at = 0; at < words.length + GAP; at += 1) {
    if (at < words.length) steps.push({ kind: "meet", at }, { kind: "word-to-meaning", at });
    if (at >= GAP) steps.push({ kind: "recall", at: at - GAP });
  }
  return steps.filter(
    ({ kind, at }) => kind === "meet" || kind === "recall" || words[at]?.options[kind] !== null,
  );
}

/** The word and the question on the screen, and how often it was asked; undefined at the end. */
export function currentOf({ words, steps, answers }: FirstWords) {
  const [step] = steps;
  const entry = step && words[step.at];
  if (step === undefined || entry === undefined) return undefined;
  const same = ({ wordId, questionMode }: StudyAnswer) =>
    wordId === entry.word.id && (questionMode ?? "recall") === step.kind;
  return { step, entry, asked: answers.filter(same).length };
}

/** Goes on from a word that was shown. */
export function metWord(state: FirstWords): FirstWords {
  return state.steps[0]?.kind === "meet" ? { ...state, steps: state.steps.slice(1) } : state;
}

/**
 * Stores the answer to the question on the screen. A missed one comes back after others. Where
 * another word was asked, no two questions in a row are about the same word.
 */
export function answered(state: FirstWords, answer: StudyAnswer): FirstWords {
  const [step, ...rest] = state.steps;
  if (step === undefined || step.kind === "meet") return state;
  const { kind, at } = step;
  const steps = answer.isCorrect ? rest : rest.toSpliced(GAP, 0, { kind, at });
  const next = { ...state, steps, answers: [...state.answers, answer] };
  return steps[0]?.at === at ? parted(next, at) : next;
}

/** Puts another word before the next question about the word that was just asked. */
function parted(state: FirstWords, at: number): FirstWords {
  const { steps } = state;
  const other = steps.find((step) => step.at !== at);
  if (other !== undefined) {
    return { ...state, steps: [other, ...steps.filter((step) => step !== other)] };
  }
  const extra = longestUnasked(state, at);
  return extra === undefined ? state : { ...state, steps: [extra, ...steps] };
}

/** Of the other words, the one asked longest ago; as a choice, in another way if there is one. */
function longestUnasked({ words, answers }: FirstWords, but: number): FirstStep | undefined {
  const isOf = (at: number) => (answer: StudyAnswer) => answer.wordId === words[at]?.word.id;
  const [oldest] = words
    .map((_, at) => ({ at, last: answers.findLastIndex(isOf(at)) }))
    .filter(({ at, last }) => at !== but && last >= 0)
    .toSorted((a, b) => a.last - b.last);
  if (oldest === undefined) return undefined;
  const { at, last } = oldest;
  const isByWord = answers[last]?.questionMode === "word-to-meaning";
  const choices = isByWord
    ? (["meaning-to-word", "word-to-meaning"] as const)
    : (["word-to-meaning", "meaning-to-word"] as const);
  const kind = choices.find((one) => words[at]?.options[one] != null) ?? "recall";
  return { kind, at, isExtra: true };
}

/**
 * Stores the answer to the question on the welcome screen, which comes before the word was shown:
 * the first word is not introduced if it was known.
 */
export function answeredAtWelcome(state: FirstWords, answer: StudyAnswer): FirstWords {
  const [meet, asked, ...rest] = state.steps;
  if (meet?.kind !== "meet" || asked?.kind !== "word-to-meaning") return state;
  const steps = answer.isCorrect ? rest : state.steps;
  return { ...state, steps, answers: [...state.answers, answer] };
}

/**
 * How many words need no further question, and how many there are.
 *
 * @returns share  0 to 1, of what is shown and asked; grows with each step that brings one forward
 */
export function progressOf({ words, steps }: FirstWords): {
  done: number;
  all: number;
  share: number;
} {
  const needed = steps.filter(({ isExtra }) => isExtra === undefined);
  const open = new Set(needed.map(({ at }) => at));
  const share = 1 - needed.length / Math.max(1, stepsFor(words).length);
  return { done: words.length - open.size, all: words.length, share };
}

/** How many words the visitor has yet to be shown. */
export function unmetOf({ steps }: FirstWords): number {
  return steps.filter(({ kind }) => kind === "meet").length;
}
