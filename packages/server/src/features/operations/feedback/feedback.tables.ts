declare module "../../../platform/database/tables.ts" {
  interface Tables {
    feedback: FeedbackTable;
    feedback_replies: FeedbackRepliesTable;
    feedback_events: FeedbackEventsTable;
  }
}

export interface FeedbackTable {
  id: string;
  user_id: string;
  category: string;
  content: string;
  route: string | null;
  priority: "low" | "normal" | "high" | "urgent";
  status: "open" | "in_progress" | "resolved" | "closed";
  assignee_admin_id: string | null;
  resolved_at_ms: number | null;
  resolution: string | null;
  read_at_ms: number | null;
  platform: string | null;
  app_version: string | null;
  created_at_ms: number;
  updated_at_ms: number;
  /** When an administrator first replied or changed the status. */
  first_response_at_ms: number | null;
}

export interface FeedbackRepliesTable {
  id: string;
  feedback_id: string;
  author_kind: "admin" | "user";
  author_id: string;
  body: string;
  created_at_ms: number;
}

/** Administrators' actions on an item. The item itself contains its creation. */
export interface FeedbackEventsTable {
  id: string;
  feedback_id: string;
  kind: "read" | "status" | "priority" | "assigned" | "resolution" | "reply";
  /** Id of the administrator. */
  actor: string;
  summary: string;
  created_at_ms: number;
}
