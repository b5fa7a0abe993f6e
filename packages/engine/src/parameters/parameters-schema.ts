import { isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions } from "./definitions.ts";
import { isOptIn } from "./opt-in.ts";
import { type ParameterRow, parameterTable } from "./parameter-table.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema (2020-12) of a whole configuration: every parameter is required, and there are no
 * others. Rules on more than one value are checked by `validateParameters` only.
 *
 * Each parameter also has `x-path`, `x-group` (its section), `x-tier` (`A`: the language model may
 * change it; `human`), `x-unit` and `x-optIn` (belongs to a feature that is off by default).
 *
 * @param annotate  further properties of a parameter, by path
 */
export function parametersSchema(annotate: Annotate = () => ({})): Schema {
  const rows = new Map(
    parameterTable().map((row) => [row.path, { ...leafSchema(row), ...annotate(row.path) }]),
  );
  return { $schema: DIALECT, title: "Engine configuration", ...groupSchema(definitions, "", rows) };
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

type Annotate = (path: string) => Schema;

type Leaves = ReadonlyMap<string, Schema>;

function groupSchema(group: RowGroup, prefix: string, leaves: Leaves): Schema {
  const properties = Object.entries(group).map(([name, entry]) => [
    name,
    entrySchema(entry, prefix + name, leaves),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.keys(group),
    additionalProperties: false,
  };
}

function entrySchema(entry: RowGroup[string], path: string, leaves: Leaves): Schema {
  if (Array.isArray(entry)) {
    const { length } = entry as readonly NumberRow[];
    const prefixItems = Array.from({ length }, (_, at) => leafAt(`${path}[${at}]`, leaves));
    return { type: "array", prefixItems, items: false, minItems: length, maxItems: length };
  }
  const single = entry as Row | RowGroup;
  return isRow(single) ? leafAt(path, leaves) : groupSchema(single, `${path}.`, leaves);
}

function leafAt(path: string, leaves: Leaves): Schema {
  const leaf = leaves.get(path);
  if (leaf === undefined) throw new RangeError(`no parameter ${path}`);
  return leaf;
}

function leafSchema(row: ParameterRow): Schema {
  const { path } = row;
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
