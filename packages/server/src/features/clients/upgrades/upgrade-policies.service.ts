import type { UpgradePolicyDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { createCachedValue, type CachedValue } from "../../../platform/memory/cached-value.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import type { UpgradePolicy } from "./upgrade-hint.ts";
import { listPolicyRows, upsertPolicy, type PolicyRow } from "./upgrade-policies.repo.ts";

export { clientAppOf, namesApp, type ClientApp } from "./client-app.ts";
export { upgradeHint, type UpgradePolicy } from "./upgrade-hint.ts";

type Needs = Pick<Deps, "clock" | "database">;

const FRESH_FOR_MS = 1_000;

/** Platforms that can have policies and broadcasts. */
const PLATFORMS: ReadonlySet<string> = new Set(["web", "ios", "android"]);

/** Policies by platform, at most a second old. */
export const upgradePolicies: (needs: Needs) => CachedValue<ReadonlyMap<string, UpgradePolicy>> =
  perApp(({ clock, database }: Needs) =>
    createCachedValue(clock, FRESH_FOR_MS, async () => {
      const policies = (await listPolicyRows(database)).map(toPolicy);
      return new Map(policies.map((policy) => [policy.platform, policy]));
    }),
  );

/** @throws AppError INVALID_PLATFORM for any platform except web, ios and android */
export function requirePlatform(platform: string): string {
  return PLATFORMS.has(platform) ? platform : refuse("INVALID_PLATFORM");
}

/** All policies in their wire form, ordered by platform. */
export async function listUpgradePolicies({ database }: Pick<Deps, "database">) {
  return (await listPolicyRows(database)).map(toPolicy).map((policy) => {
    const { updatedAtMs, ...shown } = policy;
    return { ...shown, updatedAt: toTimestamp(updatedAtMs) };
  });
}

/** Replaces the platform's policy. @throws AppError INVALID_PLATFORM */
export async function setUpgradePolicy(
  needs: Needs,
  by: Admin,
  platform: string,
  draft: UpgradePolicyDraft,
): Promise<void> {
  requirePlatform(platform);
  const nowMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const former = (await listPolicyRows(tx)).find((row) => row.platform === platform);
    await upsertPolicy(tx, {
      platform,
      min_version: draft.minVersion,
      suggested_version: draft.suggestedVersion,
      grayscale_pct: draft.grayscalePct,
      pwa_silent_update: draft.pwaSilentUpdate ? 1 : 0,
      updated_at_ms: nowMs,
      updated_by: by.id,
    });
    await writeAudit(tx, {
      action: "client.upgrade_policy.update",
      by,
      atMs: nowMs,
      target: { type: "platform", id: platform },
      metadata: { ...draft },
      before: former === undefined ? noPolicy : draftOf(toPolicy(former)),
      after: { ...draft },
    });
  });
  upgradePolicies(needs).forget();
}

/** What applies to a platform without a policy. */
const noPolicy: Readonly<Record<keyof UpgradePolicyDraft, unknown>> = {
  minVersion: null,
  suggestedVersion: null,
  grayscalePct: null,
  pwaSilentUpdate: null,
};

function draftOf(policy: UpgradePolicy): Readonly<Record<keyof UpgradePolicyDraft, unknown>> {
  const { minVersion, suggestedVersion, grayscalePct, pwaSilentUpdate } = policy;
  return { minVersion, suggestedVersion, grayscalePct, pwaSilentUpdate };
}

function toPolicy(row: PolicyRow): UpgradePolicy {
  return {
    platform: row.platform,
    minVersion: row.min_version,
    suggestedVersion: row.suggested_version,
    grayscalePct: row.grayscale_pct,
    pwaSilentUpdate: row.pwa_silent_update === 1,
    updatedAtMs: row.updated_at_ms,
    updatedBy: row.updated_by,
  };
}
