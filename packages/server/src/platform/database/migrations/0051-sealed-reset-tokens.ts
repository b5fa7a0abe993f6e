import type { Migration } from "./migration.ts";

/**
 * The reset tokens that administrators may read, encrypted, so that every process can list them.
 */
export const sealedResetTokens: Migration = {
  name: "0051-sealed-reset-tokens",
  statements: [`alter table password_resets add column token_sealed text`],
};
