import type { Migration } from "./migration.ts";

/** Secrets of API keys before the previous one whose grace has not ended, with its end. */
export const apiKeyGraces: Migration = {
  name: "0052-api-key-graces",
  statements: [`alter table api_keys add column earlier_json text not null default '[]'`],
};
