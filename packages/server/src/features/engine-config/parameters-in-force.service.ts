import {
  defaultParameters,
  parametersHash,
  validateParameters,
  withParameters,
  type Parameters,
} from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import {
  findNewestVersion,
  findVersion,
  newestVersionId,
  type VersionRow,
} from "./config-versions.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** One configuration, complete and unchanging. */
export interface ParametersInForce {
  /** What the engine is given: the snapshot, with what the operator's settings override. */
  readonly parameters: Parameters;
  /** What the version says. */
  readonly snapshot: Parameters;
  readonly versionHash: string;
  /** Of the snapshot alone: the same for versions that say the same. */
  readonly contentHash: string;
  /** Grows with every version; 0 before the first. */
  readonly versionId: number;
}

const defaultsInForce: ParametersInForce = Object.freeze({
  parameters: defaultParameters(),
  snapshot: defaultParameters(),
  versionHash: parametersHash(defaultParameters(), null),
  contentHash: parametersHash(defaultParameters(), null),
  versionId: 0,
});

/** What is served, and the newest version that was found to be unusable. */
interface Place {
  current: ParametersInForce;
  refusedId?: number;
}

const memory = perApp<Pick<Deps, "database">, Place>(() => ({ current: defaultsInForce }));

/**
 * What the engine runs on right now. Ask once and use the answer for a whole batch: between two
 * calls another version may have come into force.
 */
export function parametersInForce(needs: Pick<Deps, "database">): ParametersInForce {
  return memory(needs).current;
}

/**
 * Puts the newest stored version into force on this process, if it is not yet. One that cannot be
 * used, e.g. because it was stored by a later release, is reported once and changes nothing; a
 * process that has just started serves the newest one before it that can.
 */
export async function followNewestVersion(needs: Needs): Promise<void> {
  const place = memory(needs);
  const newestId = await newestVersionId(needs.database);
  if (newestId === place.current.versionId || newestId === place.refusedId) return;
  let row = await findNewestVersion(needs.database);
  const isStart = place.current.versionId === defaultsInForce.versionId;
  while (row !== undefined) {
    const version = asServed(needs, row);
    // Whoever was slower may have read an older one.
    if (version !== undefined && row.id > place.current.versionId) place.current = version;
    if (version !== undefined) return;
    place.refusedId = Math.max(place.refusedId ?? 0, row.id);
    const { parent_version_hash: parent } = row;
    row = isStart && parent !== null ? await findVersion(needs.database, parent) : undefined;
  }
}

/** A stored version as the engine would be given it; undefined when there is no usable one. */
export async function loadVersion(
  needs: Needs,
  versionHash: string,
): Promise<ParametersInForce | undefined> {
  const row = await findVersion(needs.database, versionHash);
  return row === undefined ? undefined : asServed(needs, row);
}

function asServed(needs: Needs, row: VersionRow): ParametersInForce | undefined {
  const { version_hash: versionHash, id: versionId } = row;
  const checked = validateParameters(JSON.parse(row.snapshot_json));
  if (!checked.ok) {
    needs.log.error(
      { versionHash, faults: checked.faults },
      "a stored engine configuration is not valid",
    );
    return undefined;
  }
  const snapshot = checked.value;
  const parameters = asOperated(needs, snapshot);
  const contentHash = parametersHash(snapshot, null);
  return Object.freeze({ parameters, snapshot, versionHash, contentHash, versionId });
}

/** An operator's own sample rate replaces the configuration's. */
function asOperated({ settings }: Needs, snapshot: Parameters): Parameters {
  const rate = settings.AMAS_MONITOR_SAMPLE_RATE;
  if (rate === undefined) return snapshot;
  return withParameters(snapshot, { "monitoring.sampleRate": rate });
}
