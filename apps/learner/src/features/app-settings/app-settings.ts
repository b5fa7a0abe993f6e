/** The learner's settings of the app, the same on every device of the account. */
export interface AppSettings {
  /** Kinds of questions that are asked. */
  readonly kinds: Readonly<Record<QuestionKind, boolean>>;
  /** What counts as right in spelling. */
  readonly tolerance: { readonly accents: boolean; readonly slip: boolean };
  /** Moves on automatically after a right answer. */
  readonly autoAdvance: boolean;
  /** Buttons after recalling a meaning: two (no, yes) or four (again, hard, good, easy). */
  readonly grades: 2 | 4;
  readonly showPhonetics: boolean;
  /** Streaks and badges. */
  readonly showStreak: boolean;
  /** Short tones after an answer. */
  readonly cues: boolean;
  /** Words are spoken when they appear, if there is a voice for their language. */
  readonly speakOnShow: boolean;
  /** How fast words and sentences are heard at first; a second press plays the other. */
  readonly soundSpeed: SoundSpeed;
  /** Of English. */
  readonly accent: "uk" | "us";
  /**
   * By language (`de`): the region of an accent that the service has, or the name of a browser's
   * voice.
   */
  readonly voices: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<StudyAction, string>>;
  /** Reviews per day while catching up after a break; null: no limit. */
  readonly gentleCap: number | null;
  /**
   * Words of a session; null: all that are planned. `once`: more than were planned, wanted for the
   * next session only, because a pace is not to grow by habit.
   */
  readonly session: { readonly words: number | null; readonly once: boolean };
  /** Whether the app reports its use to the service; learning never depends on it. */
  readonly usageReports: boolean;
}

export const questionKinds = [
  "word-to-meaning",
  "meaning-to-word",
  "recall",
  "spelling",
  "listening",
  "dictation",
  "gap-dictation",
  "sentence-dictation",
  "minimal-pair",
] as const;
type SoundSpeed = "normal" | "slow";
export type QuestionKind = (typeof questionKinds)[number];

/** The actions with a key while studying; digits choose options and grades. */
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
  "direction",
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
    "gap-dictation": false,
    "sentence-dictation": false,
    "minimal-pair": false,
  },
  tolerance: { accents: true, slip: true },
  autoAdvance: false,
  grades: 2,
  showPhonetics: true,
  showStreak: true,
  cues: true,
  speakOnShow: true,
  soundSpeed: "normal",
  accent: "us",
  voices: {},
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
    direction: "d",
  },
  gentleCap: null,
  session: { words: null, once: false },
  usageReports: false,
};

/**
 * Settings as stored by this or another version of the app. Missing or invalid ones take their
 * default, unknown ones are dropped.
 */
export function readSettings(stored: unknown): AppSettings {
  const voices = isPlain(stored) ? textsOf(stored["voices"]) : {};
  const settings = merged(defaultSettings, stored) as AppSettings;
  const soundSpeed = settings.soundSpeed === "slow" ? "slow" : "normal";
  return { ...settings, voices, soundSpeed };
}

const ENTRIES_MAX = 50;

function textsOf(stored: unknown): Record<string, string> {
  const entries = Object.entries(isPlain(stored) ? stored : {}).slice(0, ENTRIES_MAX);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
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
