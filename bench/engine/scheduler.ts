import type { Grade } from "@wordloom/engine";

/** An answer as a scheduler gets to see it. */
export interface SeenAnswer {
  readonly word: number;
  /** 1..10, as printed in a dictionary; null when nothing is printed. */
  readonly difficulty: number | null;
  readonly day: number;
  /** Since midnight. */
  readonly second: number;
  readonly recalled: boolean;
  /** null in a world without grades. */
  readonly grade: Grade | null;
  readonly seconds: number;
}

/** Says after every answer on which day, at least one later, the word is to be asked again. */
export interface Scheduler {
  readonly answered: (answer: SeenAnswer) => number;
  /** Puts the words that are due in order; absent: the longest overdue first. */
  readonly arrange?: (due: readonly number[], day: number) => readonly number[];
  /** Called when a day is over; the due days by word may be rewritten. */
  readonly closeDay: (day: number, dueDays: number[]) => void | Promise<void>;
}

/** Words due today in the order in which they are to be asked. */
export function dueWords(
  dueDays: readonly number[],
  { arrange }: Scheduler,
  day: number,
): readonly number[] {
  const dueDay = (word: number) => dueDays[word] as number;
  const due = [...dueDays.keys()]
    .filter((word) => dueDay(word) <= day)
    .sort((a, b) => dueDay(a) - dueDay(b) || a - b);
  return arrange === undefined ? due : arrange(due, day);
}
