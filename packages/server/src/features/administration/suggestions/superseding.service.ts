import type { Deps } from "../../../deps.ts";
import {
  readNewestVersionId,
  readStepsAfter,
  type VersionStep,
} from "../../adaptation/engine-config/version-changes.service.ts";
import { listUnchecked, updateSuggestion, type SuggestionRow } from "./suggestions.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

const SUGGESTIONS_AT_ONCE = 50;
const VERSIONS_AT_ONCE = 20;

/**
 * Ends pending suggestions if a newer version of the configuration, from any source, has changed
 * one of their paths. The configuration knows nothing about suggestions, so every function that
 * reads or decides them calls this first.
 */
export async function supersedeOutdated(needs: Needs): Promise<void> {
  const newestId = await readNewestVersionId(needs);
  for (;;) {
    const pending = await listUnchecked(needs.database, newestId, SUGGESTIONS_AT_ONCE);
    const [first] = pending;
    if (first === undefined) return;
    const steps = await readStepsAfter(needs, first.checked_version_id, VERSIONS_AT_ONCE);
    if (steps.length === 0) return;
    for (const suggestion of pending) await compare(needs, suggestion, steps);
  }
}

async function compare(
  { clock, database }: Needs,
  row: Pick<SuggestionRow, "id" | "patch_json" | "checked_version_id">,
  steps: readonly VersionStep[],
): Promise<void> {
  const paths = Object.keys(JSON.parse(row.patch_json) as object);
  const newer = steps.filter(({ id }) => id > row.checked_version_id);
  const changing = newer.find((step) => step.changes(paths));
  const last = newer.at(-1);
  if (last === undefined) return;
  const change =
    changing === undefined
      ? { checked_version_id: last.id }
      : {
          status: "superseded" as const,
          decided_at_ms: clock.nowMs(),
          decision_note: `Superseded by version ${changing.versionHash}.`,
        };
  await updateSuggestion(database, { id: row.id, statuses: ["pending"] }, change);
}
