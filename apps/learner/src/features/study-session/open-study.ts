import { type Observable, observable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { firstKit, isFresh, keptKit, refreshKit, type Kit } from "../kit/kit.ts";
import { noteStudy } from "../usage/note-study.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { languageOfText } from "../question/text-language.ts";
import { sound } from "../../platform/browser-sound.ts";
import { serviceHeard, serviceTime } from "../../platform/service-time.ts";
import { hasChosenBook, slippingWords, wordsAtRisk } from "../../server-state/study-words.ts";
import type { LearnerDesk } from "./learner-desk.ts";
import { duePortion, plannedWords } from "./planned-words.ts";
import { bareWord, withOptions } from "./practice-words.ts";
import { openService } from "./service-session.ts";
import type { Practised, SessionState } from "./session-state.ts";
import { bringBackAside, putAside } from "./session-store.ts";
import { lastSession, keptSession, resumeStudy, startStudy } from "./study-runtime.ts";
import type { RuntimeNeeds, StudyRuntime } from "./study-runtime.ts";
import type { StudyWord } from "./study-word.ts";
import { summaryOf } from "./summary.ts";

/** What is studied: today's plan, words that fall due later, or words chosen to be practised. */
export type StudyAim = "plan" | "ahead" | Practised;

export interface OpenStudy {
  readonly runtime: StudyRuntime;
  /** Words of the plan that are not in the session yet. */
  readonly remaining: Observable<number>;
}

export type Opened =
  | ({ readonly kind: "open" } & OpenStudy)
  /** Nothing to study, and why. */
  | { readonly kind: "nothing"; readonly because: "no-book" | "all-done" | "offline" };

/** An unfinished session older than that is not gone on with: its plan is over. */
const STALE_MS = 12 * 3_600_000;

/**
 * Goes on with the unfinished session of this browser, or begins one from the kit.
 *
 * @throws what the service answered where nothing is kept
 */
export async function openStudy(desk: LearnerDesk, aim: StudyAim): Promise<Opened> {
  const remaining = observable(0);
  const needs = needsOf(desk, aim, remaining);
  const practised = aim === "plan" || aim === "ahead" ? null : aim;
  const kept = await unfinished(desk, practised);
  if (kept !== undefined) {
    if (practised === null) await countRemaining(desk, aim, kept, remaining);
    return opened(resumeStudy(needs, kept), remaining);
  }
  const words =
    practised === null
      ? await firstWords(desk, aim, remaining)
      : await practiceWords(desk, practised);
  if (words === "offline") return { kind: "nothing", because: "offline" };
  if (words.length > 0) {
    noteStudy("study_start", words.length);
    return opened(await startStudy(needs, words, practised), remaining);
  }
  return { kind: "nothing", because: await whyNothing() };
}

/** The session to go on with. A plan that is broken off for a practice waits for its end. */
async function unfinished(
  desk: LearnerDesk,
  practised: Practised | null,
): Promise<SessionState | undefined> {
  const kept = await keptSession(desk.store);
  const isOpen = kept !== undefined && !(await isStale(kept));
  if (isOpen && kept.practised === practised) return kept;
  if (practised !== null) {
    if (isOpen && kept.practised === null) await putAside(desk.store, kept);
    return undefined;
  }
  const aside = await bringBackAside(desk.store);
  if (aside === undefined || (await isStale(aside))) return undefined;
  desk.tabs.tell();
  return aside;
}

/** What there is to study in this browser, without the service. */
export interface KeptPlan {
  readonly due: number;
  readonly fresh: number;
  /** A session is open, whose words are not among them. */
  readonly isBegun: boolean;
}

/** @returns nothing where nothing is kept */
export async function keptPlan({ store }: LearnerDesk): Promise<KeptPlan | undefined> {
  const kit = await keptKit(store);
  const session = await keptSession(store);
  if (kit === undefined && session === undefined) return undefined;
  const facts = session ?? NOTHING_TAKEN;
  const words = kit === undefined ? [] : wordsOf(kit, "plan", facts);
  const due = words.filter(({ kind }) => kind === "due").length;
  return { due, fresh: words.length - due, isBegun: session !== undefined };
}

/** Where that is asked before the service was heard, the device's clock may be wrong: one waits. */
async function isStale({ startedAtMs }: SessionState): Promise<boolean> {
  const seemsOld = () => serviceTime.nowMs() - startedAtMs >= STALE_MS;
  if (!seemsOld() || !navigator.onLine) return seemsOld();
  await Promise.race([serviceHeard, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return seemsOld();
}

/** The last session, for taking its last answer back after its end. */
export async function reopenLast(desk: LearnerDesk): Promise<StudyRuntime | undefined> {
  const last = await lastSession(desk.store);
  return last && resumeStudy(needsOf(desk, "plan", observable(0)), last);
}

function opened(runtime: StudyRuntime, remaining: Observable<number>): Opened & OpenStudy {
  const close = openService(runtime);
  return {
    ...{ kind: "open", remaining },
    runtime: {
      ...runtime,
      close() {
        const { step, history } = runtime.state.get();
        const words = new Set(history.map(({ wordId }) => wordId)).size;
        noteStudy(step.current === null ? "study_complete" : "study_quit", words);
        close();
        runtime.close();
      },
    },
  };
}

const canSpeak = (text: string): boolean => sound.canSpeak(languageOfText(text));

type Count = ReturnType<typeof observable<number>>;

function needsOf(desk: LearnerDesk, aim: StudyAim, remaining: Count): RuntimeNeeds {
  return {
    ...{ store: desk.store, outbox: desk.outbox, tabs: desk.tabs },
    now: Date.now,
    serviceNow: serviceTime.nowMs,
    newId: () => crypto.randomUUID(),
    asking: () => ({ kinds: appSettings.get().kinds, canSpeak }),
    async moreWords(state) {
      const kit = await keptKit(desk.store);
      const { words, left } = nextBatch(kit, aim, state);
      remaining.set(left);
      void refreshOld(desk, kit);
      return words;
    },
  };
}

/** The words of the next batch, and how many are left in the kit after them. */
function nextBatch(kit: Kit | undefined, aim: StudyAim, state: Taken) {
  if (kit === undefined) return { words: [], left: 0 };
  const planned = wordsOf(kit, aim, state);
  const words = planned.slice(0, Math.max(1, kit.batchSize));
  return { words, left: planned.length - words.length };
}

function wordsOf(kit: Kit, aim: StudyAim, state: Taken): readonly StudyWord[] {
  // Who goes on after the plan wants more than the portion.
  const cap = aim === "ahead" ? null : appSettings.get().gentleCap;
  const dueMax = duePortion(kit, state, cap, serviceTime.nowMs());
  return plannedWords(kit, state, aim === "ahead", dueMax);
}

type Taken = Pick<SessionState, "words" | "history">;
const NOTHING_TAKEN: Taken = { words: {}, history: [] };

async function countRemaining(
  desk: LearnerDesk,
  aim: StudyAim,
  state: SessionState,
  remaining: Count,
): Promise<void> {
  const { words, left } = nextBatch(await keptKit(desk.store), aim, state);
  remaining.set(words.length + left);
}

/** A learner does not wait longer than that for words fresher than those that are here. */
const WAIT_MS = 1_200;

async function refreshOld(desk: LearnerDesk, kit: Kit | undefined): Promise<void> {
  if (connection.get() !== "online") return;
  if (kit !== undefined && isFresh(kit, serviceTime.nowMs())) return;
  await refreshKit(desk.kit).catch(() => undefined);
}

async function firstWords(
  desk: LearnerDesk,
  aim: StudyAim,
  remaining: Count,
): Promise<readonly StudyWord[] | "offline"> {
  const kit = await kitToStartWith(desk);
  if (kit === undefined) return "offline";
  const { words, left } = nextBatch(kit, aim, NOTHING_TAKEN);
  remaining.set(left);
  return words;
}

async function kitToStartWith(desk: LearnerDesk): Promise<Kit | undefined> {
  const kept = await keptKit(desk.store);
  const hasWords = kept !== undefined && kept.words.length > 0;
  if (hasWords && isFresh(kept, serviceTime.nowMs())) return kept;
  if (!navigator.onLine) return kept;
  const fresh = firstKit(desk.kit);
  if (!hasWords) return fresh.catch((error: unknown) => offlineOr(error, kept));
  const late = new Promise<Kit>((resolve) => setTimeout(() => resolve(kept), WAIT_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

function offlineOr(error: unknown, kept: Kit | undefined): Kit | undefined {
  if (connection.get() === "online") throw error;
  return kept;
}

async function practiceWords(
  desk: LearnerDesk,
  practised: Practised,
): Promise<readonly StudyWord[] | "offline"> {
  const kit = await keptKit(desk.store);
  const fellows = kit?.words ?? [];
  if (practised === "session") {
    const last = await lastSession(desk.store);
    if (last === undefined) return [];
    const slipped = summaryOf(last).slipped.flatMap(({ wordId }) => last.words[wordId] ?? []);
    const met = slipped.map((word) => ({ ...word, kind: "due" as const }));
    return withOptions(met, [...Object.values(last.words), ...fellows]);
  }
  const read = practised === "slipping" ? slippingWords : wordsAtRisk;
  const chosen = await read().catch(() => undefined);
  if (chosen === undefined) return "offline";
  const byId = new Map(fellows.map((entry) => [entry.word.id, entry]));
  const words = chosen.map((entry) => byId.get(entry.word.id) ?? bareWord(entry));
  return withOptions(words, [...words, ...fellows]);
}

async function whyNothing(): Promise<"no-book" | "all-done" | "offline"> {
  if (connection.get() !== "online") return "offline";
  return (await hasChosenBook()) ? "all-done" : "no-book";
}
