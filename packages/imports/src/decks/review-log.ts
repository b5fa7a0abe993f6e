import type { SQLOutputValue } from "node:sqlite";
import { tooLarge } from "../files/unreadable.ts";
import { numberOf, type ForeignDatabase } from "../sqlite/open-database.ts";
import type { DeckCard } from "./cards.ts";
import type { DeckProblems } from "./deck-problems.ts";

/** A row of the review log. */
export interface LoggedReview {
  /** Its time, ms since 1970. */
  readonly id: number;
  readonly card: DeckCard;
  /** 1 again, 2 hard, 3 good, 4 easy; 0 for a row that is no answer. */
  readonly rating: number;
  readonly kind: "learning" | "review" | "relearning" | "filtered" | "manual" | "rescheduled";
  /** Days; below zero seconds. */
  readonly interval: number;
  readonly lastInterval: number;
  /** Ease in permille, or difficulty as FSRS stores it there. */
  readonly factor: number;
  /** From question to answer, ms. */
  readonly timeMs: number;
}

/** The reviews of a deck. */
export interface ReviewLog {
  /** Those of a card, earliest first. */
  of(card: DeckCard): LoggedReview[];
  /** Numbers of answers, by card id. */
  readonly answers: ReadonlyMap<number, number>;
  readonly answerCount: number;
  /** Times of the first and the last answer, ms since 1970. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

const REVIEWS_MAX = 2_000_000;
/** Nobody answers one card ten times a day for twenty years. */
const CARD_REVIEWS_MAX = 50_000;
/** Anki's first release was later, ms since 1970: the year 1990. */
const EARLIEST_MS = 631_152_000_000;
/** A longer thought is no answer, ms. */
const TIME_MAX_MS = 86_400_000;
/** Longer intervals are none of a human being: 1,000 years in days, 10 years in seconds. */
const INTERVALS = { maxDays: 365_250, maxS: 315_576_000 } as const;
const FACTOR_MAX = 1_000_000;

const KINDS = [
  ...(["learning", "review", "relearning", "filtered", "manual", "rescheduled"] as const),
];

const COLUMNS = ["id", "cid", "ease", "ivl", "lastIvl", "factor", "time", "type"] as const;

/** Numbers of a row, which are kept in arrays: a million objects would need too much memory. */
const WIDTH = 7;
const CHUNK_ROWS = 16_384;

/**
 * Reads the review log. Rows that cannot be true become problems.
 *
 * @param scheduler  in version 1, learning had three answers: again, good, easy
 * @param nowMs  later reviews cannot be true, ms since 1970
 * @throws UnreadableError
 */
export function readReviewLog(
  database: ForeignDatabase,
  cards: readonly DeckCard[],
  terms: { readonly scheduler: number; readonly nowMs: number },
  problems: DeckProblems,
): ReviewLog {
  const places = new Map(cards.map(({ id }, place) => [id, place]));
  const ends = new Int32Array(cards.length).fill(-1);
  const counts = new Int32Array(cards.length);
  const answers = new Map<number, number>();
  const store = createStore();
  let [place, answerCount, firstMs, lastMs] = [0, 0, Infinity, -Infinity];
  for (const row of database.scan("revlog", COLUMNS, REVIEWS_MAX)) {
    place += 1;
    const [id = NaN, cardId = NaN, ease = NaN, ...rest] = row.map(numberOf);
    const at = places.get(cardId);
    const fault = at === undefined ? ABSENT : faultOf(row, terms.nowMs);
    if (fault !== undefined || at === undefined) {
      const { code, message } = fault ?? ABSENT;
      problems.add(`review ${place}`, code, message);
      continue;
    }
    if ((counts[at] = (counts[at] ?? 0) + 1) > CARD_REVIEWS_MAX)
      throw tooLarge(`The card ${cardId} has more than ${CARD_REVIEWS_MAX} reviews.`, "revlog");
    const rating = ratingOf(ease, rest[4] ?? 0, terms.scheduler);
    ends[at] = store.push([id, rating, ...rest], ends[at] ?? -1);
    if (rating === 0) continue;
    answers.set(cardId, (answers.get(cardId) ?? 0) + 1);
    answerCount += 1;
    firstMs = Math.min(firstMs, id);
    lastMs = Math.max(lastMs, id);
  }
  const placeOf = (card: DeckCard) => ends[places.get(card.id) ?? -1] ?? -1;
  return {
    of: (card) => store.list(placeOf(card), card).toSorted((a, b) => a.id - b.id),
    answers,
    answerCount,
    firstMs: answerCount === 0 ? null : firstMs,
    lastMs: answerCount === 0 ? null : lastMs,
  };
}

const ABSENT = { code: "absent_card", message: "The review is of a card that is gone." } as const;

function faultOf(row: readonly SQLOutputValue[], nowMs: number) {
  const [id, , ease, interval, last, factor, time, type] = row.map(numberOf);
  if (!within(id, EARLIEST_MS, nowMs))
    return {
      code: "impossible_time",
      message: "The review is from before 1990, or from the future.",
    } as const;
  const isPossible =
    within(ease, 0, 4) &&
    within(interval, -INTERVALS.maxS, INTERVALS.maxDays) &&
    within(last, -INTERVALS.maxS, INTERVALS.maxDays) &&
    within(factor, 0, FACTOR_MAX) &&
    within(time, 0, TIME_MAX_MS) &&
    within(type, 0, KINDS.length - 1);
  return isPossible
    ? undefined
    : ({
        code: "impossible_review",
        message: "The review has values that no review can have.",
      } as const);
}

/** Whether a number lies between two others, both included; NaN does not. */
const within = (value: number | undefined, from: number, to: number) =>
  value !== undefined && value >= from && value <= to;

/** Rows of the kinds manual and rescheduled are no answers, whatever rating they have. */
function ratingOf(ease: number, kind: number, scheduler: number): number {
  if (kind > 3) return 0;
  const hasThree = scheduler === 1 && (kind === 0 || kind === 2);
  return hasThree && (ease === 2 || ease === 3) ? ease + 1 : ease;
}

/** Rows of numbers in chains, each of which is known by its last row. */
function createStore() {
  const chunks: Float64Array[] = [];
  let size = 0;
  const placeOf = (row: number) => (row % CHUNK_ROWS) * (WIDTH + 1);
  return {
    /** @returns the place of the new row */
    push(values: readonly number[], before: number): number {
      if (size % CHUNK_ROWS === 0) chunks.push(new Float64Array(CHUNK_ROWS * (WIDTH + 1)));
      chunks.at(-1)?.set([...values, before], placeOf(size));
      return size++;
    },
    list(last: number, card: DeckCard): LoggedReview[] {
      const found: LoggedReview[] = [];
      for (let row = last; row >= 0;) {
        const values = chunks[Math.floor(row / CHUNK_ROWS)] ?? [];
        const [
          id = 0,
          rating = 0,
          interval = 0,
          lastInterval = 0,
          factor = 0,
          timeMs = 0,
          kind = 0,
          before = -1,
        ] = values.slice(placeOf(row), placeOf(row) + WIDTH + 1);
        found.push({
          id,
          card,
          rating,
          kind: KINDS[kind] ?? "review",
          interval,
          lastInterval,
          factor,
          timeMs,
        });
        row = before;
      }
      return found;
    },
  };
}
