import { readFile, stat } from "node:fs/promises";
import { parametersHash, validateParameters, type Parameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { replaceSecretFile } from "../../../platform/settings/secret-file.ts";
import { codeOf, messageOf } from "../../../platform/basics/thrown.ts";
import { findNewestVersion, wasContentEverInForce } from "./config-versions.repo.ts";
import { parametersInForce } from "./parameters-in-force.service.ts";
import { readToml, toToml } from "./toml-text.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** Result of checking the configuration file. */
export type FileCheck =
  | { readonly kind: "absent" | "unchanged" | "unusable" }
  /** Not edited, but another version has come into force since the file was written. */
  | { readonly kind: "outdated" }
  | { readonly kind: "edited"; readonly parameters: Parameters };

interface FileWatch {
  /** Stamp of the file when this process last evaluated or wrote it. */
  evaluated?: string | undefined;
  /** Stamp of the file at the previous check. */
  previous?: string | undefined;
  /** Hash of the evaluated content; undefined if it was unusable. */
  contentHash?: string | undefined;
}

const watchOf = perApp<Needs, FileWatch>(() => ({}));
const writing = perApp<Needs, { last: Promise<void> }>(() => ({ last: Promise.resolve() }));

/**
 * Writes the version in force to the configuration file, atomically. A file that cannot be written
 * is only logged: the stored versions are authoritative.
 */
export function rewriteConfigFile(needs: Needs): Promise<void> {
  const queue = writing(needs);
  queue.last = queue.last.then(() => writeOnce(needs));
  return queue.last;
}

/** Remembers the file's stamp, so that this write is not taken for an edit. */
async function writeOnce(needs: Needs): Promise<void> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const watch = watchOf(needs);
  const { snapshot, contentHash } = parametersInForce(needs);
  try {
    replaceSecretFile(file, toToml(snapshot));
    Object.assign(watch, { evaluated: await stampOf(file), contentHash });
  } catch (cause) {
    // Not retried until another version is to be written.
    watch.contentHash = undefined;
    needs.log.warn({ cause, file }, "the engine configuration file could not be written");
  }
}

/**
 * Checks whether someone has edited the file since the last check.
 *
 * A file is evaluated only once its stamp was the same twice: a half-written file may be valid too.
 */
export async function checkConfigFile(needs: Needs): Promise<FileCheck> {
  const watch = watchOf(needs);
  const stamp = await stampOf(needs.settings.AMAS_CONFIG_FILE);
  const { previous } = watch;
  watch.previous = stamp;
  if (stamp === undefined) return { kind: "absent" };
  if (stamp === watch.evaluated) {
    return { kind: isSuperseded(needs, watch) ? "outdated" : "unchanged" };
  }
  if (stamp !== previous) return { kind: "unchanged" };
  const { check, contentHash } = await evaluateConfigFile(needs);
  Object.assign(watch, { evaluated: stamp, contentHash });
  return check;
}

/** Makes the next check evaluate the file again, after an edit that could not be stored. */
export function recheckConfigFile(needs: Needs): void {
  Object.assign(watchOf(needs), { evaluated: undefined, contentHash: undefined });
}

/** Whether another version has come into force since the file was evaluated, e.g. elsewhere. */
function isSuperseded(needs: Needs, { contentHash }: FileWatch): boolean {
  return contentHash !== undefined && contentHash !== parametersInForce(needs).contentHash;
}

/** Evaluates the file at once, for the start of the service. */
export async function readConfigFile(needs: Needs): Promise<FileCheck> {
  return (await evaluateConfigFile(needs)).check;
}

async function evaluateConfigFile(
  needs: Needs,
): Promise<{ check: FileCheck; contentHash?: string }> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const found = await load(needs, file);
  if (typeof found === "string") return { check: { kind: found } };
  const parsed = parse(found.text);
  if (!parsed.ok) {
    needs.log.error({ file, faults: parsed.faults }, "the engine configuration file is ignored");
    return { check: { kind: "unusable" } };
  }
  const newest = await findNewestVersion(needs.database);
  const contentHash = parametersHash(parsed.value, null);
  if (newest?.content_hash === contentHash) return { check: { kind: "unchanged" }, contentHash };
  const isOlder = newest !== undefined && found.writtenAtMs <= newest.created_at_ms;
  if (isOlder && (await wasContentEverInForce(needs.database, contentHash))) {
    return { check: { kind: "outdated" }, contentHash };
  }
  return { check: { kind: "edited", parameters: parsed.value }, contentHash };
}

function parse(text: string) {
  try {
    return validateParameters(readToml(text));
  } catch (cause) {
    const rule = messageOf(cause);
    return { ok: false as const, faults: [{ path: "", value: null, rule }] };
  }
}

async function load(
  { log }: Needs,
  file: string,
): Promise<{ text: string; writtenAtMs: number } | "absent" | "unusable"> {
  try {
    const { mtimeMs } = await stat(file);
    return { text: await readFile(file, "utf8"), writtenAtMs: mtimeMs };
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return "absent";
    // The file may contain an operator's edit, which must not be overwritten.
    log.error({ cause, file }, "the engine configuration file cannot be read");
    return "unusable";
  }
}

/** A stamp that changes whenever the file is written or replaced; undefined without a file. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
