import { createHash } from "node:crypto";
import type { LearnerState, Parameters, SspPolicy } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import {
  isKnownLearner,
  listPolicies,
  removeOtherPolicies,
  upsertPolicy,
} from "./interval-policies.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Owner of tables for learners who have no weights of their own. */
const EVERYONE = "";

/** Tables remembered at most: some 15 KB each. */
const REMEMBERED_MAX = 500;

/** So long a table that was not there is not looked for again. */
const MISSING_FOR_MS = 60_000;

/** Variants that are tried for a while, by a canary or an experiment, keep theirs so long. */
const OTHERS_KEPT_MS = 90 * 86_400_000;

const memory = freshMapPerApp<SspPolicy | undefined>({
  entriesMax: REMEMBERED_MAX,
  freshForMs: (policy) => (policy === undefined ? MISSING_FOR_MS : Infinity),
});

/** Where learners and the parameters in force for them are found. */
interface Sources {
  readonly states: { get(userId: string): LearnerState };
  readonly served: (userId: string) => { readonly parameters: Parameters };
}

/** What a table of optimal intervals is solved for. */
export interface PolicySubject {
  /** Empty: for everyone without weights of their own. */
  readonly owner: string;
  readonly weights: readonly number[];
  readonly parameters: Parameters;
  /** What it is worth that a word is known for one day; 0: only costs are counted. */
  readonly secondsPerKnownDay: number;
}

/** What the learner's table is solved for; undefined where the parameters want none. */
export function subjectOf(
  needs: Pick<Needs, "settings">,
  userId: string,
  weights: readonly number[] | null,
  parameters: Parameters,
): PolicySubject | undefined {
  const common = commonSubject(needs, parameters);
  const own = weights !== null && parameters.featureFlags.personalWeightsEnabled;
  return common !== undefined && own ? { ...common, owner: userId, weights } : common;
}

/** The same for learners without weights of their own. */
export function commonSubject(
  { settings }: Pick<Needs, "settings">,
  parameters: Parameters,
): PolicySubject | undefined {
  if (!parameters.featureFlags.sspEnabled) return undefined;
  const { w: weights } = parameters.memoryModel;
  const { AMAS_SECONDS_PER_KNOWN_DAY: secondsPerKnownDay } = settings;
  return { owner: EVERYONE, weights, parameters, secondsPerKnownDay };
}

/**
 * Tables of optimal intervals of these learners, where they have been solved. Without one the
 * engine goes by its next rule.
 */
export async function policiesOf(
  needs: Needs,
  db: Database,
  userIds: readonly string[],
  { states, served }: Sources,
): Promise<(userId: string) => SspPolicy | undefined> {
  const subjects = new Map<string, PolicySubject>();
  for (const userId of userIds) {
    const { weights } = states.get(userId).fit;
    const subject = subjectOf(needs, userId, weights, served(userId).parameters);
    if (subject !== undefined) subjects.set(userId, subject);
  }
  if (subjects.size === 0) return () => undefined;
  const found = await lookUp(needs, db, [...subjects.values()]);
  return (userId) => {
    const subject = subjects.get(userId);
    return subject === undefined ? undefined : found.get(keyOf(subject));
  };
}

/** Whether the table has been solved. */
export async function hasPolicy(needs: Needs, subject: PolicySubject): Promise<boolean> {
  const rows = await listPolicies(needs.database, [subject.owner], [basisOf(subject)]);
  return rows.length > 0;
}

/** Keeps a solved table; those the learner had for other weights go. */
export async function storePolicy(
  needs: Needs,
  db: Database,
  subject: PolicySubject,
  policy: SspPolicy,
): Promise<void> {
  const solved_at_ms = needs.clock.nowMs();
  const place = { user_id: subject.owner, basis: basisOf(subject) };
  const keptMs = subject.owner === EVERYONE ? OTHERS_KEPT_MS : 0;
  await transact(db, async (tx) => {
    if (subject.owner !== EVERYONE && !(await isKnownLearner(tx, subject.owner))) return;
    await upsertPolicy(tx, { ...place, policy_json: JSON.stringify(policy), solved_at_ms });
    await removeOtherPolicies(tx, place, solved_at_ms - keptMs);
  });
  memory(needs).forget(keyOf(subject));
}

async function lookUp(
  needs: Needs,
  db: Database,
  subjects: readonly PolicySubject[],
): Promise<ReadonlyMap<string, SspPolicy | undefined>> {
  const byKey = new Map(subjects.map((subject) => [keyOf(subject), subject]));
  return memory(needs).read([...byKey.keys()], async (missing) => {
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

/** The last basis of each weight vector: it is asked for at every answer. */
const bases = new WeakMap<readonly number[], { subject: PolicySubject; basis: string }>();

/** A hash of all that a table depends on. */
function basisOf(subject: PolicySubject): string {
  const { weights, parameters, secondsPerKnownDay } = subject;
  const known = bases.get(weights);
  if (known !== undefined && haveSameTable(known.subject, subject)) return known.basis;
  const { ssp, memoryModel } = parameters;
  const worth = secondsPerKnownDay > 0 ? [secondsPerKnownDay] : [];
  const text = JSON.stringify([weights, ssp, memoryModel.forgettingCurveFloor, ...worth]);
  const basis = createHash("sha256").update(text).digest("hex").slice(0, 16);
  bases.set(weights, { subject, basis });
  return basis;
}

/** Of two with the same weights. */
function haveSameTable(one: PolicySubject, other: PolicySubject): boolean {
  const { parameters, secondsPerKnownDay } = other;
  return one.parameters === parameters && one.secondsPerKnownDay === secondsPerKnownDay;
}
