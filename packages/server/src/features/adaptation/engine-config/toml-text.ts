import { parameterAt, type EngineParameters } from "@wordloom/engine";
import { parameterTable, type ParameterRow } from "@wordloom/engine/parameters";
import { parse, TomlError } from "smol-toml";

/** Follows the line that names the version. */
const INTRODUCTION = [
  "# A copy of the engine's configuration. Changes made while the version above is in force take",
  "# effect within seconds; any others are kept beside this file.",
  "",
].join("\n");

const HEADER = /^\uFEFF?# version ([0-9a-f]{16})\r?\n/;

interface Entry {
  readonly key: string;
  /** A comment line that explains the value. */
  readonly comment: string;
}

/** Keys and comments by table; the same for every configuration. */
let entries: ReadonlyMap<string, readonly Entry[]> | undefined;

/**
 * A configuration as TOML text: one table per section, and an explanatory comment before each
 * value. Numbers are written with full precision, so that reading restores them exactly.
 *
 * @param versionHash  of the version; the first line names it
 */
export function toToml(parameters: EngineParameters, versionHash: string): string {
  return `# version ${versionHash}\n${contentOf(parameters)}`;
}

/** Texts of immutable configurations, so that an app opened again need not regenerate them. */
const contents = new WeakMap<EngineParameters, string>();

function contentOf(parameters: EngineParameters): string {
  if (!Object.isFrozen(parameters)) return writeContent(parameters);
  const content = contents.get(parameters) ?? writeContent(parameters);
  contents.set(parameters, content);
  return content;
}

function writeContent(parameters: EngineParameters): string {
  entries ??= listEntries();
  const parts = [INTRODUCTION];
  for (const [table, lines] of entries) {
    const group = parameterAt(parameters, table) as Readonly<Record<string, unknown>>;
    parts.push(`\n[${table}]\n`);
    for (const { key, comment } of lines) {
      parts.push(comment, `${key} = ${valueText(group[key])}\n`);
    }
  }
  return parts.join("");
}

/** The version that the first line of a text names; undefined if it names none. */
export function versionIn(text: string): string | undefined {
  return HEADER.exec(text)?.[1];
}

/**
 * The content of a TOML text; tables have no prototype.
 *
 * @throws Error  not TOML; the message names the line
 */
export function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library appends the lines around the fault, which may be longer than a log line.
    const [what = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    throw new Error(`line ${error.line}: ${what}`);
  }
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

/** Elements of an array share the array's key. */
function placeOf({ path }: ParameterRow): { table: string; key: string } {
  const name = path.replace(/\[\d+\]$/, "");
  const dot = name.lastIndexOf(".");
  return { table: name.slice(0, dot), key: name.slice(dot + 1) };
}

function rangeOf({ bounds, unit, path }: ParameterRow): string {
  if (bounds === null || path.endsWith("]")) return "";
  return ` ${bounds.min} to ${bounds.max}${unit === "none" ? "" : ` (${unit})`}.`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  throw new Error(`a parameter is a number or a boolean, not ${typeof value}`);
}
