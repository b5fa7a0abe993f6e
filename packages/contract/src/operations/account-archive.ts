import { z } from "zod";
import { Language, Theme } from "../accounts/preferences.ts";
import { CalendarDay } from "../core/common.ts";
import { endpoint, stream } from "../core/endpoint.ts";
import { SuspensionReason } from "../progress/suspended-words.ts";
import { SessionSummary } from "../study/learning.ts";
import { QuestionMode, RecordDraft, RecordType } from "../study/records.ts";
import { LearnerGoal, StudyMode } from "../study/study-config.ts";

/**
 * A ZIP archive with everything that is the learner's: `manifest.json`, for each table of
 * `archiveTables` a file `<name>.ndjson` with a line of JSON for each entry, and each recording and
 * picture as a file of its own. Other services take it at `POST /api/imports`.
 */
export const downloadArchive = endpoint({
  method: "GET",
  path: "/api/users/me/archive",
  summary:
    "The caller's whole account as a ZIP archive that another service, or another account, takes " +
    "at `POST /api/imports`; available once an hour.",
  access: "learner",
  replies: { 200: stream("application/zip") },
  errors: ["ARCHIVE_RATE_LIMITED"],
});

/** The version of the archive's format. */
export const ARCHIVE_FORMAT = 1;

/** The years in which something of an account can happen. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2300, 0, 1);

const isPossible = (text: string) => {
  const ms = Date.parse(text);
  return ms >= FIRST_MS && ms < LAST_MS;
};
const time = z.iso.datetime({ offset: true }).refine(isPossible, "outside of 1990 to 2299");

export const ArchiveManifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  createdAt: time,
  counts: z.record(z.string(), z.number().int().nonnegative()),
  hashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, "no SHA-256 in hexadecimal")),
});

const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u, "has control characters");
/** The id under which a row was made, if it has another one where the archive was written. */
const originId = id.optional();
/** Characters beyond the first plane count twice here. */
const text = (max: number) => z.string().max(2 * max);
const count = z.number().int().min(0).max(1_000_000_000);
const amount = z.number().min(0).max(1e12);
const share = z.number().min(0).max(1);
const list = <S extends z.ZodType>(entry: S, max: number) => z.array(entry).max(max);

const wordFields = {
  meaning: text(2_000),
  pronunciation: text(200).nullable(),
  partOfSpeech: text(64).nullable(),
  examples: list(text(1_000), 50),
  tags: list(text(64), 50),
  reading: text(200).nullable(),
  exampleMeanings: list(text(1_000), 50),
  audioUrl: text(2_000).nullable(),
};

const word = z.object({
  ...wordFields,
  id,
  text: text(200).min(1),
  difficulty: share,
  language: text(64),
  meaningLanguage: text(64),
});

const record = z.object({
  id,
  originId,
  wordId: z.string().max(200),
  isCorrect: z.boolean(),
  responseTimeMs: z.number().min(0).max(3_600_000),
  sessionId: text(128).nullable(),
  recordType: RecordType,
  selfRating: z.number().int().min(0).max(3).nullable(),
  questionMode: QuestionMode.nullable(),
  clientRecordId: text(128).nullable(),
  details: RecordDraft.partial().loose().nullable(),
  createdAt: time,
  /** Whether the answer was not given in the service that wrote the archive, but in a deck. */
  isImported: z.boolean(),
});

const wordState = z.object({
  wordId: id,
  state: z.enum(["new", "learning", "reviewing", "mastered", "forgotten"]),
  masteryLevel: share,
  nextReviewAt: time.nullable(),
  halfLifeHours: amount,
  correctStreak: count,
  totalAttempts: count,
  stabilityDays: amount,
  lastAnswerAt: time.nullable(),
  memory: z.unknown(),
  createdAt: time,
  updatedAt: time,
  masteryEdges: list(z.number().int().min(-LAST_MS).max(LAST_MS), 64).nullable(),
});

const session = z.object({
  id,
  originId,
  status: z.enum(["active", "completed"]),
  targetMasteryCount: count,
  totalQuestions: count,
  contextShifts: count,
  correctCount: count,
  totalCount: count,
  responseTimeTotalMs: amount,
  durationMs: amount,
  lastEventAt: time,
  summary: SessionSummary.nullable(),
  createdAt: time,
  updatedAt: time,
  completedAt: time.nullable(),
  longGaps: z.unknown(),
});

const dailyActivity = z.object({
  day: CalendarDay,
  category: RecordType,
  answers: count,
  correct: count,
  responseTimeTotalMs: amount,
  newWords: count,
  reviewWords: count,
  masteredWords: z.number().int().min(-1_000_000_000).max(1_000_000_000),
  studyMs: amount,
});

/**
 * The tables of an archive in the order of its files, with the form of a line. Times are ISO 8601
 * in UTC; ids are those of the service that wrote it.
 */
export const archiveTables = {
  /** For the reader; not imported. */
  profile: z.object({ email: text(320), username: text(200), createdAt: time }),
  preferences: z.object({
    theme: Theme,
    language: Language,
    notificationEnabled: z.boolean(),
    soundEnabled: z.boolean(),
    timeZone: text(64).nullable(),
    dayStartHour: z.number().int().min(0).max(23),
  }),
  app_settings: z.object({ settings: z.record(z.string(), z.unknown()) }),
  reward: z.object({ rewardType: z.enum(["standard", "explorer", "achiever", "social"]) }),
  study_config: z.object({
    selectedWordbookIds: list(id, 500),
    dailyWordCount: z.number().int().min(1).max(200),
    studyMode: StudyMode,
    dailyMasteryTarget: count,
    learningLanguages: list(text(64), 8),
  }),
  goal: z.object({ goal: LearnerGoal, ownRecall: z.number().min(0.7).max(0.97).nullable() }),
  /** Selected books of everybody, so that they can be found by name. */
  selected_wordbooks: z.object({ id, name: text(200) }),
  own_words: word.extend({ originId, basedOn: id.nullable() }),
  word_versions: z.object({ wordId: id, fields: z.object(wordFields).partial() }),
  wordbooks: z.object({
    id,
    originId,
    name: text(200).min(1),
    description: text(10_000),
    tags: list(text(200), 100),
    language: text(64).nullable(),
    meaningLanguage: text(64).nullable(),
    createdAt: time,
  }),
  /** In the order of the book. */
  wordbook_words: z.object({ wordbookId: id, wordId: id }),
  deck_note_types: z.object({
    key: id,
    typeId: text(64),
    name: text(1_000),
    isCloze: z.boolean(),
    fields: list(text(1_000), 1_000),
    templates: list(z.record(z.string(), z.unknown()), 1_000),
    css: text(1_000_000),
  }),
  deck_notes: z.object({
    wordId: id,
    guid: text(200),
    noteId: z.number().int(),
    typeKey: id,
    modifiedS: z.number().int(),
    tags: list(text(1_000), 10_000),
    fields: list(text(1_000_000), 1_000),
    cards: list(z.record(z.string(), z.unknown()), 10_000),
    reviews: z.array(z.unknown()),
  }),
  /** Before the records: an answer that is given meanwhile is among them. */
  word_states: wordState,
  sessions: session,
  records: record,
  /** When words of decks were begun anew. */
  word_restarts: z.object({ wordId: id, at: time }),
  favorites: z.object({ wordId: id, createdAt: time }),
  notes: z.object({
    id,
    originId,
    wordId: id,
    content: text(5_000).min(1),
    createdAt: time,
    updatedAt: time,
  }),
  suspended_words: z.object({
    wordId: id,
    reason: SuspensionReason,
    until: time.nullable(),
    createdAt: time,
  }),
  dismissed_slips: z.object({ wordId: id, dismissedAt: time }),
  badges: z.object({ badgeId: text(64).min(1), unlockedAt: time }),
  daily_activity: dailyActivity,
  /** What imported records add. */
  imported_activity: dailyActivity,
  engine_state: z.object({ state: z.unknown() }),
  /** Recordings and pictures; what they are is judged by their bytes again. */
  media: z.object({
    id,
    /** Files of decks may have names of any kind; the import makes them usable. */
    name: text(1_000_000),
    sha256: z.string().max(64),
    mime: z.string().max(64),
    sizeBytes: count,
    createdAt: time,
  }),
  /** The files that notes of decks name. */
  word_media: z.object({ wordId: id, name: text(1_000_000).min(1), mediaId: id }),
  /** Words of the library that another line names. */
  library_words: word,
} as const;

export type ArchiveTable = keyof typeof archiveTables;
export type ArchiveLine<T extends ArchiveTable> = z.infer<(typeof archiveTables)[T]>;
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;

/** The order of the files, which the manifest follows. */
export const archiveTableNames = Object.keys(archiveTables) as ArchiveTable[];
