import type { FeedbackPriority, FeedbackStatus } from "@wordloom/contract";

/** Fields to change. Absent and null ones keep their value, except the assignee. */
export interface FeedbackChange {
  readonly priority?: FeedbackPriority | null | undefined;
  readonly status?: FeedbackStatus | null | undefined;
  /** null: nobody. */
  readonly assigneeAdminId?: string | null | undefined;
  /** Empty: none. */
  readonly resolution?: string | null | undefined;
}

/** The columns of an item that a change affects. */
export interface FeedbackState {
  readonly priority: FeedbackPriority;
  readonly status: FeedbackStatus;
  readonly assignee_admin_id: string | null;
  readonly resolution: string | null;
  readonly resolved_at_ms: number | null;
  readonly first_response_at_ms: number | null;
}

/** One line of the history of an item. */
export interface FeedbackStep {
  readonly kind: "status" | "priority" | "assigned" | "resolution";
  readonly summary: string;
}

/**
 * The effect of a change on an item. The resolution time is set when the status becomes `resolved`.
 * Sending it again keeps the time, and any other status clears it.
 */
export function changesOf(
  before: FeedbackState,
  change: FeedbackChange,
  atMs: number,
): { columns: FeedbackState; steps: FeedbackStep[] } {
  const status = change.status ?? before.status;
  const isAnswered = status !== before.status;
  const columns: FeedbackState = {
    priority: change.priority ?? before.priority,
    status,
    assignee_admin_id:
      change.assigneeAdminId === undefined ? before.assignee_admin_id : change.assigneeAdminId,
    resolution: change.resolution == null ? before.resolution : change.resolution || null,
    resolved_at_ms: status === "resolved" ? (before.resolved_at_ms ?? atMs) : null,
    first_response_at_ms: before.first_response_at_ms ?? (isAnswered ? atMs : null),
  };
  return { columns, steps: stepsOf(before, columns) };
}

function stepsOf(before: FeedbackState, after: FeedbackState): FeedbackStep[] {
  const steps: FeedbackStep[] = [];
  if (after.status !== before.status) {
    steps.push({ kind: "status", summary: `${before.status} → ${after.status}` });
  }
  if (after.priority !== before.priority) {
    steps.push({ kind: "priority", summary: `${before.priority} → ${after.priority}` });
  }
  const { assignee_admin_id: assignee } = after;
  if (assignee !== before.assignee_admin_id) {
    const summary = assignee === null ? "Assigned to nobody" : `Assigned to ${assignee}`;
    steps.push({ kind: "assigned", summary });
  }
  if (after.resolution !== before.resolution) {
    const summary = after.resolution === null ? "Resolution removed" : "Resolution written";
    steps.push({ kind: "resolution", summary });
  }
  return steps;
}
