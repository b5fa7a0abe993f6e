import type { ApplyTaskStatus, UpdatePhase } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  isRunning,
  readJournal,
  writeJournal,
  type UpdateJournal,
} from "../../../platform/release/update-journal.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "installation" | "settings">;

/** While bytes move, streams are told at most this often. */
const TELL_EVERY_MS = 1_000;

/** The task of this process, if one was started since the process was. */
interface Current {
  journal: UpdateJournal | undefined;
  /** Resolves when the task has come to its end. */
  ended: Promise<void>;
  toldMs: number;
}

const current = perApp((_: Pick<Needs, "database">): Current => ({
  journal: undefined,
  ended: Promise.resolve(),
  toldMs: 0,
}));

/** What every phase holds until the next one says otherwise. */
export const PERCENT: Readonly<Partial<Record<UpdatePhase, number>>> = {
  pending: 0,
  downloading: 5,
  verifying: 55,
  extracting: 60,
  backing_up_db: 70,
  swapping: 85,
  restarting: 90,
  completed: 100,
};

/** Whether a task of this process has not come to its end. */
export function isUpdating(needs: Needs): boolean {
  const { journal } = current(needs);
  return journal !== undefined && isRunning(journal);
}

/** Resolves when the task of this process, if there is one, has come to its end. */
export function updateEnded(needs: Pick<Needs, "database">): Promise<void> {
  return current(needs as Needs).ended;
}

/** Keeps the work of a task, which never rejects. */
export function keepTask(needs: Needs, ended: Promise<void>): void {
  current(needs).ended = ended;
}

/** The running or last task. */
export async function lastTask(needs: Needs): Promise<ApplyTaskStatus | undefined> {
  const journal = current(needs).journal ?? (await readJournal(needs.settings.DATA_DIR));
  return journal && taskStatus(journal);
}

function taskStatus(journal: UpdateJournal): ApplyTaskStatus {
  const { completedAtMs, error, phase } = journal;
  return {
    taskId: journal.taskId,
    phase,
    percent: journal.percent,
    targetVersion: journal.targetVersion,
    startedAt: toTimestamp(journal.startedAtMs),
    ...(completedAtMs !== undefined && { completedAt: toTimestamp(completedAtMs) }),
    ...(error !== undefined && phase === "failed" && { error }),
  };
}

/** Stores how far a task has come, and tells administrators of a new phase. */
export async function noteProgress(needs: Needs, journal: UpdateJournal): Promise<void> {
  const { installation, settings } = needs;
  await writeJournal(installation.disk, settings.DATA_DIR, journal);
  showTask(needs, journal);
}

/** Shows a task without storing it; administrators are told of a new phase. */
export function showTask(needs: Needs, journal: UpdateJournal): void {
  const state = current(needs);
  const isNewPhase = state.journal?.phase !== journal.phase;
  state.journal = journal;
  if (isNewPhase) tellProgress(needs, journal);
}

/** While bytes move: not stored, told at most once a second. */
export function showPercent(needs: Needs, journal: UpdateJournal, percent: number): void {
  const state = current(needs);
  if (state.journal?.percent === percent) return;
  state.journal = { ...journal, percent };
  if (needs.clock.monotonicMs() - state.toldMs >= TELL_EVERY_MS) tellProgress(needs, state.journal);
}

/** Tells administrators of a task's phase. */
function tellProgress(needs: Needs, journal: UpdateJournal): void {
  current(needs).toldMs = needs.clock.monotonicMs();
  const { taskId, phase, percent, error } = journal;
  const failed = phase === "failed" && error !== undefined ? { error } : {};
  needs.events.toAdmins({ type: "update_progress", taskId, phase, percent, ...failed });
}
