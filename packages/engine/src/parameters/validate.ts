import { isFiniteNumber } from "../numeric/scalar.ts";
import { brokenRules, type CrossRule } from "./cross-rules.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions, type EngineParameters } from "./definitions.ts";
import { parameterAt } from "./parameters.ts";

/** A fault of a configuration, described for an operator. */
export interface Fault {
  /** Dotted path; empty for the configuration as a whole. */
  path: string;
  /** The value given. */
  value: unknown;
  /** The rule it violates, as a description of valid values. */
  rule: string;
}

export type Validation =
  | {
      ok: true;
      value: EngineParameters;
      /** Paths of unknown values that were left out, with `unknown: "dropped"`. */
      dropped: string[];
    }
  | { ok: false; faults: Fault[] };

/** How to treat missing and unknown values. */
export interface Leniency {
  /** Default: `default`, which takes the parameter's default. */
  readonly missing?: "default" | "refused";
  /** Default: `refused`. */
  readonly unknown?: "dropped" | "refused";
}

/**
 * Checks a whole configuration from a file or a form. Missing values take their defaults, unless
 * they are refused; one unknown, mistyped, out-of-range or contradictory value refuses the whole
 * configuration.
 *
 * @param x  plain data of any shape
 * @returns  a new frozen configuration, or every fault
 */
export function validateParameters(x: unknown, leniency: Leniency = {}): Validation {
  const { missing = "default", unknown = "refused" } = leniency;
  const faults: Fault[] = [];
  const dropped: string[] = [];
  const reading: Reading = { faults, dropped, missing, unknown };
  const value = deepFreeze(readGroup(definitions, x ?? null, "", reading) as EngineParameters);
  // A cross-field fault at a value that is already refused would be redundant.
  const faulty = faults.map((fault) => fault.path);
  for (const rule of brokenRules(value)) {
    if (!touches(rule, faulty)) faults.push(faultOf(rule, value));
  }
  return faults.length === 0 ? { ok: true, value, dropped } : { ok: false, faults };
}

/** How to read a configuration, and the findings so far. */
interface Reading extends Required<Leniency> {
  readonly faults: Fault[];
  readonly dropped: string[];
}

/** The cross-field faults of a configuration whose single values are valid. */
export function crossFaults(parameters: EngineParameters): Fault[] {
  return brokenRules(parameters).map((rule) => faultOf(rule, parameters));
}

/** The rule of a row that a value violates; null if it is valid. */
export function rowFault(row: Row, value: unknown): string | null {
  if (!("unit" in row)) return typeof value === "boolean" ? null : "true or false";
  const { min, max } = row;
  const isWhole = row.kind !== "integer" || Number.isInteger(value);
  if (isFiniteNumber(value) && isWhole && value >= min && value <= max) return null;
  return `${row.kind === "integer" ? "a whole number" : "a number"} from ${min} to ${max}`;
}

function readGroup(
  group: RowGroup,
  given: unknown,
  prefix: string,
  reading: Reading,
): Record<string, unknown> {
  const source = isGroup(given) ? given : {};
  const isMistyped = source !== given && given !== undefined;
  if (isMistyped) {
    reading.faults.push({ path: prefix.slice(0, -1), value: given, rule: "an object" });
  }
  for (const name of Object.keys(source)) {
    if (Object.hasOwn(group, name)) continue;
    const path = prefix + name;
    if (reading.unknown === "dropped") reading.dropped.push(path);
    else reading.faults.push({ path, value: source[name], rule: "a known parameter" });
  }
  // A mistyped group is one fault; the values missing in it are not reported as well.
  const inside: Reading = isMistyped ? { ...reading, missing: "default" } : reading;
  const values = Object.entries(group).map(([name, entry]) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    return [name, readEntry(entry, value, prefix + name, inside)];
  });
  return Object.fromEntries(values);
}

function readEntry(
  entry: RowGroup[string],
  given: unknown,
  path: string,
  reading: Reading,
): unknown {
  if (Array.isArray(entry)) return readArray(entry as readonly NumberRow[], given, path, reading);
  const single = entry as Row | RowGroup;
  if (!isRow(single)) return readGroup(single, given, `${path}.`, reading);
  if (given !== undefined) return readValue(single, given, path, reading);
  noteMissing(path, reading);
  return single.default;
}

function readArray(
  rows: readonly NumberRow[],
  given: unknown,
  path: string,
  reading: Reading,
): unknown[] {
  if (Array.isArray(given) && given.length === rows.length) {
    return rows.map((row, at) => readValue(row, given[at], `${path}[${at}]`, reading));
  }
  if (given === undefined) noteMissing(path, reading);
  else reading.faults.push({ path, value: given, rule: `${rows.length} numbers` });
  return rows.map((row) => row.default);
}

function noteMissing(path: string, { missing, faults }: Reading): void {
  if (missing === "refused") faults.push({ path, value: null, rule: "given" });
}

function readValue(row: Row, given: unknown, path: string, { faults }: Reading): number | boolean {
  const rule = rowFault(row, given);
  if (rule === null) return given === 0 ? 0 : (given as number | boolean); // −0 becomes 0
  faults.push({ path, value: given, rule });
  return row.default;
}

function faultOf(rule: CrossRule, parameters: EngineParameters): Fault {
  const [path] = rule.paths;
  return { path, value: parameterAt(parameters, path), rule: rule.rule };
}

/** Whether a rule reads one of these paths, or a part or parent of one. */
function touches(rule: CrossRule, faulty: readonly string[]): boolean {
  return rule.paths.some((path) =>
    faulty.some((bad) => isWithin(bad, path) || isWithin(path, bad)),
  );
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);
}

function isGroup(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
