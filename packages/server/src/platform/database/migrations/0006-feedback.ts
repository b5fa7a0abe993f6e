import type { Migration } from "./migration.ts";

/**
 * Learners' feedback to the operator, and its status.
 *
 * platform and app_version are those of the sender's device; read_at_ms is when an administrator
 * first opened it.
 */
export const feedback: Migration = {
  name: "0006-feedback",
  statements: [
    `create table feedback (
      id text primary key,
      user_id text not null,
      category text not null,
      content text not null,
      route text,
      priority text not null,
      status text not null,
      assignee_admin_id text,
      resolved_at_ms integer,
      resolution text,
      read_at_ms integer,
      platform text,
      app_version text,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    `create index feedback_user on feedback (user_id, created_at_ms, id)`,
    `create index feedback_time on feedback (created_at_ms, id)`,
    `create index feedback_status on feedback (status, created_at_ms)`,
  ],
};
