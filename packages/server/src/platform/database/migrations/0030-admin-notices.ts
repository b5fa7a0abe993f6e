import type { Migration } from "./migration.ts";

/**
 * Notifications for administrators: each administrator reads them separately, and none is sent
 * twice a day.
 */
export const adminNotices: Migration = {
  name: "0030-admin-notices",
  statements: [
    `create table admin_notices (
      id text not null primary key,
      kind text not null,
      subject text not null,
      severity text not null,
      title text not null,
      message text not null,
      link text,
      created_at_ms integer not null
    )`,
    `create index admin_notices_time on admin_notices (created_at_ms)`,
    `create table admin_notice_reads (
      admin_id text not null,
      notice_id text not null,
      read_at_ms integer not null,
      primary key (admin_id, notice_id)
    ) clustered`,
    `create table admin_notice_marks (
      kind text not null,
      subject text not null,
      last_at_ms integer not null,
      primary key (kind, subject)
    ) clustered`,
  ],
};
