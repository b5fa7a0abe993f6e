import {
  parameterAt,
  withParameters,
  type EngineParameters,
  type ParameterValue,
} from "@wordloom/engine";
import { checkPatch, type WhitelistEntry } from "@wordloom/engine/advisor";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  faultsAsText,
  followNewestVersion,
  parametersInForce,
  storeConfiguration,
  type ParametersInForce,
  type StoredVersion,
} from "../../adaptation/engine-config/engine-config.service.ts";
import {
  updateSuggestion,
  type ExpectedSuggestion,
  type SuggestionChange,
} from "./suggestions.repo.ts";
import { requireSuggestion, suggestionTarget } from "./suggestions.service.ts";
import { supersedeOutdated } from "./superseding.service.ts";
import { listWhitelist } from "./whitelist.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Parameter values by dotted path. */
export type Patch = Readonly<Record<string, ParameterValue>>;

/** Retries after concurrent configuration changes. There are never that many. */
const ATTEMPTS_MAX = 20;

/**
 * Applies a pending suggestion to the active configuration.
 *
 * @throws AppError NOT_FOUND, SUGGESTION_NOT_PENDING, PATCH_INVALID if the patch is no longer valid
 */
export async function approveSuggestion(
  needs: Needs,
  by: Admin,
  id: string,
  note: string | null,
): Promise<StoredVersion> {
  return onNewestVersion(needs, async (inForce) => {
    const row = await requireSuggestion(needs, id);
    if (row.status !== "pending") refuse("SUGGESTION_NOT_PENDING");
    const patch = JSON.parse(row.patch_json) as Patch;
    const value = patched(inForce.snapshot, patch, await listWhitelist(needs.database));
    const origin = {
      ...({ source: "llm_suggested", authorAdminId: by.id, ifMatch: inForce.versionHash } as const),
      note: note ?? `Approved suggestion ${row.id}.`,
    };
    return storeConfiguration(needs, value, origin, async (tx, stored) => {
      const former = valuesAt(inForce.snapshot, patch);
      const { versionId: checkedVersionId } = inForce;
      const expected = { id: row.id, statuses: ["pending"], checkedVersionId } as const;
      const former_json = JSON.stringify(former);
      const change = { status: "approved", former_json, decision_note: note } as const;
      const states = { before: former, after: patch };
      await decide(needs, tx, by, { expected, change, stored, ...states });
    });
  });
}

/**
 * Resets the parameters of an applied suggestion to their values before it.
 *
 * @throws AppError NOT_FOUND, SUGGESTION_NOT_APPLIED, PATCH_INVALID if that is no longer valid
 */
export async function rollBackSuggestion(
  needs: Needs,
  by: Admin,
  id: string,
  note: string | null,
): Promise<StoredVersion> {
  return onNewestVersion(needs, async (inForce) => {
    const row = await requireSuggestion(needs, id);
    const isApplied = row.status === "approved" || row.status === "auto_applied";
    if (!isApplied || row.former_json === null) return refuse("SUGGESTION_NOT_APPLIED");
    const former = JSON.parse(row.former_json) as Patch;
    const value = withParameters(inForce.snapshot, former);
    const origin = {
      ...({ source: "manual", authorAdminId: by.id, ifMatch: inForce.versionHash } as const),
      note: note ?? `Rolled back suggestion ${row.id}.`,
    };
    const store = storeConfiguration(needs, value, origin, async (tx, stored) => {
      const expected = { id: row.id, statuses: ["approved", "auto_applied"] } as const;
      const change = { status: "superseded", decision_note: note ?? row.decision_note } as const;
      const before = valuesAt(inForce.snapshot, former);
      await decide(needs, tx, by, { expected, change, stored, before, after: former });
    });
    return store.catch((error: unknown) => {
      if (error instanceof AppError && error.code === "AMAS_INVALID_CONFIG") {
        refuse("PATCH_INVALID", error.message);
      }
      throw error;
    });
  });
}

/**
 * Repeats `attempt` while the configuration changes concurrently. Suggestions outdated by such a
 * change are superseded before each attempt.
 *
 * @param attempt  must store its version with the active version as `ifMatch`
 */
export async function onNewestVersion<T>(
  needs: Needs,
  attempt: (inForce: ParametersInForce) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    await supersedeOutdated(needs);
    await followNewestVersion(needs);
    try {
      return await attempt(parametersInForce(needs));
    } catch (error) {
      const isConflict = error instanceof AppError && error.code === "VERSION_CONFLICT";
      if (attempts >= ATTEMPTS_MAX || !isConflict) throw error;
    }
  }
}

/** The current values at the paths of a patch. */
export function valuesAt(parameters: EngineParameters, patch: Patch): Patch {
  const paths = Object.keys(patch);
  return Object.fromEntries(
    paths.map((path) => [path, parameterAt(parameters, path) as ParameterValue]),
  );
}

function patched(
  snapshot: EngineParameters,
  patch: Patch,
  whitelist: readonly WhitelistEntry[],
): EngineParameters {
  const checked = checkPatch(patch, snapshot, whitelist);
  if (checked.verdict === "rejected") refuse("PATCH_INVALID", faultsAsText(checked.faults));
  return checked.verdict === "accepted" ? checked.value : snapshot;
}

/** Records a decision together with the version it created. */
async function decide(
  { clock }: Needs,
  tx: OpenTransaction,
  by: Admin,
  decision: {
    readonly expected: ExpectedSuggestion;
    readonly change: SuggestionChange & { readonly status: "approved" | "superseded" };
    readonly stored: StoredVersion;
    /** The values of its parameters. */
    readonly before: Patch;
    readonly after: Patch;
  },
): Promise<void> {
  const { expected, change, stored, before, after } = decision;
  const atMs = clock.nowMs();
  const decided = { ...change, decided_by: by.id, decided_at_ms: atMs };
  // Decided meanwhile, or the configuration has changed. The next attempt checks again.
  if (!(await updateSuggestion(tx, expected, decided))) refuse("VERSION_CONFLICT");
  const verb = change.status === "approved" ? "approve" : "rollback";
  await writeAudit(tx, {
    by,
    action: `amas.suggestion.${verb}`,
    atMs,
    before,
    after,
    metadata: { versionHash: stored.versionHash },
    target: suggestionTarget(expected.id, after),
  });
}
