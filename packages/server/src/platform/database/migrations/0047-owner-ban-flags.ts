import type { Migration } from "./migration.ts";

/** Flags from bans of the owner get the reason under which they are set, shown and cleared now. */
export const ownerBanFlags: Migration = {
  name: "0047-owner-ban-flags",
  statements: [`update devices set risk_reason = 'user_ban' where risk_reason = 'owner_banned'`],
};
