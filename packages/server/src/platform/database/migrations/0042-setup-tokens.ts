import type { Migration } from "./migration.ts";

/** The token for creating the first administrator, known to every process, whatever its folder. */
export const setupTokens: Migration = {
  name: "0042-setup-tokens",
  statements: [
    `create table setup_tokens (
      sha256 text not null primary key,
      created_at_ms integer not null
    ) clustered`,
  ],
};
