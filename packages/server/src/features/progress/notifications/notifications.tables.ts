declare module "../../../platform/database/tables.ts" {
  interface Tables {
    notifications: NotificationsTable;
    badges: { user_id: string; badge_id: string; unlocked_at_ms: number };
  }
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  type: "system" | "achievement" | "reminder" | "info" | "broadcast";
  title: string;
  message: string;
  /**
   * The language-independent content (`NotificationContent`); null for text written by a person.
   */
  content_json: string | null;
  word_id: string | null;
  overdue_hours: number | null;
  once_key: string | null;
  read_at_ms: number | null;
  created_at_ms: number;
}
