import { saysMeaning } from "@wordloom/contract/meanings";
import type { AppSettings, QuestionKind } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { seededShare } from "./seeded-share.ts";

/** Of questions: by the word, by its meaning, or both. */
export type Direction = "mixed" | "from_word" | "from_meaning";

export const directions: readonly Direction[] = ["mixed", "from_word", "from_meaning"];

interface Circumstances {
  readonly kinds: AppSettings["kinds"];
  /** Which side the learner wants to be asked by; default: both. */
  readonly direction?: Direction | undefined;
  /** Whether this browser can speak the language of the word. */
  readonly canSpeak: boolean;
  /** How often the word was asked in this session. */
  readonly asked: number;
  /** Whether its latest answer in this session was wrong. */
  readonly isMissed: boolean;
  /** Of the session: kinds rotate from one to the next. */
  readonly seed: string;
}

/** Kinds that need a voice. */
export const spokenKinds: ReadonlySet<QuestionKind> = new Set(["listening", "dictation"]);

/** Kinds that show the meaning and ask for the word. */
const byMeaning: ReadonlySet<QuestionKind> = new Set(["meaning-to-word", "spelling"]);

/** Kinds that show the word, or let it be heard, and ask for its meaning. */
const byWord: ReadonlySet<QuestionKind> = new Set(["word-to-meaning", "recall", "listening"]);

/** Kinds that ask for the written word, which is harder than recognizing it. */
const PRODUCING: ReadonlySet<QuestionKind> = new Set(["spelling", "dictation"]);
/** From this strength on, most questions about a word ask for its spelling. */
const FIRM_LEVEL = 0.4;

/**
 * The kind of the next question about a word. A new word, or one just missed, is recognized before
 * it must be written. The choice depends on the session, the word and how often it was asked, so
 * that a reload asks the same question and another day asks another.
 * @returns recall (the word is shown, the learner judges herself) when no other kind is possible
 */
export function questionKind(word: StudyWord, circumstances: Circumstances): QuestionKind {
  const possible = possibleKinds(word, circumstances);
  const level = word.state?.masteryLevel ?? 0;
  const isYoung = word.kind === "new" || level < FIRM_LEVEL;
  const recognising = possible.filter((kind) => !PRODUCING.has(kind));
  const producing = possible.filter((kind) => PRODUCING.has(kind));
  const { asked, isMissed, seed } = circumstances;
  const draw = seededShare(`${seed} ${word.word.id} ${asked}`);
  const isProduced =
    producing.length > 0 &&
    (recognising.length === 0 || (!isMissed && (isYoung ? asked > 0 && draw < 0.3 : draw < 0.6)));
  const from = isProduced ? producing : recognising;
  const place = Math.floor(seededShare(`${seed} ${word.word.id} kind ${asked}`) * from.length);
  return from[place] ?? "recall";
}

/** The chosen kinds of a direction; the choice among four where none of them was chosen. */
function directedKinds({ kinds, direction = "mixed" }: Circumstances): readonly QuestionKind[] {
  const chosen = (Object.keys(kinds) as QuestionKind[]).filter((kind) => kinds[kind]);
  if (direction === "mixed") return chosen;
  const [side, choice] =
    direction === "from_word"
      ? ([byWord, "word-to-meaning"] as const)
      : ([byMeaning, "meaning-to-word"] as const);
  const directed = chosen.filter((kind) => side.has(kind));
  return directed.length > 0 ? directed : [choice];
}

function possibleKinds(word: StudyWord, circumstances: Circumstances): QuestionKind[] {
  const { canSpeak } = circumstances;
  const chosen = directedKinds(circumstances);
  const hasMeaning = saysMeaning(word.word.meaning, word.word.partOfSpeech);
  return chosen.filter((kind) => {
    if (!hasMeaning && byMeaning.has(kind)) return false;
    if (spokenKinds.has(kind) && !canSpeak) return false;
    if (kind === "word-to-meaning" || kind === "listening") {
      return word.options["word-to-meaning"] !== null;
    }
    return kind !== "meaning-to-word" || word.options["meaning-to-word"] !== null;
  });
}
