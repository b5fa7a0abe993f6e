import { type Observable, observable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { type Batch, type PlanAim, WAIT_MS } from "../kit/next-words.ts";
import { noteStudy } from "../usage/note-study.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { languageOfText } from "../question/text-language.ts";
import { sound } from "../../platform/browser-sound.ts";
import { serviceHeard, serviceTime } from "../../platform/service-time.ts";
import { hasChosenBook } from "../../server-state/study-words.ts";
import type { LearnerDesk } from "./learner-desk.ts";
import { practiceWords } from "./practice-words.ts";
import { openService } from "./service-session.ts";
import type { Practised, SessionState } from "./session-state.ts";
import { bringBackAside, putAside } from "./session-store.ts";
import { lastSession, keptSession, resumeStudy, startStudy } from "./study-runtime.ts";
import type { RuntimeNeeds, StudyRuntime } from "./study-runtime.ts";

/** What to study: today's plan, words that fall due later, or words chosen for practice. */
export type StudyAim = PlanAim | Practised;

export interface OpenStudy {
  readonly runtime: StudyRuntime;
  /** Words of the plan that are not in the session yet. */
  readonly remaining: Observable<number>;
}

export type Opened =
  | ({ readonly kind: "open" } & OpenStudy)
  /** There is nothing to study, with the reason. */
  | { readonly kind: "nothing"; readonly because: "no-book" | "all-done" | "offline" };

/** An unfinished session older than this is not resumed, because its plan is outdated. */
const STALE_MS = 12 * 3_600_000;

/**
 * Resumes this browser's unfinished session, or starts one from the kit.
 * @throws the service's error when this browser has no words stored
 */
export async function openStudy(desk: LearnerDesk, aim: StudyAim): Promise<Opened> {
  const remaining = observable(0);
  const needs = needsOf(desk, aim, remaining);
  const kept = await unfinished(desk, practisedBy(aim));
  if (kept !== undefined) {
    if (isOfPlan(aim)) remaining.set((await desk.words.planned(aim, kept))?.length ?? 0);
    return opened(resumeStudy(needs, kept), remaining);
  }
  const batch = await firstBatch(desk, aim);
  if (batch === undefined) return { kind: "nothing", because: "offline" };
  if (batch.words.length === 0) return { kind: "nothing", because: await whyNothing() };
  remaining.set(batch.left);
  noteStudy("study_start", batch.words.length);
  return opened(await startStudy(needs, batch.words, practisedBy(aim)), remaining);
}

function isOfPlan(aim: StudyAim): aim is PlanAim {
  return aim === "plan" || aim === "ahead";
}

function practisedBy(aim: StudyAim): Practised | null {
  return isOfPlan(aim) ? null : aim;
}

/** The session to resume. A plan interrupted by practice waits until the practice ends. */
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

/** Waits for the service's clock first, because the device's clock may be wrong. */
async function isStale({ startedAtMs }: SessionState): Promise<boolean> {
  const seemsOld = () => serviceTime.nowMs() - startedAtMs >= STALE_MS;
  if (!seemsOld() || !navigator.onLine) return seemsOld();
  await Promise.race([serviceHeard, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return seemsOld();
}

/** @returns undefined when nothing is stored and the service cannot be reached */
async function firstBatch(desk: LearnerDesk, aim: StudyAim): Promise<Batch | undefined> {
  if (isOfPlan(aim)) return desk.words.first(aim);
  const words = await practiceWords(desk, aim);
  return words && { words, left: 0 };
}

async function whyNothing(): Promise<"no-book" | "all-done" | "offline"> {
  if (connection.get() !== "online") return "offline";
  return (await hasChosenBook()) ? "all-done" : "no-book";
}

/** Reopens the last session, so that its last answer can be undone after it ended. */
export async function reopenLast(desk: LearnerDesk): Promise<StudyRuntime | undefined> {
  const last = await lastSession(desk.store);
  return last && resumeStudy(needsOf(desk, "plan", observable(0)), last);
}

function opened(runtime: StudyRuntime, remaining: Observable<number>): Opened & OpenStudy {
  const close = openService(runtime);
  return {
    kind: "open",
    remaining,
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
    store: desk.store,
    outbox: desk.outbox,
    tabs: desk.tabs,
    now: Date.now,
    serviceNow: serviceTime.nowMs,
    newId: () => crypto.randomUUID(),
    asking: () => ({ kinds: appSettings.get().kinds, canSpeak }),
    async moreWords(state) {
      if (!isOfPlan(aim)) return [];
      const { words, left } = await desk.words.more(aim, state);
      remaining.set(left);
      return words;
    },
  };
}
