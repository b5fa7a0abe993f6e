import { type Observable, observable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { isFresh, keptKit, refreshKit, type Kit } from "../kit/kit.ts";
import { noteStudy } from "../usage/usage.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { sound } from "../../platform/browser-sound.ts";
import { serviceHeard, serviceTime } from "../../platform/service-time.ts";
import { hasChosenBook, slippingWords, wordsAtRisk } from "../../server-state/study-words.ts";
import type { LearnerDesk } from "./learner-desk.ts";
import { plannedWords } from "./planned-words.ts";
import { bareWord, withOptions } from "./practice-words.ts";
import { openService } from "./service-session.ts";
import type { Practised, SessionState } from "./session-state.ts";
import { lastSession, keptSession, resumeStudy, startStudy } from "./study-runtime.ts";
import type { RuntimeNeeds, StudyRuntime } from "./study-runtime.ts";
import { WORD_LANGUAGE, type StudyWord } from "./study-word.ts";
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
  const kept = await keptSession(desk.store);
  const practised = aim === "plan" || aim === "ahead" ? null : aim;
  if (kept !== undefined && !(await isStale(kept))) {
    if (kept.practised === practised) {
      if (practised === null) await countRemaining(desk, aim, kept, remaining);
      return opened(resumeStudy(needs, kept), remaining);
    }
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

type Count = ReturnType<typeof observable<number>>;

function needsOf(desk: LearnerDesk, aim: StudyAim, remaining: Count): RuntimeNeeds {
  return {
    ...{ store: desk.store, outbox: desk.outbox, tabs: desk.tabs },
    now: Date.now,
    serviceNow: serviceTime.nowMs,
    newId: () => crypto.randomUUID(),
    asking: () => ({ kinds: appSettings.get().kinds, canSpeak: sound.canSpeak(WORD_LANGUAGE) }),
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
  const planned = plannedWords(kit, state, aim === "ahead");
  const words = planned.slice(0, Math.max(1, kit.batchSize));
  return { words, left: planned.length - words.length };
}

type Taken = Pick<SessionState, "words" | "history">;

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
  const { words, left } = nextBatch(kit, aim, { words: {}, history: [] });
  remaining.set(left);
  return words;
}

async function kitToStartWith(desk: LearnerDesk): Promise<Kit | undefined> {
  const kept = await keptKit(desk.store);
  const hasWords = kept !== undefined && kept.words.length > 0;
  if (hasWords && isFresh(kept, serviceTime.nowMs())) return kept;
  if (!navigator.onLine) return kept;
  const fresh = refreshKit(desk.kit);
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
