import { deepFreeze } from "./deep-freeze.ts";
import { isRow, type NumberRow, type Row, type RowGroup } from "./define.ts";
import { definitions, type EngineParameters } from "./definitions.ts";

export type { EngineParameters } from "./definitions.ts";

/** Value of a leaf. */
export type ParameterValue = number | boolean;

const defaults = deepFreeze(defaultsOf(definitions) as EngineParameters);

/** The default configuration. Frozen; the same object on every call. */
export function defaultParameters(): EngineParameters {
  return defaults;
}

/**
 * The value at a dotted path, `memoryModel.w[0]` or a group.
 *
 * @returns undefined if there is no such path
 */
export function parameterAt(parameters: EngineParameters, path: string): unknown {
  let node: unknown = parameters;
  for (const key of keysOf(path)) {
    if (typeof node !== "object" || node === null) return undefined;
    if (!Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/**
 * A copy with some leaves changed; unchanged parts are shared with the original. Values are not
 * checked: the result still has to pass `validateParameters`.
 *
 * @param changes  value by dotted path
 * @throws RangeError  a path does not exist
 */
export function withParameters(
  parameters: EngineParameters,
  changes: Readonly<Record<string, ParameterValue>>,
): EngineParameters {
  let changed: unknown = parameters;
  for (const [path, value] of Object.entries(changes)) {
    if (parameterAt(parameters, path) === undefined) throw new RangeError(`no parameter ${path}`);
    changed = replaced(changed, keysOf(path), value);
  }
  return deepFreeze(changed as EngineParameters);
}

function replaced(node: unknown, keys: readonly string[], value: ParameterValue): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    const at = Number(key);
    return node.with(at, replaced(node[at], rest, value));
  }
  const group = node as Record<string, unknown>;
  return { ...group, [key]: replaced(group[key], rest, value) };
}

function keysOf(path: string): string[] {
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
