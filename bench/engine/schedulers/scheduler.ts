import type { Grade } from "@wordloom/engine";

/** An answer as visible to a scheduler. */
export interface SeenAnswer {
  readonly word: number;
  /** 1..10, as printed in a dictionary; null if none is printed. */
  readonly difficulty: number | null;
  readonly day: number;
  /** Seconds since midnight. */
  readonly second: number;
  readonly recalled: boolean;
  /** null in a world without grades. */
  readonly grade: Grade | null;
  readonly seconds: number;
}

/** Returns the day of a word's next review after every answer, at least one day later. */
export interface Scheduler {
  readonly answered: (answer: SeenAnswer) => number;
  /** Orders the due words; absent: the longest overdue first. */
  readonly arrange?: (due: readonly number[], day: number) => readonly number[];
  /** Called at the end of a day; may change the due days. */
  readonly closeDay: (day: number, dueDays: number[]) => void | Promise<void>;
}

/** Words due today in review order. */
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
