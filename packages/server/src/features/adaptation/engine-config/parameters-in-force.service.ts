import {
  defaultParameters,
  validateParameters,
  withParameters,
  type EngineParameters,
  type Validation,
} from "@wordloom/engine";
import { parametersHash } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  findNewestVersion,
  findVersion,
  newestVersionId,
  type VersionRow,
} from "./config-versions.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** A complete, immutable configuration. */
export interface ParametersInForce {
  /** The snapshot with overrides from the operator's settings, as passed to the engine. */
  readonly parameters: EngineParameters;
  /** The version's content. */
  readonly snapshot: EngineParameters;
  readonly versionHash: string;
  /** Hash of the snapshot: the same for versions with the same content. */
  readonly contentHash: string;
  /** Increases with every version; 0 before the first. */
  readonly versionId: number;
}

const defaultsInForce: ParametersInForce = Object.freeze({
  parameters: defaultParameters(),
  snapshot: defaultParameters(),
  versionHash: parametersHash(defaultParameters(), null),
  contentHash: parametersHash(defaultParameters(), null),
  versionId: 0,
});

interface ActiveVersion {
  current: ParametersInForce;
  /** The newest version that is not usable. */
  unusableId?: number;
}

const activeVersion = perApp<Pick<Deps, "database">, ActiveVersion>(() => ({
  current: defaultsInForce,
}));

/**
 * The active parameters. Read them once per batch, because another version may become active
 * between two calls.
 */
export function parametersInForce(needs: Pick<Deps, "database">): ParametersInForce {
  return activeVersion(needs).current;
}

/**
 * Activates the newest stored version on this process. An unusable one, e.g. stored by a later
 * release, is logged once and changes nothing. A process that has just started uses the newest
 * usable one before it.
 *
 * @returns false if none is stored
 */
export async function followNewestVersion(needs: Needs): Promise<boolean> {
  const active = activeVersion(needs);
  const isStart = active.current.versionId === defaultsInForce.versionId;
  if (!isStart) {
    const newestId = await newestVersionId(needs.database);
    if (newestId === active.current.versionId || newestId === active.unusableId) return true;
  }
  let row = await findNewestVersion(needs.database);
  if (row === undefined) return false;
  if (row.id === active.unusableId) return true;
  while (row !== undefined) {
    const version = toParametersInForce(needs, row);
    // A slower concurrent call may have read an older version.
    if (version !== undefined && row.id > active.current.versionId) active.current = version;
    if (version !== undefined) return true;
    active.unusableId = Math.max(active.unusableId ?? 0, row.id);
    const parent: string | null = row.parent_version_hash;
    row = isStart && parent !== null ? await findVersion(needs.database, parent) : undefined;
  }
  return true;
}

/** A stored version in the form in which it is activated; undefined if missing or unusable. */
export async function loadVersion(
  needs: Needs,
  versionHash: string,
): Promise<ParametersInForce | undefined> {
  const row = await findVersion(needs.database, versionHash);
  return row === undefined ? undefined : toParametersInForce(needs, row);
}

function toParametersInForce(needs: Needs, row: VersionRow): ParametersInForce | undefined {
  const { version_hash: versionHash, id: versionId } = row;
  const checked = checkStored(row.snapshot_json);
  if (!checked.ok) {
    needs.log.error(
      { versionHash, faults: checked.faults },
      "a stored engine configuration is not valid",
    );
    return undefined;
  }
  const { value: snapshot, dropped } = checked;
  if (dropped.length > 0) {
    needs.log.warn(
      { versionHash, dropped },
      "unknown values of a stored configuration are ignored",
    );
  }
  const parameters = withOverrides(needs, snapshot);
  const contentHash = parametersHash(snapshot, null);
  return Object.freeze({ parameters, snapshot, versionHash, contentHash, versionId });
}

/**
 * Results of the latest validations of stored texts, oldest first. Cached because validation is
 * slow.
 */
const checkedTexts = new Map<string, Validation>();
const CHECKED_TEXTS_MAX = 8;

function checkStored(text: string): Validation {
  const checked =
    checkedTexts.get(text) ?? validateParameters(JSON.parse(text), { unknown: "dropped" });
  checkedTexts.delete(text);
  checkedTexts.set(text, checked);
  for (const oldest of checkedTexts.keys()) {
    if (checkedTexts.size <= CHECKED_TEXTS_MAX) break;
    checkedTexts.delete(oldest);
  }
  return checked;
}

/** The sample rate in the settings, if any, overrides the configuration's. */
function withOverrides({ settings }: Needs, snapshot: EngineParameters): EngineParameters {
  const rate = settings.AMAS_MONITOR_SAMPLE_RATE;
  if (rate === undefined) return snapshot;
  return withParameters(snapshot, { "monitoring.sampleRate": rate });
}
