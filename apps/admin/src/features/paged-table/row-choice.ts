/** Selectable rows, for a bulk act. */
export interface RowChoice<Row> {
  readonly idOf: (row: Row) => string;
  /** Names the checkbox of a row. */
  readonly label: (row: Row) => string;
  readonly has: (id: string) => boolean;
  readonly onChange: (rows: readonly Row[], isChosen: boolean) => void;
}

/** The rows between two positions, in either direction; rows that are not loaded are skipped. */
export function rowsBetween<Row>(
  rowAt: (at: number) => Row | undefined,
  from: number,
  to: number,
): readonly Row[] {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return places.flatMap((at) => rowAt(at) ?? []);
}
