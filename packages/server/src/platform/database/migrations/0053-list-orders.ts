import type { Migration } from "./migration.ts";

/** Sort orders of administrators' long lists. An account that was never used was last seen at 0. */
export const listOrders: Migration = {
  name: "0053-list-orders",
  statements: [
    `create index users_name on users (username_folded, id)`,
    `create index users_seen on users ((coalesce(last_seen_at_ms, 0)), id)`,
    `create index devices_first_seen on devices (first_seen_at_ms, id)`,
  ],
};
