import { isDeepStrictEqual } from "node:util";
import { errors, type ErrorCode } from "@wordloom/contract";
import type { z } from "zod";
import {
  readStoredLimits,
  storedFields,
  storedNames,
  type StoredLimits,
  type StoredSettingName,
  type SystemSettings,
} from "./stored-settings.ts";

/** New values from outside. null removes the stored value; absent ones stay. */
export type SettingChanges = Readonly<Partial<Record<StoredSettingName, unknown>>>;

/** Stored values by name, as JSON. */
export type StoredJson = ReadonlyMap<string, string>;

export interface SettingFault {
  readonly field: StoredSettingName;
  readonly code: ErrorCode;
  readonly rule: string;
}

/** The effect of changes on the stored values. */
export interface Judgment {
  /** In the order of the settings. */
  readonly faults: readonly SettingFault[];
  /** New JSON of the settings whose stored value changes; null: removed. */
  readonly writes: ReadonlyMap<StoredSettingName, string | null>;
}

/** The settings before a change. */
export interface FormerSettings {
  readonly stored: StoredJson;
  /** The settings as shown to administrators. */
  readonly before: SystemSettings;
}

/** A rule that needs more than the value. @returns a description of the fault */
export type ExtraRule = (name: StoredSettingName, value: unknown) => string | undefined;

export interface JudgeOptions {
  readonly extraRule: ExtraRule;
  /**
   * Whether a value is stored although it is in force without being stored. Otherwise what GET
   * shows can be put back, and later changes of variables and defaults keep their effect.
   */
  readonly storesSame?: boolean | undefined;
}

/**
 * Validates all changes, so that every fault can be named. A shown value may always be given
 * again, even one out of range: it came from a variable, or was stored under an earlier rule.
 */
export function judgeChanges(
  changes: SettingChanges,
  former: FormerSettings,
  options: JudgeOptions,
): Judgment {
  const faults: SettingFault[] = [];
  const writes = new Map<StoredSettingName, string | null>();
  for (const name of storedNames) {
    const given = changes[name];
    if (given === undefined) continue;
    const judged = judgeOne(name, given, former, options);
    if ("json" in judged) {
      const isSame = !former.stored.has(name) && isShown(judged.json, former.before[name]);
      if (isSame && options.storesSame !== true) continue;
      if (judged.json !== (former.stored.get(name) ?? null)) writes.set(name, judged.json);
    } else if (!isDeepStrictEqual(given, former.before[name])) faults.push(judged.fault);
  }
  return { faults, writes };
}

function judgeOne(
  field: StoredSettingName,
  given: unknown,
  { stored, before }: FormerSettings,
  { extraRule, storesSame = false }: JudgeOptions,
): { fault: SettingFault } | { json: string | null } {
  if (given === null) return { json: null };
  const { schema, fault } = storedFields[field];
  const parsed = schema.safeParse(
    field === "rate_limits" ? withoutShownLimits(given, before.rate_limits, storesSame) : given,
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const code = isOfRightType(field, given, issue) ? fault : "INVALID_REQUEST_BODY";
    return { fault: { field, code, rule: ruleOf(code, issue) } };
  }
  const rule = extraRule(field, parsed.data);
  if (rule !== undefined) return { fault: { field, code: fault, rule } };
  if (field === "rate_limits") {
    return { json: mergedLimits(stored.get(field), parsed.data as LimitChanges) };
  }
  return { json: JSON.stringify(parsed.data) };
}

function isShown(json: string | null, shown: unknown): boolean {
  return json !== null && isDeepStrictEqual(JSON.parse(json), shown);
}

/** A value of another JSON type is not merely out of range. */
function isOfRightType(
  field: StoredSettingName,
  given: unknown,
  issue: z.core.$ZodIssue | undefined,
): boolean {
  const { type } = storedFields[field];
  if (type === "object") return typeof valueAt(given, issue?.path ?? []) === "number";
  return typeof given === (type === "integer" ? "number" : type);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

function ruleOf(code: ErrorCode, issue: z.core.$ZodIssue | undefined): string {
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  const isOwn = code !== "INVALID_REQUEST_BODY";
  return `${where}${isOwn ? errors[code].message : (issue?.message ?? errors[code].message)}`;
}

/**
 * Omits limits that are effective unchanged: they are stored already or need not be.
 *
 * @param storesSame  whether only those are omitted that could not be stored
 */
function withoutShownLimits(
  given: unknown,
  shown: Readonly<Record<string, unknown>>,
  storesSame: boolean,
): unknown {
  if (typeof given !== "object" || given === null) return given;
  const isStorable = (bucket: string, limit: unknown) =>
    bucket in readStoredLimits({ [bucket]: limit });
  const kept = Object.entries(given).filter(
    ([bucket, limit]) =>
      !isDeepStrictEqual(limit, shown[bucket]) || (storesSame && isStorable(bucket, limit)),
  );
  return Object.fromEntries(kept);
}

type LimitChanges = Readonly<Record<string, StoredLimits[keyof StoredLimits] | null>>;

/** The stored limits with the changes, per bucket. @returns null if none is left */
function mergedLimits(stored: string | undefined, changes: LimitChanges): string | null {
  const before = stored === undefined ? {} : readStoredLimits(JSON.parse(stored));
  const given = Object.entries(changes).filter(([, limit]) => limit !== undefined);
  const after = readStoredLimits({ ...before, ...Object.fromEntries(given) });
  return Object.keys(after).length === 0 ? null : JSON.stringify(after);
}
