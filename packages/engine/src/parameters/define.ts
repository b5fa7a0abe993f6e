import { deepFreeze } from "./deep-freeze.ts";

/** An inclusive range. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** One tunable number. */
export interface NumberRow extends Bounds {
  readonly default: number;
  /** "none" for a dimensionless number. */
  readonly unit: string;
  /** Absent: any number in the range. */
  readonly kind?: "integer";
  /** Absent: the language model may not change it. `true`: within the whole valid range. */
  readonly openToAdvisor?: true | Bounds;
  readonly note: string;
}

/** One on/off switch. */
interface SwitchRow {
  readonly default: boolean;
  readonly note: string;
}

export type Row = NumberRow | SwitchRow;

/** Rows by name; a group may contain groups and arrays of numbers. */
export interface RowGroup {
  readonly [name: string]: Row | readonly NumberRow[] | RowGroup;
}

/** The values of a definition: the same shape with a number or boolean per row. */
export type ValuesOf<T> = T extends { readonly note: string; readonly default: infer D }
  ? D extends boolean
    ? boolean
    : number
  : T extends readonly unknown[]
    ? readonly number[]
    : { readonly [K in keyof T]: ValuesOf<T[K]> };

/** Declares a section: checks the types of the rows and freezes them. */
export function defineParameters<T extends RowGroup>(rows: T): T {
  return deepFreeze(rows);
}

/** Declares an array of numbers, one row per element. */
export function defineNumbers(rows: readonly NumberRow[]): readonly NumberRow[] {
  return deepFreeze(rows);
}

/** Distinguishes a row from a group: every row has a note, and no parameter is called "note". */
export function isRow(entry: Row | readonly NumberRow[] | RowGroup): entry is Row {
  return "note" in entry && typeof entry.note === "string";
}
