import type { Migration } from "./migration.ts";

/**
 * Gives flags from bans of the owner the reason under which they are now set, shown and cleared.
 */
export const ownerBanFlags: Migration = {
  name: "0047-owner-ban-flags",
  statements: [`update devices set risk_reason = 'user_ban' where risk_reason = 'owner_banned'`],
};
