import { readFileSync, statSync } from "node:fs";
import { validateParameters, type Fault, type EngineParameters } from "@wordloom/engine";
import { parametersHash } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { replaceSecretFile } from "../../../platform/settings/secret-file.ts";
import { codeOf, messageOf } from "../../../platform/basics/thrown.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { findVersion } from "./config-versions.repo.ts";
import { parametersInForce } from "./parameters-in-force.service.ts";
import { readToml, toToml, versionIn } from "./toml-text.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/**
 * State of the configuration file. The file is a copy of the active version, whose first line names
 * that version. Only a change below that line is an edit.
 */
export type FileCheck =
  | { readonly kind: "absent" | "unreadable" | "current" }
  /** An unchanged copy of another version. */
  | { readonly kind: "outdated" }
  /** A valid edit of the active version. */
  | { readonly kind: "edited"; readonly parameters: EngineParameters }
  /** Any other change: invalid, or made to a version that is not active. */
  | {
      readonly kind: "refused";
      readonly text: string;
      readonly writtenAtMs: number;
      readonly faults: readonly Fault[];
    };

interface FileWatch {
  /** Stamp of the file when this process last evaluated or wrote it. */
  evaluated?: string | undefined;
  /** Stamp of the file at the previous check. */
  previous?: string | undefined;
  /** The version that was active at that time; undefined if the file is not a copy. */
  versionHash?: string | undefined;
}

const watchOf = perApp<Needs, FileWatch>(() => ({}));
const writing = perApp<Needs, { last: Promise<void> }>(() => ({ last: Promise.resolve() }));

/**
 * Writes the active version to the configuration file, atomically. Content that is not a copy of a
 * version is first saved beside the file. If the file cannot be written, that is only logged,
 * because the stored versions are authoritative.
 */
export function rewriteConfigFile(needs: Needs): Promise<void> {
  const queue = writing(needs);
  queue.last = queue.last.then(() => writeOnce(needs));
  return queue.last;
}

/** Remembers the file's stamp, so that this write does not look like an edit. */
async function writeOnce(needs: Needs): Promise<void> {
  const file = needs.settings.AMAS_CONFIG_FILE;
  const watch = watchOf(needs);
  const { snapshot, versionHash } = parametersInForce(needs);
  try {
    if (stampOf(file) !== watch.evaluated) keepRefused(needs, await readConfigFile(needs));
    replaceSecretFile(file, toToml(snapshot, versionHash));
    Object.assign(watch, { evaluated: stampOf(file), versionHash });
  } catch (cause) {
    // Not retried until another version has to be written.
    Object.assign(watch, { evaluated: stampOf(file), versionHash: undefined });
    needs.log.warn({ cause, file }, "the engine configuration file could not be written");
  }
}

/** The name contains the time of the edit, so that processes sharing a file keep one copy. */
function keepRefused({ log, settings }: Needs, check: FileCheck): void {
  if (check.kind !== "refused") return;
  const file = settings.AMAS_CONFIG_FILE;
  const { text, faults, writtenAtMs } = check;
  const kept = `${file}.refused-${toTimestamp(writtenAtMs).replaceAll(":", "-")}`;
  replaceSecretFile(kept, text);
  log.error({ file, kept, faults }, "a change to the engine configuration file was refused");
}

/**
 * Checks whether someone has changed the file since the last check.
 *
 * A file is evaluated only after two checks with the same stamp, because a half-written file may be
 * valid.
 */
export async function checkConfigFile(needs: Needs): Promise<FileCheck> {
  const watch = watchOf(needs);
  const stamp = stampOf(needs.settings.AMAS_CONFIG_FILE);
  const { previous } = watch;
  watch.previous = stamp;
  if (stamp === undefined) return { kind: "absent" };
  if (stamp === watch.evaluated) {
    return { kind: isSuperseded(needs, watch) ? "outdated" : "current" };
  }
  if (stamp !== previous) return { kind: "current" };
  const check = await readConfigFile(needs);
  if (check.kind === "current" || check.kind === "unreadable") {
    const { versionHash } = parametersInForce(needs);
    const isOurs = check.kind === "current";
    Object.assign(watch, { evaluated: stamp, versionHash: isOurs ? versionHash : undefined });
  }
  return check;
}

/**
 * Whether another version has become active since the file was evaluated, e.g. on another process.
 */
function isSuperseded(needs: Needs, { versionHash }: FileWatch): boolean {
  return versionHash !== undefined && versionHash !== parametersInForce(needs).versionHash;
}

/** Evaluates the file at once. */
export async function readConfigFile(needs: Needs): Promise<FileCheck> {
  const found = load(needs, needs.settings.AMAS_CONFIG_FILE);
  if (typeof found === "string") return { kind: found };
  const inForce = parametersInForce(needs);
  const header = versionIn(found.text);
  const parsed = parse(found.text);
  const contentHash = parsed.ok ? parametersHash(parsed.value, null) : undefined;
  const isOfVersionInForce = header === inForce.versionHash;
  if (contentHash === inForce.contentHash) {
    return { kind: isOfVersionInForce ? "current" : "outdated" };
  }
  if (!parsed.ok) return { kind: "refused", ...found, faults: parsed.faults };
  if (isOfVersionInForce) return { kind: "edited", parameters: parsed.value };
  const copied = header === undefined ? undefined : await findVersion(needs.database, header);
  if (copied?.content_hash === contentHash) return { kind: "outdated" };
  const rule = `a change below the line "# version ${inForce.versionHash}", which is in force`;
  return { kind: "refused", ...found, faults: [{ path: "", value: header ?? null, rule }] };
}

function parse(text: string) {
  try {
    return validateParameters(readToml(text));
  } catch (cause) {
    const rule = messageOf(cause);
    return { ok: false as const, faults: [{ path: "", value: null, rule }] };
  }
}

function load(
  { log }: Needs,
  file: string,
): { text: string; writtenAtMs: number } | "absent" | "unreadable" {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return "absent";
    return { text: readFileSync(file, "utf8"), writtenAtMs: found.mtimeMs };
  } catch (cause) {
    // Removed meanwhile.
    if (codeOf(cause) === "ENOENT") return "absent";
    // The file may contain an operator's edit, which must not be overwritten.
    log.error({ cause, file }, "the engine configuration file cannot be read");
    return "unreadable";
  }
}

/**
 * A stamp that changes whenever the file is written or replaced; undefined without a file.
 * Synchronous, because a call on another thread would take a hundred times as long.
 */
function stampOf(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
  } catch {
    return undefined;
  }
}
