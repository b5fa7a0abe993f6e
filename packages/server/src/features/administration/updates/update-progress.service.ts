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

/** Minimum time between progress events of a download. */
const PROGRESS_PAUSE_MS = 1_000;

/** The task of this process; undefined if it has started none. */
interface Current {
  journal: UpdateJournal | undefined;
  /** Resolves when the task has ended. */
  ended: Promise<void>;
  sentMs: number;
}

const current = perApp((_: Pick<Needs, "database">): Current => ({
  journal: undefined,
  ended: Promise.resolve(),
  sentMs: 0,
}));

/** Values that stay in force until a later phase changes them. */
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

/** Whether a task of this process is still running. */
export function isUpdating(needs: Needs): boolean {
  const { journal } = current(needs);
  return journal !== undefined && isRunning(journal);
}

/** Resolves when the task of this process, if any, has ended. */
export function updateEnded(needs: Pick<Needs, "database">): Promise<void> {
  return current(needs as Needs).ended;
}

/** Remembers the work of a task, which never rejects. */
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

/** Stores the progress of a task, and notifies administrators of a new phase. */
export async function noteProgress(needs: Needs, journal: UpdateJournal): Promise<void> {
  const { installation, settings } = needs;
  await writeJournal(installation.disk, settings.DATA_DIR, journal);
  showTask(needs, journal);
}

/** Shows a task without storing it, and notifies administrators of a new phase. */
export function showTask(needs: Needs, journal: UpdateJournal): void {
  const state = current(needs);
  const isNewPhase = state.journal?.phase !== journal.phase;
  state.journal = journal;
  if (isNewPhase) sendProgress(needs, journal);
}

/** Progress of a download: not stored, sent at most once a second. */
export function showPercent(needs: Needs, journal: UpdateJournal, percent: number): void {
  const state = current(needs);
  if (state.journal?.percent === percent) return;
  state.journal = { ...journal, percent };
  if (needs.clock.monotonicMs() - state.sentMs >= PROGRESS_PAUSE_MS)
    sendProgress(needs, state.journal);
}

/** Notifies administrators of a task's phase. */
function sendProgress(needs: Needs, journal: UpdateJournal): void {
  current(needs).sentMs = needs.clock.monotonicMs();
  const { taskId, phase, percent, error } = journal;
  const failed = phase === "failed" && error !== undefined ? { error } : {};
  needs.events.toAdmins({ type: "update_progress", taskId, phase, percent, ...failed });
}
