import { createHash } from "node:crypto";
import type { LearnerState, EngineParameters, RecallTargets, SspPolicy } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { goalsOf } from "./learner-goals.service.ts";
import {
  EVERYONE,
  type PolicySubject,
  type Scheduled,
  sourceOf,
  targetsFrom,
  type TargetSource,
} from "./policy-subject.ts";
import { listPolicies, removeOtherPolicies, upsertPolicy } from "./interval-policies.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** With 3,000 numbers each. */
const CACHED_MAX = 500;

/** How long a missing policy is cached as missing. */
const MISSING_FOR_MS = 60_000;

/** How long policies of other variants, e.g. of a canary or an experiment, are kept. */
const OTHERS_KEPT_MS = 90 * 86_400_000;

const cache = ttlCachePerApp<SspPolicy | undefined>({
  entriesMax: CACHED_MAX,
  ttlMs: (policy) => (policy === undefined ? MISSING_FOR_MS : Infinity),
});

/** Sources of the learners' states and of their active parameters. */
interface Sources {
  readonly states: { get(userId: string): LearnerState };
  readonly served: (userId: string) => { readonly parameters: EngineParameters };
}

/** Source of the learner's recall targets, by the operator's settings. */
export function targetSource({ settings }: Pick<Needs, "settings">, scheduled: Scheduled) {
  return sourceOf(scheduled, settings.AMAS_SECONDS_PER_KNOWN_DAY);
}

/**
 * The recall targets of these learners by their goals and the solved policies. Without a policy the
 * engine falls back to its next rule for intervals.
 */
export async function targetsOf(
  needs: Needs,
  db: Database,
  userIds: readonly string[],
  { states, served }: Sources,
): Promise<(userId: string) => RecallTargets> {
  const goals = await goalsOf(db, userIds);
  const sources = new Map<string, TargetSource>();
  for (const userId of userIds) {
    const { fit } = states.get(userId);
    const { parameters } = served(userId);
    const goal = goals(userId);
    sources.set(userId, targetSource(needs, { userId, fit, parameters, goal }));
  }
  const subjects = [...sources.values()].flatMap(({ subject }) => subject ?? []);
  const found = subjects.length === 0 ? undefined : await readCached(needs, db, subjects);
  return (userId) => {
    const source = sources.get(userId) ?? { plan: null };
    const { subject } = source;
    return targetsFrom(source, subject && found?.get(keyOf(subject)));
  };
}

/** Whether the policy has been solved. */
export async function hasPolicy(needs: Needs, subject: PolicySubject): Promise<boolean> {
  const rows = await listPolicies(needs.database, [subject.owner], [basisOf(subject)]);
  return rows.length > 0;
}

/** Stores a policy and removes the learner's policies for other weights. */
export async function storePolicy(
  needs: Needs,
  db: Database,
  subject: PolicySubject,
  policy: SspPolicy,
): Promise<void> {
  const solved_at_ms = needs.clock.nowMs();
  const key = { user_id: subject.owner, basis: basisOf(subject) };
  const keptMs = subject.owner === EVERYONE ? OTHERS_KEPT_MS : 0;
  await transact(db, async (tx) => {
    if (subject.owner !== EVERYONE && !(await isThere(tx, subject.owner))) return;
    await upsertPolicy(tx, { ...key, policy_json: JSON.stringify(policy), solved_at_ms });
    await removeOtherPolicies(tx, key, solved_at_ms - keptMs);
  });
  cache(needs).forget(keyOf(subject));
}

async function isThere(tx: Database, userId: string): Promise<boolean> {
  return (await lockExistingLearners(tx, [userId])).length > 0;
}

async function readCached(
  needs: Needs,
  db: Database,
  subjects: readonly PolicySubject[],
): Promise<ReadonlyMap<string, SspPolicy | undefined>> {
  const byKey = new Map(subjects.map((subject) => [keyOf(subject), subject]));
  return cache(needs).read([...byKey.keys()], async (missing) => {
    const wanted = missing.flatMap((key) => byKey.get(key) ?? []);
    const owners = [...new Set(wanted.map(({ owner }) => owner))];
    const bases = [...new Set(wanted.map(basisOf))];
    const rows = await listPolicies(db, owners, bases);
    const solved = new Map(rows.map((row) => [`${row.user_id}\n${row.basis}`, row.policy_json]));
    return new Map(missing.map((key) => [key, parsed(solved.get(key))]));
  });
}

function parsed(json: string | undefined): SspPolicy | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as SspPolicy);
}

function keyOf(subject: PolicySubject): string {
  return `${subject.owner}\n${basisOf(subject)}`;
}

/** The last basis of each weight vector, cached because every answer needs it. */
const bases = new WeakMap<readonly number[], { subject: PolicySubject; basis: string }>();

/** A hash of everything that a policy depends on. */
function basisOf(subject: PolicySubject): string {
  const { weights, parameters, secondsPerKnownDay, intervals } = subject;
  const known = bases.get(weights);
  if (known !== undefined && haveSamePolicy(known.subject, subject)) return known.basis;
  const { ssp, memoryModel } = parameters;
  const value = secondsPerKnownDay > 0 ? [secondsPerKnownDay] : [];
  const goal = intervals === undefined ? [] : [{ ...intervals, weights: null }];
  const text = JSON.stringify([weights, ssp, memoryModel.forgettingCurveFloor, ...value, ...goal]);
  const basis = createHash("sha256").update(text).digest("hex").slice(0, 16);
  bases.set(weights, { subject, basis });
  return basis;
}

/** Compares two subjects with the same weights. */
function haveSamePolicy(a: PolicySubject, b: PolicySubject): boolean {
  return (
    a.parameters === b.parameters &&
    a.secondsPerKnownDay === b.secondsPerKnownDay &&
    a.intervals?.knownDay === b.intervals?.knownDay &&
    a.intervals?.forgetRatio === b.intervals?.forgetRatio &&
    a.intervals?.recallMin === b.intervals?.recallMin &&
    a.intervals?.recallMax === b.intervals?.recallMax &&
    a.intervals?.fixedRecall === b.intervals?.fixedRecall &&
    a.intervals?.trust === b.intervals?.trust
  );
}
