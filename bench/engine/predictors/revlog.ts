import { existsSync, readFileSync } from "node:fs";

/** One review of a published log, with its card's earlier history. */
export interface Review {
  readonly cardId: string;
  readonly grade: 1 | 2 | 3 | 4;
  /** 1 recalled, 0 not. */
  readonly outcome: 0 | 1;
  readonly atMs: number;
  readonly durationMs: number;
  /** Number of the learner's local day. */
  readonly day: number;
  /** Local days since the card's previous review; null for its first. */
  readonly pauseDays: number | null;
  /** The same pause to the millisecond, days. */
  readonly exactDays: number | null;
  /** Number of this review among the card's, from 1, including same-day ones. */
  readonly nth: number;
  /** Earlier failures of the card, not counting same-day reviews. */
  readonly lapses: number;
}

/** The start of a learner's day, in the engine's terms. */
export interface DayRule {
  readonly utcOffsetMinutes: number;
  readonly dayStartHour: number;
}

/** josh: day = floor((utc ms − 11 h) / 24 h): seven hours west of UTC, days from 4:00. */
export const JOSH_DAYS: DayRule = { utcOffsetMinutes: -420, dayStartHour: 4 };

const JOSH = new URL("../../../../shared/data/revlogs/josh/review_logs_josh.csv", import.meta.url);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * The log of "josh" (py-fsrs, MIT), if it exists; otherwise prints a line and returns undefined.
 */
export function readJosh(): Review[] | undefined {
  if (existsSync(JOSH)) return parseLog(readFileSync(JOSH, "utf8"), JOSH_DAYS);
  console.log("The review log of josh is not beside this project: skipped.");
  return undefined;
}

/** A review as recorded in a log. */
export type LoggedReview = Pick<Review, "cardId" | "grade" | "atMs" | "durationMs">;

/** Parses rows "card, grade, time, duration in ms" after a heading. */
export function parseLog(csv: string, rule: DayRule): Review[] {
  return reviewsOf(csv.trim().split(/\r?\n/).slice(1).map(toLogged), rule);
}

/** Sorts reviews by time and adds the history of their cards. */
export function reviewsOf(logged: readonly LoggedReview[], rule: DayRule): Review[] {
  const last = new Map<string, Review>();
  return logged
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((one) => {
      const review = withPast(one, dayOf(one.atMs, rule), last.get(one.cardId));
      last.set(one.cardId, review);
      return review;
    });
}

function toLogged(line: string): LoggedReview {
  const [cardId = "", grade, time = "", duration] = line.split(",");
  return {
    cardId,
    grade: Number(grade) as Review["grade"],
    atMs: Date.parse(time),
    durationMs: Number(duration),
  };
}

function withPast(row: LoggedReview, day: number, before: Review | undefined): Review {
  const outcome = row.grade > 1 ? 1 : 0;
  if (before === undefined) {
    return { ...row, outcome, day, pauseDays: null, exactDays: null, nth: 1, lapses: 0 };
  }
  const lapsed = before.outcome === 0 && before.pauseDays !== null && before.pauseDays > 0;
  return {
    ...row,
    outcome,
    day,
    pauseDays: day - before.day,
    exactDays: (row.atMs - before.atMs) / (24 * HOUR_MS),
    nth: before.nth + 1,
    lapses: before.lapses + (lapsed ? 1 : 0),
  };
}

function dayOf(atMs: number, rule: DayRule): number {
  const local = atMs + rule.utcOffsetMinutes * MINUTE_MS - rule.dayStartHour * HOUR_MS;
  return Math.floor(local / (24 * HOUR_MS));
}

/** Whether a review is scored at day level: at least one local day after the previous one. */
export function isDayLevel(review: Review): boolean {
  return review.pauseDays !== null && review.pauseDays >= 1;
}

/** Whether the card was reviewed before, including on the same day. */
export function isLater(review: Review): boolean {
  return review.pauseDays !== null;
}
