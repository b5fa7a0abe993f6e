import type { z } from "zod";
import type * as contract from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  previewAudience,
  readAudience,
  readCanary,
  startCanary,
  stopCanary,
  type Canary,
  type CanaryRow,
} from "../../adaptation/engine-trials/canary.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">;
type Draft = z.output<typeof contract.startEngineCanary.body>;

/** The running canary, or else the last one; null if there has never been one. */
export async function latestCanary(needs: Pick<Deps, "database">) {
  const canary = await readCanary(needs);
  return canary === undefined ? null : toReply(canary);
}

/**
 * Serves a version to some learners, replacing a running canary.
 *
 * @returns the canary, and how many learners it reaches
 * @throws AppError INVALID_PERCENT, VERSION_HASH_NOT_FOUND, CONFLICT
 */
export async function beginCanary(needs: Needs, by: Admin, draft: Draft) {
  const { versionHash, percent } = draft;
  const conditions = toConditions(draft);
  const canary = await startCanary(needs, conditions, async (tx, canaryId, former) => {
    const target = { type: "canary", id: String(canaryId), name: versionHash } as const;
    const after = { versionHash, percent };
    const states = { before: stateOf(former), after };
    const entry = { by, action: "amas.canary.start", target, metadata: after } as const;
    await writeAudit(tx, { ...entry, atMs: needs.clock.nowMs(), ...states });
  });
  return { canary: toReply(canary), audience: await readAudience(needs, needs.reports) };
}

/** How many learners it would reach. @throws AppError INVALID_PERCENT */
export async function previewCanary(needs: Pick<Needs, "clock" | "reports">, draft: Draft) {
  return previewAudience(needs, needs.reports, toConditions(draft));
}

function toConditions(draft: Draft) {
  return {
    versionHash: draft.versionHash,
    percent: draft.percent,
    forceUserIds: draft.forceUserIds ?? [],
    minAccountAgeDays: draft.minAccountAgeDays ?? null,
    preferActive: draft.preferActive ?? false,
    webOnly: draft.webOnly ?? false,
    autoScale24h: draft.autoScale24h ?? false,
  };
}

/** Ends a running canary, so that everyone gets the active version. */
export async function disableCanary(needs: Needs, by: Admin): Promise<void> {
  await stopCanary(needs, async (tx, former) => {
    const action = "amas.canary.disable";
    const id = former === undefined ? "none" : String(former.id);
    const target = { type: "canary", id, name: former?.version_hash } as const;
    const states = { before: stateOf(former), after: stateOf(undefined) };
    await writeAudit(tx, { by, action, atMs: needs.clock.nowMs(), target, ...states });
  });
}

/** What learners got from a canary; nulls without one. */
function stateOf(row: CanaryRow | undefined) {
  return { versionHash: row?.version_hash ?? null, percent: row?.percent ?? null };
}

function toReply({ startedAtMs, endedAtMs: _ended, verdict: _verdict, ...canary }: Canary) {
  return {
    ...canary,
    forceUserIds: [...canary.forceUserIds],
    startedAt: toTimestamp(startedAtMs),
  };
}
