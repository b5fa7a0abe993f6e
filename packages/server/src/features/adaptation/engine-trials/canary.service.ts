import { judgeCanary, type ArmStats, type CanaryVerdict } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  followNewestVersion,
  loadVersion,
  parametersInForce,
  type ParametersInForce,
} from "../engine-config/engine-config.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { flushArmStats, readArms } from "./arm-stats.service.ts";
import {
  changeActiveCanary,
  findActiveCanary,
  findLatestCanary,
  insertCanary,
  listCanariesForcing,
  listEligible,
  listUserIdsAfter,
  updateForced,
  type CanaryRow,
} from "./canary.repo.ts";
import { findRunningExperiment } from "./experiments.repo.ts";
import { changedPaths } from "./changed-paths.ts";
import { membersAmong, type Membership } from "./learner-parameters.service.ts";
import { lockTrials } from "./trials-lock.repo.ts";
import { eligibilityOf, followTrials, trialsInForce } from "./trials-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;
type TellingNeeds = Needs &
  Pick<Deps, "ids"> & { readonly events: Pick<Deps["events"], "toAdmins"> };

/** A configuration version to be tested on some learners. */
export interface CanaryDraft {
  readonly versionHash: string;
  /** 0..100 of the eligible learners. */
  readonly percent: number;
  /** Members regardless of the draw. */
  readonly forceUserIds?: readonly string[];
  readonly minAccountAgeDays?: number | null;
  /** Only learners with an answer in the week before the start. */
  readonly preferActive?: boolean;
  /** Only learners with a web device and no other. */
  readonly webOnly?: boolean;
  /** Doubles the share once a day while the canary is healthy. */
  readonly autoScale24h?: boolean;
}

export interface Canary extends Required<CanaryDraft> {
  readonly startedAtMs: number;
  readonly status: "running" | Exclude<CanaryRow["status"], "active">;
  readonly endedAtMs: number | null;
  /** The monitor's latest verdict; null before the first. */
  readonly verdict: CanaryVerdict | null;
}

/** Minimum number of answers per arm for a verdict. */
const SAMPLE_MIN = 50;

const USERS_AT_ONCE = 2_000;

export type { CanaryRow } from "./canary.repo.ts";

/**
 * Additional work in a transaction that starts a canary, such as an audit entry.
 *
 * @param former  the canary that it replaces
 */
export type WithCanary = (
  tx: OpenTransaction,
  canaryId: number,
  former: CanaryRow | undefined,
) => Promise<void>;

/** The active canary, or the one that ended last; undefined if there has never been one. */
export async function readCanary(needs: Pick<Deps, "database">): Promise<Canary | undefined> {
  const row = await findLatestCanary(needs.database);
  return row === undefined ? undefined : toCanary(row);
}

/**
 * Serves a version to a share of the learners: on this process before it resolves, on others within
 * seconds. Replaces any other canary.
 *
 * @throws AppError INVALID_PERCENT, VERSION_HASH_NOT_FOUND, CONFLICT with a running experiment that
 *   changes the same parameter
 */
export async function startCanary(
  needs: Needs,
  draft: CanaryDraft,
  inSameTransaction?: WithCanary,
): Promise<Canary> {
  const { percent } = draft;
  if (!(percent >= 0 && percent <= 100)) refuse("INVALID_PERCENT");
  const version = await loadVersion(needs, draft.versionHash);
  if (version === undefined) refuse("VERSION_HASH_NOT_FOUND");
  await followNewestVersion(needs);
  const nowMs = needs.clock.nowMs();
  const row = await transact(needs.database, async (tx) => {
    await lockTrials(tx);
    await requireNoOverlap(needs, tx, version);
    const active = await findActiveCanary(tx);
    const ended = { status: "replaced", ended_at_ms: nowMs } as const;
    if (active !== undefined) await changeActiveCanary(tx, active.id, ended);
    const started = await insertCanary(tx, toRow(draft, nowMs));
    await inSameTransaction?.(tx, started.id, active);
    return started;
  });
  await followTrials(needs);
  return toCanary(row);
}

async function requireNoOverlap(
  needs: Needs,
  tx: OpenTransaction,
  version: ParametersInForce,
): Promise<void> {
  const experiment = await findRunningExperiment(tx);
  if (experiment === undefined) return;
  const changed = changedPaths(parametersInForce(needs).snapshot, version.snapshot);
  const patched = Object.keys(JSON.parse(experiment.treatment_patch_json));
  const overlap = patched.find((path) => changed.has(path));
  if (overlap !== undefined) refuse("CONFLICT", `A running experiment already changes ${overlap}.`);
}

/** Paths of the parameters changed by the active canary; empty without one. */
export async function canaryPaths(needs: Needs, tx: OpenTransaction): Promise<ReadonlySet<string>> {
  const active = await findActiveCanary(tx);
  if (active === undefined) return new Set();
  const version = await loadVersion({ ...needs, database: tx }, active.version_hash);
  if (version === undefined) return new Set();
  return changedPaths(parametersInForce(needs).snapshot, version.snapshot);
}

/**
 * Ends the canary, so that everyone gets the active version.
 *
 * @param inSameTransaction  gets undefined without a canary
 * @returns whether there was a canary
 */
export async function stopCanary(
  needs: Needs,
  inSameTransaction?: (tx: OpenTransaction, canary: CanaryRow | undefined) => Promise<void>,
): Promise<boolean> {
  const ended = await transact(needs.database, async (tx) => {
    await lockTrials(tx);
    const active = await findActiveCanary(tx);
    await inSameTransaction?.(tx, active);
    if (active === undefined) return false;
    const change = { status: "disabled", ended_at_ms: needs.clock.nowMs() } as const;
    return changeActiveCanary(tx, active.id, change);
  });
  await followTrials(needs);
  return ended;
}

/** Number of all, eligible and affected learners. */
export interface Audience {
  readonly totalUsers: number;
  readonly eligibleUsers: number;
  readonly affectedUsers: number;
  /** How members are chosen: by draw, by their ids only, or not at all without a canary. */
  readonly enforcement: "percent" | "forced_only" | "none";
}

/**
 * Counts all users, those eligible for the active canary, and those affected by it.
 *
 * @param reports  where to read learners, of whom there may be many
 */
export async function readAudience(
  needs: Needs,
  reports: Database = needs.database,
): Promise<Audience> {
  return countAudience(needs, reports, trialsInForce(needs).canary);
}

/**
 * Counts the learners that a canary would reach if it began now.
 *
 * @throws AppError INVALID_PERCENT
 */
export async function previewAudience(
  needs: Pick<Deps, "clock">,
  reports: Database,
  draft: CanaryDraft,
): Promise<Audience> {
  if (!(draft.percent >= 0 && draft.percent <= 100)) refuse("INVALID_PERCENT");
  const row = { id: 0, ...toRow(draft, needs.clock.nowMs()) };
  const forced = new Set(draft.forceUserIds);
  const known = new Map<string, boolean>();
  return countAudience(needs, reports, { row, forced, known, eligibility: eligibilityOf(row) });
}

async function countAudience(
  needs: Pick<Deps, "clock">,
  reports: Database,
  canary: Membership | undefined,
): Promise<Audience> {
  const enforcement =
    canary === undefined ? "none" : canary.row.percent === 0 ? "forced_only" : "percent";
  let [totalUsers, eligibleUsers, affectedUsers] = [0, 0, 0];
  let after = "";
  for (;;) {
    const userIds = await listUserIdsAfter(reports, after, USERS_AT_ONCE);
    after = userIds.at(-1) ?? "";
    totalUsers += userIds.length;
    if (canary !== undefined && userIds.length > 0) {
      const startMs = needs.clock.monotonicMs();
      const conditions = eligibilityOf(canary.row);
      const eligible =
        conditions === undefined ? userIds : await listEligible(reports, conditions, userIds);
      eligibleUsers += eligible.length;
      affectedUsers += (await membersAmong(reports, canary, userIds)).size;
      await yieldToRequests(needs.clock.monotonicMs() - startMs);
    }
    if (userIds.length < USERS_AT_ONCE) {
      return { totalUsers, eligibleUsers, affectedUsers, enforcement };
    }
  }
}

/**
 * Compares the active canary with the other learners. Rolls back a bad one at once, and doubles the
 * share of a healthy one with `autoScale24h` once a day.
 */
export async function superviseCanary(needs: TellingNeeds): Promise<CanaryVerdict | undefined> {
  await flushArmStats(needs);
  const row = await findActiveCanary(needs.database);
  if (row === undefined) return undefined;
  const arms = await readArms(needs, row.id);
  const verdict = await judge(needs, arms);
  if (verdict.verdict === "roll_back") await rollBack(needs, row, verdict);
  else {
    const change = growth(row, verdict, needs.clock.nowMs());
    const verdict_json = JSON.stringify(verdict);
    await changeActiveCanary(needs.database, row.id, { verdict_json, ...change });
  }
  await followTrials(needs);
  return verdict;
}

async function rollBack(
  needs: TellingNeeds,
  row: CanaryRow,
  verdict: CanaryVerdict,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  const { version_hash: versionHash } = row;
  const { reasons } = verdict;
  const isEnded = await transact(needs.database, async (tx) => {
    const verdict_json = JSON.stringify(verdict);
    const end = { status: "rolled_back", ended_at_ms: atMs, verdict_json } as const;
    if (!(await changeActiveCanary(tx, row.id, end))) return false;
    const { percent } = row;
    await writeAudit(tx, {
      action: "amas.canary.rolled_back",
      atMs,
      target: { type: "canary", id: String(row.id), name: versionHash },
      before: { versionHash, percent },
      after: { versionHash: null, percent: null },
      metadata: { versionHash, reasons },
    });
    return true;
  });
  if (!isEnded) return;
  needs.log.warn({ versionHash, reasons }, "the canary was rolled back");
  await notifyAdmins(needs, {
    kind: "canary_rolled_back",
    subject: String(row.id),
    severity: "warning",
    code: "canary_stopped",
    args: { version: versionHash, reason: inOneWord(reasons) },
    link: "/engine/parameters/canary",
  });
}

function inOneWord([first = "reward_fell", second]: CanaryVerdict["reasons"]) {
  if (second !== undefined) return "both";
  return first === "reward_fell" ? first : "anomalies_rose";
}

async function judge(
  needs: Needs,
  { stable, canary }: { stable: ArmStats; canary: ArmStats },
): Promise<CanaryVerdict> {
  const settings = await readSystemSettings(needs);
  return judgeCanary(stable, canary, {
    rewardDrop: settings.canary_reward_drop_threshold,
    anomalyRise: settings.canary_anomaly_rise_threshold,
    minSample: SAMPLE_MIN,
  });
}

/** Removes an erased learner from the canaries' lists of forced learners. */
export async function eraseFromCanaries(tx: OpenTransaction, userId: string): Promise<void> {
  for (const row of await listCanariesForcing(tx, userId)) {
    const others = forcedIn(row).filter((id) => id !== userId);
    await updateForced(tx, row.id, JSON.stringify(others));
  }
}

function forcedIn(row: CanaryRow): string[] {
  return JSON.parse(row.force_user_ids_json) as string[];
}

function growth(row: CanaryRow, { verdict }: CanaryVerdict, nowMs: number) {
  const isDue = row.auto_scale_24h === 1 && nowMs - row.scaled_at_ms >= DAY_MS;
  if (!isDue || verdict !== "healthy") return {};
  return { percent: Math.min(100, row.percent * 2), scaled_at_ms: nowMs };
}

function toRow(draft: CanaryDraft, nowMs: number) {
  return {
    version_hash: draft.versionHash,
    percent: draft.percent,
    force_user_ids_json: JSON.stringify([...new Set(draft.forceUserIds)]),
    min_account_age_days: draft.minAccountAgeDays ?? null,
    prefer_active: Number(draft.preferActive ?? false),
    web_only: Number(draft.webOnly ?? false),
    auto_scale_24h: Number(draft.autoScale24h ?? false),
    status: "active",
    started_at_ms: nowMs,
    scaled_at_ms: nowMs,
    ended_at_ms: null,
    verdict_json: null,
  } as const;
}

function toCanary(row: CanaryRow): Canary {
  return {
    versionHash: row.version_hash,
    percent: row.percent,
    forceUserIds: forcedIn(row),
    minAccountAgeDays: row.min_account_age_days,
    preferActive: row.prefer_active === 1,
    webOnly: row.web_only === 1,
    autoScale24h: row.auto_scale_24h === 1,
    startedAtMs: row.started_at_ms,
    status: row.status === "active" ? "running" : row.status,
    endedAtMs: row.ended_at_ms,
    verdict: row.verdict_json === null ? null : (JSON.parse(row.verdict_json) as CanaryVerdict),
  };
}
