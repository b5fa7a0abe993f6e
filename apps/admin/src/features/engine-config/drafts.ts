import { valueAt, type Parameter, type ParameterValue } from "./parameter-list.ts";

/** A configuration with the hash of its version. */
export interface ConfigVersion {
  readonly hash: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Typed values by path: a text, or the state of a switch. */
export type Typed = Readonly<Record<string, string | boolean>>;

export interface Drafts {
  /** The version on the screen when typing began; undefined without changes. */
  readonly base: ConfigVersion | undefined;
  readonly typed: Typed;
  readonly note: string;
  /** The whole configuration as JSON, based on `base` and not yet merged into `typed`. */
  readonly json: string | undefined;
}

export const noDrafts: Drafts = { base: undefined, typed: {}, note: "", json: undefined };

/** Records typed input for a field; an unchanged value is not a change. */
export function typedInto(
  drafts: Drafts,
  now: ConfigVersion,
  path: string,
  value: string | boolean,
): Drafts {
  const base = drafts.base ?? now;
  const { [path]: _, ...others } = drafts.typed;
  const isAsBefore = String(valueAt(base.config, path)) === String(value).trim();
  const typed = isAsBefore ? others : { ...others, [path]: value };
  return { ...drafts, typed, base: Object.keys(typed).length === 0 ? undefined : base };
}

/** Rebases the drafts on a version; changes that it already contains are dropped. */
export function basedOn(drafts: Drafts, now: ConfigVersion): Drafts {
  const entries = Object.entries(drafts.typed);
  const typed = Object.fromEntries(
    entries.filter(([path, value]) => String(valueAt(now.config, path)) !== String(value).trim()),
  );
  return { ...drafts, typed, base: Object.keys(typed).length === 0 ? undefined : now };
}

/** @returns undefined if it is no value at all; the service checks the range */
export function readTyped(typed: string | boolean): ParameterValue | undefined {
  if (typeof typed === "boolean") return typed;
  const value = Number(typed);
  return typed.trim() === "" || !Number.isFinite(value) ? undefined : value;
}

/** Values by path that can be sent, and the paths of invalid ones. */
export function patchOf(typed: Typed) {
  const patch: Record<string, ParameterValue> = {};
  const unreadable: string[] = [];
  for (const [path, text] of Object.entries(typed)) {
    const value = readTyped(text);
    if (value === undefined) unreadable.push(path);
    else patch[path] = value;
  }
  return { patch, unreadable };
}

export interface Conflict {
  readonly path: string;
  readonly before: ParameterValue | undefined;
  /** Undefined: the others left it unchanged. */
  readonly theirs: ParameterValue | undefined;
  /** As typed; undefined if left unchanged. */
  readonly mine: string | boolean | undefined;
}

/** Others' changes since typing began, next to the typed values. */
export function conflictsIn(
  parameters: readonly Parameter[],
  { base, typed }: Drafts,
  now: ConfigVersion,
): Conflict[] {
  if (base === undefined || base.hash === now.hash) return [];
  return parameters.flatMap(({ path }) => {
    const [before, after] = [valueAt(base.config, path), valueAt(now.config, path)];
    const theirs = before === after ? undefined : after;
    const mine = typed[path];
    return theirs === undefined && mine === undefined ? [] : [{ path, before, theirs, mine }];
  });
}

/** Why a JSON text is not accepted. */
export interface JsonFault {
  readonly fault: "no_json" | "missing";
  readonly about: string;
}

/** The drafts with the JSON's differences from the version that it was based on. */
export function jsonTaken(parameters: readonly Parameter[], drafts: Drafts): Drafts | JsonFault {
  const { json, base } = drafts;
  if (json === undefined || base === undefined) return drafts;
  const read = typedOfJson(parameters, json, base);
  return "fault" in read ? read : basedOn({ ...drafts, typed: read.typed, json: undefined }, base);
}

/**
 * The changes in a JSON text.
 * @returns the equivalent typed values, or why the text is not accepted
 */
export function typedOfJson(
  parameters: readonly Parameter[],
  text: string,
  now: ConfigVersion,
): { readonly typed: Typed } | JsonFault {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    return { fault: "no_json", about: error instanceof Error ? error.message : "" };
  }
  const missing = parameters.find(({ path }) => valueAt(config, path) === undefined);
  if (missing !== undefined) return { fault: "missing", about: missing.path };
  const changes = parameters.flatMap(({ path }) => {
    const value = valueAt(config, path);
    const isSame = value === undefined || value === valueAt(now.config, path);
    return isSame ? [] : [[path, typeof value === "boolean" ? value : String(value)] as const];
  });
  return { typed: Object.fromEntries(changes) };
}

/** The paths at which two configurations differ, with both values. */
export function changesBetween(
  parameters: readonly Parameter[],
  before: unknown,
  after: unknown,
): { path: string; before: ParameterValue | undefined; after: ParameterValue | undefined }[] {
  return parameters.flatMap(({ path }) => {
    const [from, to] = [valueAt(before, path), valueAt(after, path)];
    return from === to ? [] : [{ path, before: from, after: to }];
  });
}
