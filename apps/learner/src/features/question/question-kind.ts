import { saysMeaning, type SpokenPart } from "@wordloom/language";
import type { AppSettings, QuestionKind } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import {
  askedSentence,
  FIRM_LEVEL,
  heardPart,
  isReadyForSentence,
  rivalsByEar,
  type AskedSentence,
} from "./asked-by-ear.ts";
import type { AskedKind } from "./asked-kind.ts";
import { seededShare } from "./seeded-share.ts";

/** Of questions: by the word, by its meaning, or both. */
export type Direction = "mixed" | "from_word" | "from_meaning";

export const directions: readonly Direction[] = ["mixed", "from_word", "from_meaning"];

interface Circumstances {
  readonly kinds: AppSettings["kinds"];
  /** Which side the learner wants to be asked by; default: both. */
  readonly direction?: Direction | undefined;
  /** Whether a part of the word can be heard now. */
  readonly canSpeak: (part: SpokenPart) => boolean;
  /** How often the word was asked in this session. */
  readonly asked: number;
  /** Its latest answer in this session, if it comes back because of that. */
  readonly latest?: "missed" | "recognized" | undefined;
  /** Of the session: kinds rotate from one to the next. */
  readonly seed: string;
}

/** Kinds that need a voice. */
export const spokenKinds: ReadonlySet<AskedKind> = new Set([
  "listening",
  "dictation",
  "gap-dictation",
  "sentence-dictation",
  "minimal-pair",
]);

/** Kinds that show the meaning and ask for the word. */
const byMeaning: ReadonlySet<AskedKind> = new Set(["meaning-to-word", "spelling", "recall-word"]);

/** Kinds that show the word, or let it be heard, and ask for its meaning. */
const byWord: ReadonlySet<AskedKind> = new Set(["word-to-meaning", "recall", "listening"]);

/** Kinds that ask for the written word, which is harder than recognizing it. */
export const writtenKinds: ReadonlySet<AskedKind> = new Set([
  "spelling",
  "dictation",
  "gap-dictation",
  "sentence-dictation",
]);
/** Kinds in which the answer is one of several options. */
export const choosingKinds: ReadonlySet<AskedKind> = new Set([
  "word-to-meaning",
  "meaning-to-word",
  "listening",
  "minimal-pair",
]);
/** Kinds for words that were asked in simpler ways before. */
const LATER: ReadonlySet<AskedKind> = new Set([
  "gap-dictation",
  "sentence-dictation",
  "minimal-pair",
]);

/**
 * The kind of the next question about a word. A new word is chosen among options, then recalled or
 * written, and one just missed is recognized before it is written. The choice depends on the
 * session, the word and how often it was asked, so that a reload asks the same question and another
 * day asks another.
 * @returns when no other kind is possible, recall: the word is shown, the learner judges herself; a
 *   word without a meaning is written by ear where it can be heard
 */
export function questionKind(word: StudyWord, circumstances: Circumstances): AskedKind {
  const { asked, seed } = circumstances;
  const possible = possibleKinds(word, circumstances);
  const from =
    word.kind === "new"
      ? ofNew(possible, word, circumstances)
      : ofMet(possible, word, circumstances);
  const place = Math.floor(seededShare(`${seed} ${word.word.id} kind ${asked}`) * from.length);
  return from[place] ?? withoutChoice(word, circumstances);
}

function withoutChoice(word: StudyWord, { canSpeak }: Circumstances): AskedKind {
  return !hasMeaning(word) && canSpeak("text") ? "dictation" : "recall";
}

function hasMeaning({ word }: StudyWord): boolean {
  return saysMeaning(word.meaning, word.partOfSpeech);
}

type Kinds = readonly AskedKind[];

/**
 * A choice at first, then from memory: in the chosen ways, else by recalling the meaning or the
 * word. Where that is impossible, another choice if there is one.
 */
function ofNew(possible: Kinds, word: StudyWord, circumstances: Circumstances): Kinds {
  const choosing = possible.filter((kind) => choosingKinds.has(kind));
  const recalling = possible.filter((kind) => !choosingKinds.has(kind));
  if (circumstances.latest !== "recognized") {
    const easy = recalling.filter((kind) => !writtenKinds.has(kind));
    return [choosing, easy, recalling].find((kinds) => kinds.length > 0) ?? [];
  }
  if (recalling.length > 0) return recalling;
  if (hasMeaning(word))
    return [circumstances.direction === "from_meaning" ? "recall-word" : "recall"];
  const before = questionKind(word, {
    ...circumstances,
    asked: circumstances.asked - 1,
    latest: undefined,
  });
  const others = choosing.filter((kind) => kind !== before);
  return others.length > 0 ? others : choosing;
}

function ofMet(possible: Kinds, word: StudyWord, circumstances: Circumstances): Kinds {
  const { asked, latest, seed } = circumstances;
  const isYoung = (word.state?.masteryLevel ?? 0) < FIRM_LEVEL;
  const recognizing = possible.filter((kind) => !writtenKinds.has(kind));
  const producing = possible.filter((kind) => writtenKinds.has(kind));
  const draw = seededShare(`${seed} ${word.word.id} ${asked}`);
  // From the firm level on, most questions ask for the spelling.
  const isProduced =
    producing.length > 0 &&
    (recognizing.length === 0 ||
      (latest !== "missed" && (isYoung ? asked > 0 && draw < 0.3 : draw < 0.6)));
  if (!isProduced) return recognizing;
  const simple = producing.filter((kind) => !LATER.has(kind));
  return latest === "missed" && simple.length > 0 ? simple : producing;
}

/** The chosen kinds of a direction; where none was chosen, a card or the choice among four. */
function directedKinds({ kinds, direction = "mixed" }: Circumstances): Kinds {
  const chosen = (Object.keys(kinds) as QuestionKind[]).filter((kind) => kinds[kind]);
  if (direction === "mixed") return chosen;
  const [side, choice] =
    direction === "from_word"
      ? ([byWord, "word-to-meaning"] as const)
      : ([byMeaning, "meaning-to-word"] as const);
  const directed = chosen.filter((kind) => side.has(kind));
  if (directed.length > 0) return directed;
  return [direction === "from_meaning" && kinds.recall ? "recall-word" : choice];
}

function possibleKinds(word: StudyWord, circumstances: Circumstances): AskedKind[] {
  const { canSpeak } = circumstances;
  const chosen = directedKinds(circumstances);
  const isTold = hasMeaning(word);
  return chosen.filter((kind) => {
    if (!isTold && (byMeaning.has(kind) || kind === "recall")) return false;
    const sentence = askedSentence(word, kind);
    if (LATER.has(kind) && !isPossibleLater(word, kind, sentence)) return false;
    if (spokenKinds.has(kind) && !canSpeak(heardPart(sentence))) return false;
    if (kind === "word-to-meaning" || kind === "listening") {
      return word.options["word-to-meaning"] !== null;
    }
    return kind !== "meaning-to-word" || word.options["meaning-to-word"] !== null;
  });
}

function isPossibleLater(
  word: StudyWord,
  kind: AskedKind,
  sentence: AskedSentence | undefined,
): boolean {
  if (word.kind === "new") return false;
  if (kind === "minimal-pair") return rivalsByEar(word).length > 0;
  if (sentence === undefined) return false;
  return kind === "gap-dictation" || isReadyForSentence(word, sentence);
}
