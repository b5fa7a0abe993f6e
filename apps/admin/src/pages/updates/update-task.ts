import type { ApplyTaskStatus, UpdatePhase } from "@wordloom/contract";

/** How often the page polls a running task: the stream ends when the program is replaced. */
export const FOLLOW_MS = 1_500;

/** The phases of a successful task, in order. */
const phaseOrder = [
  "pending",
  "downloading",
  "verifying",
  "extracting",
  "backing_up_db",
  "swapping",
  "restarting",
  "completed",
] as const satisfies readonly UpdatePhase[];

/** The part of a task that the stream reports. */
export type TaskProgress = Pick<ApplyTaskStatus, "taskId" | "phase" | "percent" | "error">;

/** Learners are locked out, and the program is replaced; nothing responds for a moment. */
const REPLACING: ReadonlySet<UpdatePhase> = new Set(["swapping", "restarting"]);

export function isRunning(task: Pick<ApplyTaskStatus, "phase"> | undefined): boolean {
  return task !== undefined && task.phase !== "completed" && task.phase !== "failed";
}

export function isReplacing({ phase }: Pick<ApplyTaskStatus, "phase">): boolean {
  return REPLACING.has(phase);
}

/** The later of the service's reply and the stream's report. */
export function latest(
  task: ApplyTaskStatus | undefined,
  streamed: TaskProgress | undefined,
): ApplyTaskStatus | undefined {
  if (task === undefined || streamed?.taskId !== task.taskId || !isRunning(task)) return task;
  const isLater = streamed.phase === "failed" || streamed.percent > task.percent;
  if (!isLater && streamed.phase !== "completed") return task;
  return { ...task, ...streamed };
}

export type PhaseState = "done" | "now" | "ahead" | "failed";

/** Every phase with its state. A failed task failed in the phase of its percentage. */
export function phaseStates({ phase, percent }: Pick<ApplyTaskStatus, "phase" | "percent">) {
  const failedIn = phase === "failed" ? phaseAt(percent) : undefined;
  const at = phaseOrder.findIndex((name) => name === (failedIn ?? phase));
  return phaseOrder.map((name, index) => ({ name, state: stateOf(index, at, failedIn) }));
}

function stateOf(index: number, at: number, failedIn: UpdatePhase | undefined): PhaseState {
  const isEnd = at === phaseOrder.length - 1;
  if (index < at || (index === at && isEnd)) return "done";
  if (index > at) return "ahead";
  return failedIn === undefined ? "now" : "failed";
}

/** The percentage at which each phase begins in the service. */
const STARTS = { downloading: 5, verifying: 55, extracting: 60, backing_up_db: 70 } as const;
const LATE_STARTS = { swapping: 85, restarting: 90 } as const;

function phaseAt(percent: number): UpdatePhase {
  const starts = Object.entries({ pending: 0, ...STARTS, ...LATE_STARTS });
  return (starts.findLast(([, start]) => start <= percent)?.[0] ?? "pending") as UpdatePhase;
}

/** `HealthFailed: it did not answer` → the name, which has an explanation, and the reason. */
export function taskError(error: string): { readonly name: string; readonly detail: string } {
  const [, name = "", detail = error] = /^([A-Za-z0-9_]+): ([\s\S]*)$/.exec(error) ?? [];
  return { name, detail };
}
