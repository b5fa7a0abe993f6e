import type { Migration } from "./migration.ts";

/**
 * Requests for a reset token that wait for the worker, and a row that is written if there is no
 * failed sign-in to count: the work before the reply must not depend on whether the account exists.
 */
export const equalSignIn: Migration = {
  name: "0025-equal-sign-in",
  statements: [
    `create table password_reset_requests (
      id serial_key,
      email text not null,
      requested_at_ms integer not null,
      due_at_ms integer not null
    )`,
    `create table uncounted_sign_ins (
      id integer primary key,
      attempts integer not null
    )`,
  ],
};
