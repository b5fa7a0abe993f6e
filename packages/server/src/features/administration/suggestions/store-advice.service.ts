import { parameterAt, type EngineParameters } from "@wordloom/engine";
import { autoApplyBlockers, checkPatch, type PatchVerdict } from "@wordloom/engine/advisor";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../platform/basics/app-error.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import {
  faultsAsText,
  storeConfiguration,
  type ParametersInForce,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { onNewestVersion, valuesAt, type Patch } from "./apply-suggestion.service.ts";
import { countAutoApplied, insertSuggestion, type NewSuggestion } from "./suggestions.repo.ts";
import { suggestionTarget } from "./suggestions.service.ts";
import { listWhitelist } from "./whitelist.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "log" | "settings">;

/** Author of the advisor's automatic decisions. */
const ADVISOR = "worker:llm_advisor";

/** Maximum number of paths requested from the model. */
const PATHS_MAX = 3;
/** A rejected patch may contain anything, so only its beginning is stored. */
const KEPT_PATHS_MAX = 10;
const KEPT_PATH_LENGTH_MAX = 100;
const NOTE_LENGTH_MAX = 2_000;

/** The model's answer and its input. */
export interface Advice {
  /** Value by path, with any content. */
  readonly patch: Readonly<Record<string, unknown>>;
  readonly rationale: string;
  /** 0 to 1 */
  readonly confidence: number;
  readonly evidence: object;
  readonly basedOn: ParametersInForce;
  readonly costUsd: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
}

export interface StoredAdvice {
  readonly suggestionId: number;
  readonly status: "pending" | "auto_applied" | "rejected";
  /** Why the guard rejected it. */
  readonly reason: string | null;
}

/** Additional work in the transaction that stores the suggestion. */
export type WithSuggestion = (tx: OpenTransaction, suggestionId: number) => Promise<void>;

/**
 * Passes the advice to the guard and stores the result: rejected with all reasons, applied if it
 * meets every condition for that, otherwise pending.
 *
 * @returns undefined if it would change nothing
 */
export async function storeAdvice(
  needs: Needs,
  advice: Advice,
  inSameTransaction: WithSuggestion = () => Promise.resolve(),
): Promise<StoredAdvice | undefined> {
  const verdict = await guard(needs, advice, advice.basedOn);
  if (verdict.verdict === "no_change") return undefined;
  const insert = (row: NewSuggestion) => storeRow(needs, row, inSameTransaction);
  if (verdict.verdict === "rejected") {
    const reason = faultsAsText(verdict.faults).slice(0, NOTE_LENGTH_MAX);
    const suggestionId = await insert(rejectedRow(needs, advice, reason));
    return { suggestionId, status: "rejected", reason };
  }
  const patch = Object.fromEntries(
    verdict.paths.map((path) => [path, advice.patch[path]]),
  ) as Patch;
  const appliedId = await applyByItself(needs, advice, patch, inSameTransaction);
  if (appliedId !== undefined) {
    return { suggestionId: appliedId, status: "auto_applied", reason: null };
  }
  const suggestionId = await insert(rowOf(needs, advice, patch));
  needs.events.toAdmins({ type: "new_llm_suggestion", suggestionId });
  return { suggestionId, status: "pending", reason: null };
}

/** Checks the whitelist, the bounds and rules of the configuration, and the number of paths. */
async function guard(
  { database }: Needs,
  { patch }: Advice,
  { snapshot }: ParametersInForce,
): Promise<PatchVerdict> {
  const verdict = checkPatch(patch, snapshot, await listWhitelist(database));
  const count = Object.keys(patch).length;
  if (count <= PATHS_MAX) return verdict;
  const tooMany = { path: "patch", value: count, rule: `an object of at most ${PATHS_MAX} paths` };
  const others = verdict.verdict === "rejected" ? verdict.faults : [];
  return { verdict: "rejected", faults: [tooMany, ...others] };
}

/** Thrown to undo a version that must not be applied automatically. */
class NotByItself extends Error {}

/**
 * Applies a patch without a decision, if all conditions are met.
 *
 * @returns the number of the suggestion; undefined if a condition is not met
 */
async function applyByItself(
  needs: Needs,
  advice: Advice,
  patch: Patch,
  inSameTransaction: WithSuggestion,
): Promise<number | undefined> {
  const apply = (inForce: ParametersInForce) =>
    applyOnce(needs, advice, patch, { inForce, inSameTransaction });
  try {
    return await onNewestVersion(needs, apply);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "AMAS_INVALID_CONFIG";
    if (error instanceof NotByItself || isRefused) return undefined;
    throw error;
  }
}

async function applyOnce(
  needs: Needs,
  advice: Advice,
  patch: Patch,
  at: { readonly inForce: ParametersInForce; readonly inSameTransaction: WithSuggestion },
): Promise<number> {
  const { inForce, inSameTransaction } = at;
  const nowMs = needs.clock.nowMs();
  const day = localDay(nowMs, needs.settings.APP_TIMEZONE);
  const { amas_auto_apply_max_per_day: perDay } = await readSystemSettings(needs);
  const value = await requireFree(needs, advice, patch, { inForce, day });
  const former = valuesAt(inForce.snapshot, patch);
  const { versionHash: ifMatch } = inForce;
  const note = "Applied by the advisor.";
  const origin = { source: "llm_auto", authorAdminId: ADVISOR, note, ifMatch } as const;
  let suggestionId = 0;
  await storeConfiguration(needs, value, origin, async (tx, { versionId, versionHash }) => {
    await takeNamedLock(tx, "amas_auto_apply");
    if ((await countAutoApplied(tx, day)) >= perDay) throw new NotByItself();
    suggestionId = await insertSuggestion(tx, {
      ...rowOf(needs, advice, patch),
      status: "auto_applied",
      auto_applied_day: day,
      checked_version_id: versionId,
      former_json: JSON.stringify(former),
      decided_by: ADVISOR,
      decided_at_ms: nowMs,
    });
    await writeAudit(tx, {
      action: "amas.suggestion.auto_apply",
      atMs: nowMs,
      target: suggestionTarget(suggestionId, patch),
      before: former,
      after: patch,
      metadata: { versionHash },
    });
    await inSameTransaction(tx, suggestionId);
  });
  return suggestionId;
}

/** The patched configuration. @throws NotByItself if a condition is not met */
async function requireFree(
  needs: Needs,
  { basedOn, confidence }: Advice,
  patch: Patch,
  { inForce, day }: { readonly inForce: ParametersInForce; readonly day: string },
): Promise<EngineParameters> {
  const settings = await readSystemSettings(needs);
  const whitelist = await listWhitelist(needs.database);
  const added = whitelist.filter(({ builtin }) => !builtin).map(({ path }) => path);
  const blockers = autoApplyBlockers({
    enabled: settings.amas_auto_apply_enabled === 1,
    changedCount: Object.keys(patch).length,
    confidence,
    confidenceMin: settings.amas_auto_apply_min_confidence,
    appliedToday: await countAutoApplied(needs.database, day),
    appliedPerDayMax: settings.amas_auto_apply_max_per_day,
    changesAddedPath: added.some((path) => Object.hasOwn(patch, path)),
  });
  const isOutdated = Object.entries(valuesAt(basedOn.snapshot, patch)).some(
    ([path, value]) => parameterAt(inForce.snapshot, path) !== value,
  );
  const verdict = checkPatch(patch, inForce.snapshot, whitelist);
  if (blockers.length > 0 || isOutdated || verdict.verdict !== "accepted") throw new NotByItself();
  return verdict.value;
}

async function storeRow(
  { database }: Needs,
  row: NewSuggestion,
  inSameTransaction: WithSuggestion,
): Promise<number> {
  return transact(database, async (tx) => {
    const suggestionId = await insertSuggestion(tx, row);
    await inSameTransaction(tx, suggestionId);
    return suggestionId;
  });
}

function rejectedRow(needs: Needs, advice: Advice, reason: string): NewSuggestion {
  const decided = { decided_by: ADVISOR, decided_at_ms: needs.clock.nowMs() };
  return {
    ...rowOf(needs, advice, keptPart(advice.patch)),
    status: "rejected",
    decision_note: reason,
    ...decided,
  };
}

function rowOf(
  { clock }: Needs,
  advice: Advice,
  patch: Readonly<Record<string, unknown>>,
): NewSuggestion {
  return {
    created_at_ms: clock.nowMs(),
    based_on_version_hash: advice.basedOn.versionHash,
    checked_version_id: advice.basedOn.versionId,
    patch_json: JSON.stringify(patch),
    former_json: null,
    rationale: advice.rationale,
    evidence_json: JSON.stringify(advice.evidence),
    status: "pending",
    auto_applied_day: null,
    decided_by: null,
    decided_at_ms: null,
    decision_note: null,
    cost_usd: advice.costUsd,
    tokens_input: advice.tokensInput,
    tokens_output: advice.tokensOutput,
    confidence: advice.confidence,
  };
}

/** The shown part of a rejected patch, short enough for a person to read. */
function keptPart(patch: Advice["patch"]): Record<string, unknown> {
  // This name as a key is a trap for code that copies the object.
  const named = Object.entries(patch).filter(([path]) => path !== "__proto__");
  const entries = named.slice(0, KEPT_PATHS_MAX);
  return Object.fromEntries(
    entries.map(([path, value]) => {
      const isPlain = value === null || typeof value === "number" || typeof value === "boolean";
      const kept = isPlain ? value : String(JSON.stringify(value)).slice(0, KEPT_PATH_LENGTH_MAX);
      return [path.slice(0, KEPT_PATH_LENGTH_MAX), kept];
    }),
  );
}
