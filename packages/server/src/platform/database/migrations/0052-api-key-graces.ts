import type { Migration } from "./migration.ts";

/** Older secrets of API keys whose grace period has not ended, with its end. */
export const apiKeyGraces: Migration = {
  name: "0052-api-key-graces",
  statements: [`alter table api_keys add column earlier_json text not null default '[]'`],
};
