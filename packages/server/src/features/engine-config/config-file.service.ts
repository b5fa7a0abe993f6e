import { readFile, stat } from "node:fs/promises";
import { parametersHash, validateParameters, type Parameters } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { replaceSecretFile } from "../../platform/secret-file.ts";
import { messageOf } from "../../platform/thrown.ts";
import { findNewestVersion, wasContentEverInForce } from "./config-versions.repo.ts";
import { parametersInForce } from "./parameters-in-force.service.ts";
import { readToml } from "./toml-reader.ts";
import { toToml } from "./toml-text.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** What a check of the configuration file found. */
export type FileReading =
  | { readonly kind: "absent" | "unchanged" | "unusable" }
  /** Nobody's edit: another version has come into force since the file was written. */
  | { readonly kind: "outdated" }
  | { readonly kind: "edited"; readonly parameters: Parameters };

interface Watch {
  /** Look of the file when it was last judged or written here, and at the last look. */
  judged?: string | undefined;
  pending?: string | undefined;
  /** Hash of what the judged file says; undefined when it says nothing usable. */
  says?: string | undefined;
}

const watchOf = perApp<Needs, Watch>(() => ({}));
const writing = perApp<Needs, { last: Promise<void> }>(() => ({ last: Promise.resolve() }));

/**
 * Writes the version in force into the configuration file, in one step. A file that cannot be
 * written is reported and stops nothing: the stored versions are what counts.
 */
export function rewriteConfigFile(needs: Needs): Promise<void> {
  const queue = writing(needs);
  queue.last = queue.last.then(() => writeOnce(needs));
  return queue.last;
}

/** What was written here is nobody's edit, whatever has come into force meanwhile. */
async function writeOnce(needs: Needs): Promise<void> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const watch = watchOf(needs);
  const { snapshot, contentHash } = parametersInForce(needs);
  try {
    replaceSecretFile(file, toToml(snapshot));
    Object.assign(watch, { judged: await lookOf(file), says: contentHash });
  } catch (cause) {
    // Not tried again until there is something else to write.
    watch.says = undefined;
    needs.log.warn({ cause, file }, "the engine configuration file could not be written");
  }
}

/**
 * Whether the file has been changed by somebody since the last look.
 *
 * A file is judged only once it has looked the same twice: half of it might be a configuration too.
 */
export async function lookAtConfigFile(needs: Needs): Promise<FileReading> {
  const watch = watchOf(needs);
  const look = await lookOf(needs.settings.AMAS_CONFIG_FILE);
  const wasPending = watch.pending;
  watch.pending = look;
  if (look === undefined) return { kind: "absent" };
  if (look === watch.judged) return { kind: isOvertaken(needs, watch) ? "outdated" : "unchanged" };
  if (look !== wasPending) return { kind: "unchanged" };
  const { reading, says } = await judgeConfigFile(needs);
  Object.assign(watch, { judged: look, says });
  return reading;
}

/** Checks the file again next time: an edit that could not be stored is still pending. */
export function lookAgain(needs: Needs): void {
  Object.assign(watchOf(needs), { judged: undefined, says: undefined });
}

/** Whether another version has come into force since the file was judged, e.g. elsewhere. */
function isOvertaken(needs: Needs, { says }: Watch): boolean {
  return says !== undefined && says !== parametersInForce(needs).contentHash;
}

/** What the file says, however long it has been saying so. */
export async function readConfigFile(needs: Needs): Promise<FileReading> {
  return (await judgeConfigFile(needs)).reading;
}

async function judgeConfigFile(needs: Needs): Promise<{ reading: FileReading; says?: string }> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const found = await load(file);
  if (found === undefined) return { reading: { kind: "absent" } };
  const parsed = parse(found.text);
  if (!parsed.ok) {
    needs.log.error({ file, faults: parsed.faults }, "the engine configuration file is ignored");
    return { reading: { kind: "unusable" } };
  }
  const newest = await findNewestVersion(needs.database);
  const says = parametersHash(parsed.value, null);
  if (newest?.content_hash === says) return { reading: { kind: "unchanged" }, says };
  const writtenBefore = newest !== undefined && found.writtenAtMs <= newest.created_at_ms;
  if (writtenBefore && (await wasContentEverInForce(needs.database, says))) {
    return { reading: { kind: "outdated" }, says };
  }
  return { reading: { kind: "edited", parameters: parsed.value }, says };
}

function parse(text: string) {
  try {
    return validateParameters(readToml(text));
  } catch (cause) {
    const rule = messageOf(cause);
    return { ok: false as const, faults: [{ path: "", value: null, rule }] };
  }
}

async function load(file: string): Promise<{ text: string; writtenAtMs: number } | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    return { text: await readFile(file, "utf8"), writtenAtMs: mtimeMs };
  } catch {
    return undefined;
  }
}

/** Changes whenever the file is written or replaced. */
async function lookOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
