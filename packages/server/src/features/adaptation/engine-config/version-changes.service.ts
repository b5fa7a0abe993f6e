import { parameterAt, type EngineParameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { listVersionsFrom, newestVersionId } from "./config-versions.repo.ts";

type Needs = Pick<Deps, "database">;

/** A version and how it differs from the one before it. */
export interface VersionStep {
  readonly id: number;
  readonly versionHash: string;
  /** Whether its value at one of these paths differs from the previous version. */
  changes(paths: readonly string[]): boolean;
}

/** The number of the newest version; 0 before the first. */
export async function readNewestVersionId({ database }: Needs): Promise<number> {
  return newestVersionId(database);
}

/** The versions after this one, oldest first. */
export async function readStepsAfter(
  { database }: Needs,
  afterId: number,
  limit: number,
): Promise<VersionStep[]> {
  const rows = await listVersionsFrom(database, afterId, limit + 1);
  const contents = rows.map((row) => JSON.parse(row.snapshot_json) as EngineParameters);
  return rows.slice(1).map(({ id, version_hash: versionHash }, before) => {
    const [former, present] = [contents[before], contents[before + 1]];
    const differs = (path: string) =>
      former !== undefined &&
      present !== undefined &&
      parameterAt(former, path) !== parameterAt(present, path);
    return { id, versionHash, changes: (paths) => paths.some(differs) };
  });
}
