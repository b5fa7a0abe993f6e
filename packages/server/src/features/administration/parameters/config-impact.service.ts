import {
  parameterAt,
  validateParameters,
  withParameters,
  type Fault,
  type EngineParameters,
  type ParameterValue,
} from "@wordloom/engine";
import { groupOf, parameterTable, tierOf, type ParameterRow } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import {
  followNewestVersion,
  parametersInForce,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { effectOf } from "./effects/effect-table.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** Either a whole configuration, or values by dotted path. Untrusted input of any type. */
export interface Proposal {
  readonly config?: unknown;
  readonly patch?: unknown;
}

/** A change of one parameter. */
interface Change {
  readonly path: string;
  readonly before: ParameterValue;
  readonly after: ParameterValue;
  readonly group: string;
  readonly tier: "A" | "human";
  /** The effect, in a sentence. */
  readonly effect: string;
}

export interface Impact {
  /** In the order of the sections. Empty if there are faults. */
  readonly changes: Change[];
  /** Reasons to refuse the proposal. Empty if it would be accepted. */
  readonly faults: Fault[];
}

/** The changes that a proposal would make to the active configuration. Stores nothing. */
export async function impactOf(needs: Needs, proposal: Proposal): Promise<Impact> {
  await followNewestVersion(needs);
  const { snapshot } = parametersInForce(needs);
  if (proposal.config === undefined) return ofPatch(snapshot, proposal.patch);
  const checked = validateParameters(proposal.config, { missing: "refused" });
  if (checked.ok) return { changes: changesIn(snapshot, checked.value), faults: [] };
  return { changes: [], faults: checked.faults.map(withValue) };
}

function ofPatch(base: EngineParameters, patch: unknown): Impact {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) {
    const fault = { path: "", value: patch, rule: "an object of values by path" };
    return { changes: [], faults: [fault] };
  }
  const known = new Set(parameterTable().map(({ path }) => path));
  const faults: Fault[] = [];
  const values: Record<string, ParameterValue> = {};
  for (const [path, value] of Object.entries(patch)) {
    const isValue = typeof value === "number" || typeof value === "boolean";
    if (!known.has(path)) faults.push({ path, value, rule: "a known parameter" });
    else if (isValue) values[path] = value;
    else faults.push({ path, value, rule: "a number, true or false" });
  }
  const patched = withParameters(base, values);
  const checked = validateParameters(patched);
  if (!checked.ok) return { changes: [], faults: [...faults, ...checked.faults] };
  return { changes: faults.length > 0 ? [] : changesIn(base, checked.value), faults };
}

function changesIn(before: EngineParameters, after: EngineParameters): Change[] {
  return parameterTable().flatMap((row) => {
    const [from, to] = [valueAt(before, row), valueAt(after, row)];
    if (from === to) return [];
    const { up, down } = effectOf(row.path);
    return {
      path: row.path,
      before: from,
      after: to,
      group: groupOf(row.path),
      tier: tierOf(row),
      effect: Number(to) > Number(from) ? up : down,
    };
  });
}

function valueAt(parameters: EngineParameters, { path }: ParameterRow): ParameterValue {
  return parameterAt(parameters, path) as ParameterValue;
}

/** JSON has no undefined. */
function withValue(fault: Fault): Fault {
  return { ...fault, value: fault.value ?? null };
}
