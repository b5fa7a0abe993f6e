/** Rows that can be chosen, for an act on several. */
export interface RowChoice<Row> {
  readonly idOf: (row: Row) => string;
  /** Names the checkbox of a row. */
  readonly label: (row: Row) => string;
  readonly has: (id: string) => boolean;
  readonly onChange: (rows: readonly Row[], isChosen: boolean) => void;
}

/** The rows between two places, in either direction; those that are not loaded are left out. */
export function rowsBetween<Row>(
  rowAt: (at: number) => Row | undefined,
  from: number,
  to: number,
): readonly Row[] {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return places.flatMap((at) => rowAt(at) ?? []);
}
