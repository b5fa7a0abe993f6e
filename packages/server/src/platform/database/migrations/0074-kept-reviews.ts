import type { Migration } from "./migration.ts";

/** What the scheduler of a deck said at each review, and finding a note by its guid. */
export const keptReviews: Migration = {
  name: "0074-kept-reviews",
  statements: [
    "alter table deck_notes add column reviews_json text not null default '[]'",
    "create index deck_notes_guid on deck_notes (user_id, guid)",
  ],
};
