import { sha256Hex } from "../numeric/sha256.ts";
import type { EngineParameters } from "./definitions.ts";

const HASH_LENGTH = 16;

/**
 * Id of a configuration version: the first 16 hex digits of SHA-256 over the canonical JSON of
 * `{snapshot, parent}`. The parent is included so that a rollback to old values is a version of its
 * own.
 *
 * @param parent  hash of the previous version; null for the first
 */
export function parametersHash(parameters: EngineParameters, parent: string | null): string {
  if (parent !== null || !Object.isFrozen(parameters)) return computeHash(parameters, parent);
  const hash = contentHashes.get(parameters) ?? computeHash(parameters, null);
  contentHashes.set(parameters, hash);
  return hash;
}

/** Hashes of configurations that cannot change any more; computing one takes milliseconds. */
const contentHashes = new WeakMap<EngineParameters, string>();

function computeHash(snapshot: EngineParameters, parent: string | null): string {
  return sha256Hex(canonicalJson({ snapshot, parent })).slice(0, HASH_LENGTH);
}

/**
 * JSON in a unique form: keys ordered by code units, no whitespace, numbers in their shortest exact
 * form.
 *
 * @param data         plain data
 * @throws RangeError  a value JSON cannot represent: undefined, NaN, infinity, a function
 */
export function canonicalJson(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonicalJson).join(",")}]`;
  if (typeof data === "object" && data !== null) {
    const entries = Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const parts = entries.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`);
    return `{${parts.join(",")}}`;
  }
  const isNumber = typeof data === "number" && Number.isFinite(data);
  if (isNumber || typeof data === "string" || typeof data === "boolean" || data === null) {
    return JSON.stringify(data);
  }
  throw new RangeError(`data must be plain, got ${String(data)}`);
}
