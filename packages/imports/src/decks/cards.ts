import type { SQLOutputValue } from "node:sqlite";
import { numberOf, textOf, type ForeignDatabase } from "../sqlite/open-database.ts";
import type { Collection } from "./collection.ts";
import type { DeckProblems } from "./deck-problems.ts";

/** A card as Anki schedules it. */
export interface DeckCard {
  readonly id: number;
  readonly noteId: number;
  /** The deck in which it is at home, also while a filtered deck has it. */
  readonly deckId: string;
  /** The template that makes it; of a cloze note, the number of the hidden part less one. */
  readonly ordinal: number;
  readonly stage: "new" | "learning" | "review" | "relearning";
  readonly queue: "active" | "suspended" | "buried";
  /** Its place among new cards; null where the deck does not say. */
  readonly position: number | null;
  /** When it is due, ms since 1970; null for new cards. */
  readonly dueMs: number | null;
  /** Of a card in learning: it is due on a day, not at a moment. */
  readonly isDueByDay?: boolean;
  /** Days; below zero seconds. */
  readonly interval: number;
  /** Permille. */
  readonly ease: number;
  readonly repetitions: number;
  readonly lapses: number;
  /** 0 for none. */
  readonly flag: number;
  /** Memory as Anki's FSRS estimates it, where it does; stability in days, difficulty 1 to 10. */
  readonly memory: { readonly stability: number; readonly difficulty: number } | null;
}

const CARDS_MAX = 400_000;
const DAY_S = 86_400;
/** From here on, a due date is a time, not a number of days. */
const IS_TIME = 1_000_000_000;
/** No due date of a card is later, s since 1970: the year 2300. */
const DUE_MAX_S = 10_413_792_000;

/** The queue of cards whose next step of learning is on another day. */
const BY_DAY = 3;

const COLUMNS = [
  ...(["id", "nid", "did", "ord", "type", "queue", "due", "ivl", "factor"] as const),
  ...(["reps", "lapses", "odue", "odid", "flags", "data"] as const),
];

const STAGES = ["new", "learning", "review", "relearning"] as const;

/**
 * Reads all cards, in the order of their ids.
 *
 * @throws UnreadableError
 */
export function readCards(
  database: ForeignDatabase,
  { createdS }: Collection,
  problems: DeckProblems,
): DeckCard[] {
  const cards: DeckCard[] = [];
  let place = 0;
  for (const row of database.scan("cards", COLUMNS, CARDS_MAX)) {
    place += 1;
    const card = cardOf(row, createdS);
    if (card === undefined)
      problems.add(
        `card ${place}`,
        "impossible_card",
        "The card has values that no card can have.",
      );
    else cards.push(card);
  }
  return cards;
}

function cardOf(row: readonly SQLOutputValue[], createdS: number): DeckCard | undefined {
  const [id, noteId, , ordinal, type, queue, due, interval, ease, repetitions, lapses, odue] =
    row.map(numberOf);
  const deck = textOf(row[2]);
  const home = textOf(row[12]);
  const isLent = home !== "" && home !== "0";
  const stage = STAGES[type ?? NaN];
  if (
    ![id, noteId, ordinal, queue, due].every(Number.isSafeInteger) ||
    id === undefined ||
    noteId === undefined ||
    ordinal === undefined ||
    ordinal < 0 ||
    stage === undefined
  )
    return undefined;
  const says = dataOf(textOf(row[14]));
  const dueThere = isLent ? (odue ?? NaN) : (due ?? NaN);
  return {
    id,
    noteId,
    deckId: isLent ? home : deck,
    ordinal,
    stage,
    queue: queue === -1 ? "suspended" : (queue ?? 0) < -1 ? "buried" : "active",
    position: stage === "new" ? dueThere : (says.position ?? null),
    dueMs: stage === "new" ? null : dueMsOf(dueThere, createdS),
    ...(queue === BY_DAY && { isDueByDay: true }),
    interval: interval || 0,
    ease: Math.max(0, ease || 0),
    repetitions: Math.max(0, repetitions || 0),
    lapses: Math.max(0, lapses || 0),
    flag: (numberOf(row[13]) || 0) & 7,
    memory: says.memory ?? null,
  };
}

/** Cards in learning have a time, others a day of the collection. */
function dueMsOf(due: number, createdS: number): number | null {
  const seconds = due >= IS_TIME ? due : createdS + due * DAY_S;
  return seconds > 0 && seconds < DUE_MAX_S ? seconds * 1000 : null;
}

function dataOf(json: string): Partial<Pick<DeckCard, "memory" | "position">> {
  if (json === "" || json === "{}" || json.length > 10_000) return {};
  try {
    const { pos, s, d } = JSON.parse(json) as Record<string, unknown>;
    const isStable = typeof s === "number" && s > 0 && s < 1e6;
    const isDifficult = typeof d === "number" && d >= 1 && d <= 10;
    return {
      ...(Number.isSafeInteger(pos) && { position: pos as number }),
      ...(isStable && isDifficult && { memory: { stability: s, difficulty: d } }),
    };
  } catch {
    return {};
  }
}
