import { parameterAt, parameterTable, type ParameterRow, type Parameters } from "@wordloom/engine";

const FIRST_LINE = "# Engine configuration. Changes to this file take effect within seconds.\n";

/**
 * A configuration as the text of a TOML file: one table per section, each value below a line that
 * explains it. Numbers are written in full, so that reading gives back the same ones.
 */
export function toToml(parameters: Parameters): string {
  const tables = new Map<string, string[]>();
  const written = new Set<string>();
  for (const row of parameterTable()) {
    const { table, key } = placeOf(row);
    const path = `${table}.${key}`;
    if (written.has(path)) continue;
    written.add(path);
    const lines = tables.get(table) ?? [];
    lines.push(`# ${row.note}${rangeOf(row)}`);
    lines.push(`${key} = ${valueText(parameterAt(parameters, path))}`);
    tables.set(table, lines);
  }
  const parts = [...tables].map(([table, lines]) => `\n[${table}]\n${lines.join("\n")}\n`);
  return [FIRST_LINE, ...parts].join("");
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
