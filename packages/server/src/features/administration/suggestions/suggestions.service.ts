import type { SuggestionStatus, TuningSuggestion } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  deleteUndecidedBefore,
  findSuggestion,
  listSuggestionRows,
  updatePendingBefore,
  updateSuggestion,
  type SuggestionFilter,
  type SuggestionRow,
} from "./suggestions.repo.ts";
import { supersedeOutdated } from "./superseding.service.ts";
import { parameterRow } from "./whitelist.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

const PENDING_MAX_MS = 14 * DAY_MS;
const UNDECIDED_KEPT_MS = 365 * DAY_MS;

/** A longer text is not the number of a suggestion. */
const ID = /^[1-9]\d{0,14}$/;

/** Newest first. */
export async function listSuggestions(
  needs: Needs & Pick<Deps, "reports">,
  filter: SuggestionFilter,
): Promise<TuningSuggestion[]> {
  await supersedeOutdated(needs);
  return (await listSuggestionRows(needs.reports, filter)).map(toSuggestion);
}

/** @throws AppError NOT_FOUND */
export async function readSuggestion(needs: Needs, id: string): Promise<TuningSuggestion> {
  await supersedeOutdated(needs);
  return toSuggestion(await requireSuggestion(needs, id));
}

/** The outcome of a suggestion, without any text written by anybody. */
export interface Outcome {
  /** Known parameters and numbers only. */
  readonly patch: Readonly<Record<string, number>>;
  readonly status: SuggestionStatus;
  readonly ageDays: number;
}

/** Outcomes of the latest suggestions, newest first. */
export async function readOutcomes(needs: Needs, limit: number): Promise<Outcome[]> {
  await supersedeOutdated(needs);
  const rows = await listSuggestionRows(needs.database, { limit, offset: 0 });
  const nowMs = needs.clock.nowMs();
  return rows.map(({ patch_json, status, created_at_ms }) => {
    const proposed = Object.entries(JSON.parse(patch_json) as Record<string, unknown>);
    const known = proposed.filter(
      ([path, value]) => typeof value === "number" && parameterRow(path) !== undefined,
    );
    const ageDays = Math.floor((nowMs - created_at_ms) / DAY_MS);
    return { patch: Object.fromEntries(known) as Record<string, number>, status, ageDays };
  });
}

/** A suggestion for the audit log, named by the parameters that it changes. */
export function suggestionTarget(id: number, patch: object) {
  return { type: "suggestion", id: String(id), name: Object.keys(patch).join(", ") } as const;
}

/** @throws AppError NOT_FOUND, SUGGESTION_NOT_PENDING */
export async function rejectSuggestion(
  needs: Needs,
  by: Admin,
  id: string,
  note: string | null,
): Promise<void> {
  await supersedeOutdated(needs);
  const row = await requireSuggestion(needs, id);
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const where = { id: row.id, statuses: ["pending"] } as const;
    const decided = { decided_by: by.id, decided_at_ms: atMs, decision_note: note };
    const isPending = await updateSuggestion(tx, where, { status: "rejected", ...decided });
    if (!isPending) refuse("SUGGESTION_NOT_PENDING");
    const target = suggestionTarget(row.id, JSON.parse(row.patch_json) as object);
    const states = { before: { status: "pending" }, after: { status: "rejected" } };
    await writeAudit(tx, { by, action: "amas.suggestion.reject", atMs, target, ...states });
  });
}

/**
 * Ends suggestions without a decision after 14 days. Removes those from a year ago that ended
 * without an administrator's decision and were never applied.
 *
 * @returns how many
 */
export async function expireSuggestions(needs: Needs): Promise<number> {
  await supersedeOutdated(needs);
  const nowMs = needs.clock.nowMs();
  await deleteUndecidedBefore(needs.database, nowMs - UNDECIDED_KEPT_MS);
  return updatePendingBefore(needs.database, nowMs - PENDING_MAX_MS, {
    status: "expired",
    decided_by: "worker:suggestion_expiry",
    decided_at_ms: nowMs,
  });
}

/** @throws AppError NOT_FOUND */
export async function requireSuggestion(
  { database }: Pick<Deps, "database">,
  id: string,
): Promise<SuggestionRow> {
  const row = ID.test(id) ? await findSuggestion(database, Number(id)) : undefined;
  return row ?? refuse("NOT_FOUND", "No such suggestion.");
}

function toSuggestion(row: SuggestionRow): TuningSuggestion {
  return {
    id: row.id,
    created_at: toTimestamp(row.created_at_ms),
    based_on_version_hash: row.based_on_version_hash,
    patch_json: JSON.parse(row.patch_json) as Record<string, unknown>,
    rationale: row.rationale,
    evidence_json: JSON.parse(row.evidence_json) as Record<string, unknown>,
    status: row.status,
    decided_by: row.decided_by,
    decided_at: toTimestampOrNull(row.decided_at_ms),
    decision_note: row.decision_note,
    cost_usd: row.cost_usd,
    tokens_input: row.tokens_input,
    tokens_output: row.tokens_output,
    confidence: row.confidence,
  };
}
