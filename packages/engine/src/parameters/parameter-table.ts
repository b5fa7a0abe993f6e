import { deepFreeze } from "./deep-freeze.ts";
import { type Bounds, isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions } from "./definitions.ts";

/** One leaf of the configuration with the data for forms, checks and documentation. */
export interface ParameterRow {
  /** Dotted, with the index of an array element in brackets: `memoryModel.w[0]`. */
  readonly path: string;
  readonly kind: "boolean" | "number" | "integer";
  readonly default: number | boolean;
  /** The valid range, inclusive; null for a switch. */
  readonly bounds: Bounds | null;
  /** "none" for a dimensionless number or a switch. */
  readonly unit: string;
  /** Range open to the language model, within the valid range; null: closed. */
  readonly advisorBounds: Bounds | null;
  readonly note: string;
}

const table: readonly ParameterRow[] = deepFreeze(rowsOf(definitions, ""));

/** All leaves, in the order of the sections. Frozen; the same array on every call. */
export function parameterTable(): readonly ParameterRow[] {
  return table;
}

function rowsOf(group: RowGroup, prefix: string): ParameterRow[] {
  return Object.entries(group).flatMap(([name, entry]) => {
    const path = prefix + name;
    if (Array.isArray(entry)) {
      return (entry as readonly NumberRow[]).map((row, at) => describe(`${path}[${at}]`, row));
    }
    const single = entry as Row | RowGroup;
    return isRow(single) ? [describe(path, single)] : rowsOf(single, `${path}.`);
  });
}

function describe(path: string, row: Row): ParameterRow {
  const { default: start, note } = row;
  if (!("unit" in row)) {
    return {
      path,
      kind: "boolean",
      default: start,
      bounds: null,
      unit: "none",
      advisorBounds: null,
      note,
    };
  }
  const { min, max, kind = "number", unit, openToAdvisor: open } = row;
  const bounds = { min, max };
  const advisorBounds = open === undefined ? null : open === true ? bounds : open;
  return { path, kind, default: start, bounds, unit, advisorBounds, note };
}
