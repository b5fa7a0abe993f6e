import { deepFreeze } from "./deep-freeze.ts";
import { isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions, type Parameters } from "./definitions.ts";

export type { Parameters } from "./definitions.ts";

/** What a leaf can hold. */
export type ParameterValue = number | boolean;

const defaults = deepFreeze(defaultsOf(definitions) as Parameters);

/** The configuration the engine starts with. Frozen; the same object on every call. */
export function defaultParameters(): Parameters {
  return defaults;
}

/**
 * The value at a dotted path, `memoryModel.w[0]` or a group.
 *
 * @returns undefined when the path leads nowhere
 */
export function parameterAt(parameters: Parameters, path: string): unknown {
  let place: unknown = parameters;
  for (const step of stepsOf(path)) {
    if (typeof place !== "object" || place === null) return undefined;
    if (!Object.hasOwn(place, step)) return undefined;
    place = (place as Record<string, unknown>)[step];
  }
  return place;
}

/**
 * A copy with some leaves changed; parts that hold no change are shared with the original. Nothing
 * is checked but that the paths exist: the result still has to pass `validateParameters`.
 *
 * @param changes  value by dotted path
 * @throws RangeError  a path leads nowhere
 */
export function withParameters(
  parameters: Parameters,
  changes: Readonly<Record<string, ParameterValue>>,
): Parameters {
  let changed: unknown = parameters;
  for (const [path, value] of Object.entries(changes)) {
    if (parameterAt(parameters, path) === undefined) throw new RangeError(`no parameter ${path}`);
    changed = replaced(changed, stepsOf(path), value);
  }
  return deepFreeze(changed as Parameters);
}

function replaced(place: unknown, steps: readonly string[], value: ParameterValue): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(place)) {
    const at = Number(step);
    return place.with(at, replaced(place[at], rest, value));
  }
  const group = place as Record<string, unknown>;
  return { ...group, [step]: replaced(group[step], rest, value) };
}

function stepsOf(path: string): string[] {
  return path.replaceAll("]", "").split(/[.[]/);
}

function defaultsOf(group: RowGroup): unknown {
  const values = Object.entries(group).map(([name, entry]) => {
    if (Array.isArray(entry)) return [name, (entry as readonly NumberRow[]).map((r) => r.default)];
    const single = entry as Row | RowGroup;
    return [name, isRow(single) ? single.default : defaultsOf(single)];
  });
  return Object.fromEntries(values);
}
