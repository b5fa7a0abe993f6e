import { readFile, stat } from "node:fs/promises";
import { parametersHash, validateParameters, type Parameters } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { replaceSecretFile } from "../../platform/secret-file.ts";
import { findNewestVersion, wasContentEverInForce } from "./config-versions.repo.ts";
import { parametersInForce } from "./parameters-in-force.service.ts";
import { readToml } from "./toml-reader.ts";
import { toToml } from "./toml-text.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** What somebody wrote into the configuration file. */
export type FileReading =
  | { readonly kind: "absent" | "unchanged" | "unusable" }
  /** Nobody's edit: another version has come into force since the file was written. */
  | { readonly kind: "outdated" }
  | { readonly kind: "edited"; readonly parameters: Parameters };

interface Watch {
  /** Look of the file when it was last judged, and at the last look. */
  judged?: string | undefined;
  pending?: string | undefined;
}

const watchOf = perApp<Needs, Watch>(() => ({}));
const writing = perApp<Needs, { last: Promise<void> }>(() => ({ last: Promise.resolve() }));

/**
 * Writes the version in force into the configuration file, in one step. A file that cannot be
 * written is reported and stops nothing: the stored versions are what counts.
 */
export function rewriteConfigFile(needs: Needs): Promise<void> {
  const queue = writing(needs);
  queue.last = queue.last.then(() => {
    const file = needs.settings.AMAS_CONFIG_FILE;
    try {
      replaceSecretFile(file, toToml(parametersInForce(needs).snapshot));
    } catch (cause) {
      needs.log.warn({ cause, file }, "the engine configuration file could not be written");
    }
  });
  return queue.last;
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
  if (look === watch.judged || look !== wasPending) return { kind: "unchanged" };
  const reading = await readConfigFile(needs);
  watch.judged = look;
  return reading;
}

/** What the file says, however long it has been saying so. */
export async function readConfigFile(needs: Needs): Promise<FileReading> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const found = await load(file);
  if (found === undefined) return { kind: "absent" };
  const parsed = parse(found.text);
  if (!parsed.ok) {
    needs.log.error({ file, faults: parsed.faults }, "the engine configuration file is ignored");
    return { kind: "unusable" };
  }
  const newest = await findNewestVersion(needs.database);
  const contentHash = parametersHash(parsed.value, null);
  if (newest?.content_hash === contentHash) return { kind: "unchanged" };
  const writtenBefore = newest !== undefined && found.writtenAtMs <= newest.created_at_ms;
  if (writtenBefore && (await wasContentEverInForce(needs.database, contentHash))) {
    return { kind: "outdated" };
  }
  return { kind: "edited", parameters: parsed.value };
}

function parse(text: string) {
  try {
    return validateParameters(readToml(text));
  } catch (cause) {
    const rule = cause instanceof Error ? cause.message : String(cause);
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

/** Changes whenever somebody writes or replaces the file. */
async function lookOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
