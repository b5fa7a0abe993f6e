import type { StudyToday } from "@wordloom/contract";
import { readStudyToday } from "virtual:endpoints";
import { connection, keyOf, queryClient } from "@wordloom/web";
import { canHear } from "../sound/word-sound.ts";
import { type PlanAim, WAIT_MS } from "../kit/next-words.ts";
import { sessionWords } from "../kit/session-limit.ts";
import { knownDayRules } from "../clock/use-day-rules.ts";
import { noteStudy } from "../usage/note-study.ts";
import { appSettings, changeAppSettings } from "../app-settings/use-app-settings.ts";
import { serviceHeard, serviceTime } from "../../platform/service-time.ts";
import { fetchMoreNewWords } from "../../server-state/study-kit.ts";
import { hasChosenBook, hasYetToChoose } from "../../server-state/study-words.ts";
import type { StudyWord } from "../kit/study-word.ts";
import type { LearnerWorkspace } from "./learner-workspace.ts";
import { openService } from "./service-session.ts";
import { isPlanOver } from "../clock/session-over.ts";
import { lastAtMsOf, type Practised, type SessionState } from "./session-state.ts";
import { bringBackAside, putAside } from "./session-store.ts";
import { lastSession, keptSession, resumeStudy, startStudy } from "./study-runtime.ts";
import type { RuntimeNeeds, StudyRuntime } from "./study-runtime.ts";

/** What to study: today's plan, words that fall due later, or words chosen for practice. */
export type StudyAim = PlanAim | Practised;

export interface OpenStudy {
  readonly runtime: StudyRuntime;
}

export type Opened =
  | ({ readonly kind: "open" } & OpenStudy)
  /** There is nothing to study, with the reason. */
  | { readonly kind: "nothing"; readonly because: "no-book" | "all-done" | "offline" };

/** An unfinished session older than this is not resumed, because its plan is outdated. */
const STALE_MS = 12 * 3_600_000;

/** Whether a session is outdated: it is old, or was left on another day of the learner. */
export function isOutdated(session: SessionState): boolean {
  const nowMs = serviceTime.nowMs();
  const { startedAtMs } = session;
  const times = { startedAtMs, lastAtMs: lastAtMsOf(session) };
  return nowMs - startedAtMs >= STALE_MS || isPlanOver(times, knownDayRules(), nowMs);
}

/**
 * Resumes this browser's unfinished session, or starts one from the kit.
 * @throws the service's error when this browser has no words stored
 */
export async function openStudy(workspace: LearnerWorkspace, aim: StudyAim): Promise<Opened> {
  const needs = needsOf(workspace);
  const kept = await unfinished(workspace, practisedBy(aim));
  if (kept !== undefined) return opened(needs, resumeStudy(needs, kept));
  const words = await firstWords(workspace, aim);
  if (words === undefined) return { kind: "nothing", because: "offline" };
  if (words.length === 0) return { kind: "nothing", because: await whyNothing() };
  if (await areAnyWords(words)) return { kind: "nothing", because: "no-book" };
  noteStudy("study_start", words.length);
  return opened(needs, await startStudy(needs, words, practisedBy(aim)));
}

function isOfPlan(aim: StudyAim): aim is PlanAim {
  return aim === "plan" || aim === "ahead";
}

function practisedBy(aim: StudyAim): Practised | null {
  return isOfPlan(aim) ? null : aim;
}

/** The session to resume. A plan interrupted by practice waits until the practice ends. */
async function unfinished(
  workspace: LearnerWorkspace,
  practised: Practised | null,
): Promise<SessionState | undefined> {
  const kept = await keptSession(workspace.store);
  const isOpen = kept !== undefined && !(await isStale(kept));
  if (isOpen && kept.practised === practised) return kept;
  if (practised !== null) {
    if (isOpen && kept.practised === null) await putAside(workspace.store, kept);
    return undefined;
  }
  const aside = await bringBackAside(workspace.store);
  if (aside === undefined || (await isStale(aside))) return undefined;
  workspace.tabs.notify();
  return aside;
}

/** Waits for the service's clock first, because the device's clock may be wrong. */
async function isStale(session: SessionState): Promise<boolean> {
  const seemsOld = () => isOutdated(session);
  if (!seemsOld() || !navigator.onLine) return seemsOld();
  await Promise.race([serviceHeard, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return seemsOld();
}

/** @returns nothing where nothing is kept and the service cannot be reached */
async function firstWords(
  workspace: LearnerWorkspace,
  aim: StudyAim,
): Promise<readonly StudyWord[] | undefined> {
  if (!isOfPlan(aim)) {
    // In a file of its own, for which the first question does not wait.
    const { practiceWords } = await import("./practice-words.ts");
    return practiceWords(workspace, aim);
  }
  if (aim === "ahead") return workspace.words.first(aim);
  const planned = await workspace.words.first(aim, promisedWords());
  return planned && sized(planned);
}

/** Words of the session by what Today said last; 0 if answers have changed it since. */
function promisedWords(): number {
  const known = queryClient.getQueryState<StudyToday>(keyOf(readStudyToday));
  if (known?.data === undefined || known.isInvalidated) return 0;
  const { gentleCap, session } = appSettings.get();
  return Math.min(session.words ?? Infinity, sessionWords(known.data, gentleCap));
}

/** As many words as the learner wants in a session. */
async function sized(planned: readonly StudyWord[]): Promise<readonly StudyWord[]> {
  const { words: count, once } = appSettings.get().session;
  if (once) void changeAppSettings({ session: { words: null, once: false } });
  if (count === null || planned.length === 0) return planned;
  const missing = once ? count - planned.length : 0;
  if (missing <= 0) return planned.slice(0, count);
  const has = new Set(planned.map(({ word }) => word.id));
  // Without a connection the plan alone is studied.
  const more = await fetchMoreNewWords(missing, has).catch(() => []);
  return [...planned, ...more];
}

/**
 * Whether these are the first words of the library because nothing was chosen: they may be in any
 * language. Without a connection they are studied.
 */
async function areAnyWords(words: readonly StudyWord[]): Promise<boolean> {
  const isChosen = words.some(({ kind, word }) => kind !== "new" || word.ownerId !== null);
  if (isChosen || connection.get() !== "online") return false;
  return hasYetToChoose().catch(() => false);
}

async function whyNothing(): Promise<"no-book" | "all-done" | "offline"> {
  if (connection.get() !== "online") return "offline";
  return (await hasChosenBook()) ? "all-done" : "no-book";
}

/** The last session, for taking its last answer back after its end. */
export async function reopenLast(workspace: LearnerWorkspace): Promise<StudyRuntime | undefined> {
  const last = await lastSession(workspace.store);
  return last && resumeStudy(needsOf(workspace), last);
}

function opened(needs: RuntimeNeeds, runtime: StudyRuntime): Opened & OpenStudy {
  const close = openService(runtime, needs);
  return {
    kind: "open",
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

function needsOf(workspace: LearnerWorkspace): RuntimeNeeds {
  return {
    store: workspace.store,
    outbox: workspace.outbox,
    tabs: workspace.tabs,
    now: Date.now,
    serviceNow: serviceTime.nowMs,
    newId: () => crypto.randomUUID(),
    asking: () => ({ kinds: appSettings.get().kinds, canSpeak: canHear }),
  };
}
