/** What a learner has set in the app; the same on every device of the account. */
export interface AppSettings {
  /** Kinds of questions that are asked. */
  readonly kinds: Readonly<Record<QuestionKind, boolean>>;
  /** What counts as right in spelling. */
  readonly tolerance: { readonly accents: boolean; readonly slip: boolean };
  /** Goes on by itself after a right answer. */
  readonly autoAdvance: boolean;
  /** Buttons after a recalled meaning: two (no, yes) or four (again, hard, good, easy). */
  readonly grades: 2 | 4;
  readonly showPhonetics: boolean;
  /** Streaks, and badges too. */
  readonly showStreak: boolean;
  /** Short tones after an answer. */
  readonly cues: boolean;
  /** Words are spoken when they appear. */
  readonly speakOnShow: boolean;
  readonly accent: "uk" | "us";
  readonly keys: Readonly<Record<StudyAction, string>>;
  /** Reviews a day while catching up after a break; null: as many as are due. */
  readonly gentleCap: number | null;
  /** Whether this app tells the service how it is used; learning never depends on it. */
  readonly usageReports: boolean;
}

export const questionKinds = [
  "word-to-meaning",
  "meaning-to-word",
  "recall",
  "spelling",
  "listening",
  "dictation",
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What can be done with a key while studying; digits choose options and grades. */
export const studyActions = [
  "reveal",
  "undo",
  "sound",
  "known",
  "favorite",
  "note",
  "suspend",
  "bury",
  "hint",
  "addToBook",
] as const;
export type StudyAction = (typeof studyActions)[number];

export const defaultSettings: AppSettings = {
  kinds: {
    "word-to-meaning": true,
    "meaning-to-word": true,
    recall: false,
    spelling: false,
    listening: false,
    dictation: false,
  },
  tolerance: { accents: true, slip: true },
  autoAdvance: false,
  grades: 2,
  showPhonetics: true,
  showStreak: true,
  cues: true,
  speakOnShow: false,
  accent: "us",
  keys: {
    reveal: " ",
    undo: "z",
    sound: "r",
    known: "k",
    favorite: "f",
    note: "n",
    suspend: "@",
    bury: "-",
    hint: "h",
    addToBook: "b",
  },
  gentleCap: null,
  usageReports: false,
};

/**
 * Settings as stored by this or another version of the app: what is missing or of another kind
 * takes its default, what is unknown is left out.
 */
export function readSettings(stored: unknown): AppSettings {
  return merged(defaultSettings, stored) as AppSettings;
}

function merged(standard: unknown, stored: unknown): unknown {
  if (isPlain(standard)) {
    const given = isPlain(stored) ? stored : {};
    const entries = Object.entries(standard).map(([key, value]) => [
      key,
      merged(value, given[key]),
    ]);
    return Object.fromEntries(entries);
  }
  if (standard === null) return typeof stored === "number" ? stored : null;
  return typeof stored === typeof standard ? stored : standard;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
