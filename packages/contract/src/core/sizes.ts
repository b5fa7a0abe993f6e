import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { schemasIn } from "./schema-walk.ts";

/** Limits that an operator can change, with their defaults. */
export const settableLimits = {
  LIMITS_MAX_BATCH_SIZE: 500,
  LIMITS_MAX_EXCLUDE_WORD_IDS: 1000,
} as const;

export type SizeLimits = Readonly<Record<keyof typeof settableLimits, number>>;

/** Maximum number of entries of a list, dictionary or list of ids, and the error code beyond it. */
export interface SizeRule {
  readonly min?: number;
  readonly max: number | keyof SizeLimits;
  /** Default: BATCH_TOO_LARGE. */
  readonly tooMany?: ErrorCode;
}

/** A list or dictionary with too many entries. */
export interface Excess {
  /** Path of the field, e.g. `words.3.tags`. */
  readonly path: string;
  readonly max: number;
  /** Number of entries sent. */
  readonly count: number;
  readonly code: ErrorCode;
}

const rules = new WeakMap<z.core.$ZodType, SizeRule>();
const separate = new WeakMap<z.core.$ZodType, z.ZodType>();
const free = new WeakSet<z.core.$ZodType>();

/**
 * An array in a request. `createSizeCheck` checks its length before any entry is validated. An
 * empty array is an ordinary validation fault.
 */
export function list<S extends z.ZodType>(entry: S, rule: SizeRule) {
  const array = rule.min === undefined ? z.array(entry) : z.array(entry).min(rule.min);
  rules.set(array, rule);
  return array;
}

/** An object in a request whose keys the client chooses. */
export function dictionary<S extends z.ZodType>(value: S, rule: SizeRule) {
  const record = z.record(z.string(), value);
  rules.set(record, rule);
  return record;
}

/** Ids in a query in the form `a,b,c`; blank entries are ignored. */
export function idList(rule: SizeRule) {
  const text = z.string();
  rules.set(text, rule);
  return text.transform(splitIds).refine((ids) => ids.length >= (rule.min ?? 0), "names nothing");
}

function splitIds(text: string): string[] {
  return text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
}

/**
 * An entry that the service checks separately with `entry`, so that an invalid one does not affect
 * the others. The schema of the entry is published.
 */
export function checkedByItself<S extends z.ZodType>(entry: S) {
  const anything = z.unknown();
  separate.set(anything, entry);
  return anything as unknown as z.ZodType<unknown, z.input<S>>;
}

/** Any JSON, for an endpoint with a small `bodyMaxBytes`. */
export function anyJson() {
  const anything = z.unknown();
  free.add(anything);
  return anything;
}

/** The size rule built into a schema; undefined if it has none. */
export function sizeRuleOf(schema: z.core.$ZodType): SizeRule | undefined {
  // `describe` and `meta` return a copy that refers to the original schema.
  const { parent } = schema._zod;
  return rules.get(schema) ?? (parent && sizeRuleOf(parent));
}

/** The schema of an entry that is checked separately. */
export function separateEntryOf(schema: z.core.$ZodType): z.ZodType | undefined {
  return separate.get(schema);
}

export function isAnyJson(schema: z.core.$ZodType): boolean {
  const { parent } = schema._zod;
  return free.has(schema) || (parent !== undefined && isAnyJson(parent));
}

/**
 * Prepares the check of all sizes in a request. The check reads no entry of a list before it has
 * checked the list's length; outer lists come first.
 *
 * @returns a function that finds the first list or dictionary with too many entries
 */
export function createSizeCheck(
  schema: z.ZodType,
  limits: SizeLimits = settableLimits,
): (value: unknown) => Excess | undefined {
  const checks = rulesIn(schema).map((found) => ({ ...found, max: maxOf(found.rule, limits) }));
  return (value) => {
    for (const { path, rule, max } of checks) {
      const excess = findExcess(value, path, max);
      const code = rule.tooMany ?? "BATCH_TOO_LARGE";
      if (excess !== undefined)
        return { path: excess.path.join("."), max, count: excess.count, code };
    }
    return undefined;
  };
}

/** Whether a request contains anything for `createSizeCheck` to check. */
export function hasSizes(schema: z.ZodType): boolean {
  return rulesIn(schema).length > 0;
}

interface FoundRule {
  readonly path: readonly string[];
  readonly rule: SizeRule;
}

const found = new WeakMap<z.ZodType, readonly FoundRule[]>();

/** Collected once per schema, which may contain hundreds of schemas. */
function rulesIn(schema: z.ZodType): readonly FoundRule[] {
  const known = found.get(schema);
  if (known !== undefined) return known;
  const inside = [...schemasIn(schema)].flatMap(({ schema: inner, path }) => {
    const rule = sizeRuleOf(inner);
    return rule === undefined ? [] : [{ path, rule }];
  });
  found.set(schema, inside);
  return inside;
}

/** The number of entries that a rule allows. */
export function maxOf({ max }: SizeRule, limits: SizeLimits): number {
  return typeof max === "number" ? max : limits[max];
}

/** The path of the first value at `path` with more than `max` entries. */
function findExcess(
  value: unknown,
  [name, ...rest]: readonly string[],
  max: number,
): { path: string[]; count: number } | undefined {
  if (name === undefined) {
    const count = countOf(value);
    return count > max ? { path: [], count } : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const held = value as Readonly<Record<string, unknown>>;
  for (const key of name === "*" ? Object.keys(held) : [name]) {
    const found = findExcess(held[key], rest, max);
    if (found !== undefined) return { ...found, path: [key, ...found.path] };
  }
  return undefined;
}

function countOf(value: unknown): number {
  if (typeof value === "string") return splitIds(value).length;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
