import { parameterAt, parameterTable, type ParameterRow, type Parameters } from "@wordloom/engine";

const FIRST_LINE = "# Engine configuration. Changes to this file take effect within seconds.\n";

interface Entry {
  readonly key: string;
  /** What explains it, as a line. */
  readonly comment: string;
}

/** What a file says of every value, by table; the same for every configuration. */
let entries: ReadonlyMap<string, readonly Entry[]> | undefined;

/**
 * A configuration as the text of a TOML file: one table per section, each value below a line that
 * explains it. Numbers are written in full, so that reading gives back the same ones.
 */
export function toToml(parameters: Parameters): string {
  entries ??= listEntries();
  const parts = [FIRST_LINE];
  for (const [table, lines] of entries) {
    const group = parameterAt(parameters, table) as Readonly<Record<string, unknown>>;
    parts.push(`\n[${table}]\n`);
    for (const { key, comment } of lines)
      parts.push(comment, `${key} = ${valueText(group[key])}\n`);
  }
  return parts.join("");
}

function listEntries(): Map<string, Entry[]> {
  const tables = new Map<string, Entry[]>();
  for (const row of parameterTable()) {
    const { table, key } = placeOf(row);
    const listed = tables.get(table) ?? [];
    tables.set(table, listed);
    if (listed.some((entry) => entry.key === key)) continue;
    listed.push({ key, comment: `# ${row.note}${rangeOf(row)}\n` });
  }
  return tables;
}

/** Elements of an array share the place of the array. */
function placeOf({ path }: ParameterRow): { table: string; key: string } {
  const whole = path.replace(/\[\d+\]$/, "");
  const dot = whole.lastIndexOf(".");
  return { table: whole.slice(0, dot), key: whole.slice(dot + 1) };
}

function rangeOf({ bounds, unit, path }: ParameterRow): string {
  if (bounds === null || path.endsWith("]")) return "";
  return ` ${bounds.min} to ${bounds.max}${unit === "none" ? "" : ` (${unit})`}.`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  throw new Error(`a parameter is a number or a switch, not ${typeof value}`);
}
