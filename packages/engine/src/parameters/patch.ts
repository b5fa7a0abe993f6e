import { isFiniteNumber } from "../numeric/scalar.ts";
import type { Bounds } from "./define.ts";
import type { EngineParameters } from "./definitions.ts";
import { isOptIn } from "./opt-in.ts";
import { type ParameterRow, parameterTable } from "./parameter-table.ts";
import { parameterAt, withParameters } from "./parameters.ts";
import { crossFaults, type Fault } from "./validate.ts";

/** Range in which the language model may change one number, as set by an operator. */
export interface WhitelistEntry {
  readonly path: string;
  readonly minSafe: number;
  readonly maxSafe: number;
}

export type PatchVerdict =
  | { verdict: "accepted"; value: EngineParameters; paths: string[] }
  | { verdict: "no_change" }
  | { verdict: "rejected"; faults: Fault[] };

/** The default whitelist, which an operator can narrow or extend: the rows open to the advisor. */
export function advisorWhitelist(): WhitelistEntry[] {
  return parameterTable().flatMap(({ path, advisorBounds: open }) =>
    open === null ? [] : [{ path, minSafe: open.min, maxSafe: open.max }],
  );
}

/**
 * Checks a patch proposed by a language model.
 *
 * Allowed are numbers at paths of the whitelist, inside its bounds and the valid range, if the
 * patched configuration meets every cross-field rule. A whitelist cannot open switches and
 * parameters of opt-in features, nor widen the bounds of the default whitelist.
 *
 * @param patch  value by dotted path; untrusted input of any type
 * @returns      the patched configuration, "no_change" if nothing differs, or every fault
 */
export function checkPatch(
  patch: unknown,
  parameters: EngineParameters,
  whitelist: readonly WhitelistEntry[],
): PatchVerdict {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) {
    const fault = { path: "", value: patch, rule: "an object of values by path" };
    return { verdict: "rejected", faults: [fault] };
  }
  const entries = Object.entries(patch);
  const faults = entries.flatMap(([path, value]) => {
    const rule = patchFault(path, value, whitelist);
    return rule === null ? [] : [{ path, value: value as unknown, rule }];
  });
  if (faults.length > 0) return { verdict: "rejected", faults };

  const changes = entries.filter(([path, value]) => parameterAt(parameters, path) !== value);
  if (changes.length === 0) return { verdict: "no_change" };
  const value = withParameters(parameters, Object.fromEntries(changes));
  const broken = crossFaults(value);
  if (broken.length > 0) return { verdict: "rejected", faults: broken };
  return { verdict: "accepted", value, paths: changes.map(([path]) => path) };
}

function patchFault(
  path: string,
  value: unknown,
  whitelist: readonly WhitelistEntry[],
): string | null {
  const row = parameterTable().find((candidate) => candidate.path === path);
  const entry = whitelist.find((candidate) => candidate.path === path);
  if (row === undefined) return "a known parameter";
  if (!mayBeOpened(row) || entry === undefined) return "a parameter open to the advisor";
  const { min, max } = allowed(row, entry);
  if (isFiniteNumber(value) && value >= min && value <= max && isWhole(row, value)) return null;
  return `${row.kind === "integer" ? "a whole number" : "a number"} from ${min} to ${max}`;
}

/** Whether a whitelist may contain a parameter: a number that belongs to no opt-in feature. */
export function mayBeOpened({ path, kind }: ParameterRow): boolean {
  return kind !== "boolean" && !isOptIn(path);
}

/** The operator's bounds, limited to those of the default whitelist, else to the valid range. */
function allowed(row: ParameterRow, entry: WhitelistEntry): Bounds {
  const legal = row.advisorBounds ?? row.bounds ?? { min: entry.minSafe, max: entry.maxSafe };
  return { min: Math.max(legal.min, entry.minSafe), max: Math.min(legal.max, entry.maxSafe) };
}

function isWhole(row: ParameterRow, value: number): boolean {
  return row.kind !== "integer" || Number.isInteger(value);
}
