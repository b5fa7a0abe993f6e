import { isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions } from "./definitions.ts";
import { effectOf } from "./effects/effect-table.ts";
import { isOptIn } from "./opt-in.ts";
import { type ParameterRow, parameterTable } from "./parameter-table.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema (2020-12) of a whole configuration: every parameter is required, and there are no
 * others. Rules on more than one value are checked by `validateParameters` only.
 *
 * Besides, each parameter has `x-path`, `x-group` (its section), `x-tier` (`A`: the language model
 * may change it; `human`), `x-unit`, `x-optIn` (belongs to a feature that is off by default),
 * `x-effectUp` and `x-effectDown` (what a higher or lower value does; for a switch, on and off).
 */
export function parametersSchema(): Schema {
  const rows = new Map(parameterTable().map((row) => [row.path, row]));
  return { $schema: DIALECT, title: "Engine configuration", ...groupSchema(definitions, "", rows) };
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

type Rows = ReadonlyMap<string, ParameterRow>;

function groupSchema(group: RowGroup, prefix: string, rows: Rows): Schema {
  const properties = Object.entries(group).map(([name, entry]) => [
    name,
    entrySchema(entry, prefix + name, rows),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.keys(group),
    additionalProperties: false,
  };
}

function entrySchema(entry: RowGroup[string], path: string, rows: Rows): Schema {
  if (Array.isArray(entry)) {
    const { length } = entry as readonly NumberRow[];
    const prefixItems = Array.from({ length }, (_, at) => leafSchema(`${path}[${at}]`, rows));
    return { type: "array", prefixItems, items: false, minItems: length, maxItems: length };
  }
  const single = entry as Row | RowGroup;
  return isRow(single) ? leafSchema(path, rows) : groupSchema(single, `${path}.`, rows);
}

function leafSchema(path: string, rows: Rows): Schema {
  const row = rows.get(path);
  if (row === undefined) throw new RangeError(`no parameter ${path}`);
  const { up, down } = effectOf(path);
  return {
    type: row.kind,
    ...(row.bounds !== null && { minimum: row.bounds.min, maximum: row.bounds.max }),
    default: row.default,
    description: row.note,
    "x-path": path,
    "x-group": groupOf(path),
    "x-tier": tierOf(row),
    "x-unit": row.unit,
    "x-optIn": isOptIn(path),
    "x-effectUp": up,
    "x-effectDown": down,
  };
}

/** Section of a parameter: `memoryModel` of `memoryModel.w[0]`. */
export function groupOf(path: string): string {
  return path.slice(0, path.indexOf("."));
}

/** Who may change a parameter: the language model too (`A`), or administrators only. */
export function tierOf({ advisorBounds }: ParameterRow): "A" | "human" {
  return advisorBounds === null ? "human" : "A";
}
