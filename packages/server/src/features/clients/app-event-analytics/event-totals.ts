import type { AppEventCategory } from "@wordloom/contract";
import { addLearner, learnerSet, type LearnerSet } from "./learner-set.ts";
import { addTime, timeHistogram, type TimeHistogram } from "./time-histogram.ts";

/** The parts of an event that are counted. */
export interface CountedEvent {
  readonly seq: number;
  /** Number of the learner; undefined for an erased account. */
  readonly learner: number | undefined;
  readonly name: string;
  readonly category: AppEventCategory;
  readonly atMs: number;
  readonly platform: string;
  readonly props: Readonly<Record<string, unknown>>;
}

export interface NameTotal {
  readonly category: AppEventCategory;
  readonly name: string;
  events: number;
}

export interface ErrorTotal {
  readonly name: string;
  readonly signature: string;
  events: number;
  lastAtMs: number;
  /** Seqs of the latest events, oldest first. */
  sampleSeqs: number[];
}

/** Totals of one day. */
export interface EventTotals {
  readonly names: Tracked<NameTotal>;
  readonly timings: Tracked<TimeHistogram>;
  readonly errors: Tracked<ErrorTotal>;
  readonly learners: Tracked<LearnerSet>;
}

export interface Tracked<T> {
  readonly entries: Map<string, T>;
  /** Keys of entries to be stored. */
  readonly changed: Set<string>;
}

/** Distinct names per day and category: apps have dozens, an attacker could send millions. */
const NAMES_MAX = 200;
const ERROR_GROUPS_MAX = 500;
const SAMPLES_MAX = 3;
const SIGNATURE_CHARACTERS_MAX = 200;

/** Represents everything beyond the limits. Not a valid event name. */
export const OTHER = "(other)";

/** Kinds of learner sets: everyone, by platform, by event, and by a viewed screen. */
export const ANYONE = "any";
export const PLATFORM_PREFIX = "platform:";
export const STUDY_SCREEN = "screen:study";

/** Kind of the set of learners with this event. */
export function kindOfName(category: AppEventCategory, name: string): string {
  return `${category}:${name}`;
}

const PLATFORMS: ReadonlySet<string> = new Set([
  "android",
  "ios",
  "linux",
  "macos",
  "web",
  "windows",
]);

/** Kinds by platform. Unknown platforms share one. */
export const PLATFORM_KINDS = [...PLATFORMS, "other"].map((name) => PLATFORM_PREFIX + name);

export function eventTotals(): EventTotals {
  return { names: tracked(), timings: tracked(), errors: tracked(), learners: tracked() };
}

/** Counts an event of the day. */
export function addEvent(totals: EventTotals, event: CountedEvent): void {
  const { category } = event;
  const name = nameWithinLimit(totals, event);
  const key = kindOfName(category, name);
  const counted = openEntry(totals.names, key, () => ({ category, name, events: 0 }));
  counted.events += 1;
  if (category === "perf" && name !== OTHER) countTime(totals, event);
  if (category === "error") countError(totals, name, event);
  for (const kind of kindsOf(event, key)) countLearner(totals, kind, event.learner);
}

/**
 * The property `signature` or, without it, the event's endpoint, status and code.
 *
 * Replaces control characters and characters a database cannot store.
 */
export function signatureOf(props: Readonly<Record<string, unknown>>): string {
  const { signature, endpoint, status, code } = props;
  const named = [endpoint, status, code].filter((part) => part !== undefined && part !== null);
  const text = typeof signature === "string" ? signature : named.join(" ");
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");
  return [...clean].slice(0, SIGNATURE_CHARACTERS_MAX).join("");
}

function nameWithinLimit({ names }: EventTotals, { category, name }: CountedEvent): string {
  if (names.entries.has(kindOfName(category, name))) return name;
  let known = 0;
  for (const entry of names.entries.values()) if (entry.category === category) known += 1;
  return known < NAMES_MAX ? name : OTHER;
}

function countTime({ timings }: EventTotals, { name, props }: CountedEvent): void {
  const { ms } = props;
  if (typeof ms !== "number" || ms < 0) return;
  addTime(openEntry(timings, name, timeHistogram), ms);
}

function countError({ errors }: EventTotals, name: string, event: CountedEvent): void {
  const own = signatureOf(event.props);
  const isKnown = errors.entries.has(`${name}:${own}`);
  const signature = isKnown || errors.entries.size < ERROR_GROUPS_MAX ? own : OTHER;
  const empty = { name, signature, events: 0, lastAtMs: 0, sampleSeqs: [] };
  const group = openEntry(errors, `${name}:${signature}`, (): ErrorTotal => empty);
  group.events += 1;
  group.lastAtMs = Math.max(group.lastAtMs, event.atMs);
  group.sampleSeqs = [...group.sampleSeqs, event.seq].slice(-SAMPLES_MAX);
}

function kindsOf({ name, platform, props }: CountedEvent, nameKind: string): string[] {
  const platformName = PLATFORMS.has(platform) ? platform : "other";
  const kinds = [ANYONE, `${PLATFORM_PREFIX}${platformName}`, nameKind];
  const isStudying = name === "screen_view" && props["screen"] === "study";
  return isStudying ? [...kinds, STUDY_SCREEN] : kinds;
}

function countLearner({ learners }: EventTotals, kind: string, learner: number | undefined): void {
  if (learner === undefined) return;
  const set = learners.entries.get(kind) ?? learnerSet();
  if (!addLearner(set, learner)) return;
  learners.entries.set(kind, set);
  learners.changed.add(kind);
}

function tracked<T>(): Tracked<T> {
  return { entries: new Map(), changed: new Set() };
}

/** The entry of this key, created if missing, and marked as changed. */
function openEntry<T>({ entries, changed }: Tracked<T>, key: string, create: () => T): T {
  const entry = entries.get(key) ?? create();
  entries.set(key, entry);
  changed.add(key);
  return entry;
}
