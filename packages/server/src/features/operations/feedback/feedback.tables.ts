declare module "../../../platform/database/tables.ts" {
  interface Tables {
    feedback: FeedbackTable;
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
}
