import type { Migration } from "./migration.ts";
import { refuseOrphans } from "./refuse-orphans.ts";

const ACCOUNT = "the account is gone";

/** The notes with which words came from decks, so that they can leave with them. */
export const deckNotes: Migration = {
  name: "0072-deck-notes",
  statements: [
    `create table deck_notes (
      user_id text not null,
      word_id text not null,
      guid text not null,
      note_id integer not null,
      type_key text not null,
      modified_s integer not null,
      tags_json text not null,
      fields_json text not null,
      cards_json text not null,
      primary key (user_id, word_id)
    )`,
    `create index deck_notes_word on deck_notes (word_id)`,
    `create index deck_notes_type on deck_notes (user_id, type_key)`,
    `create table deck_note_types (
      user_id text not null,
      key text not null,
      type_id text not null,
      name text not null,
      is_cloze integer not null,
      fields_json text not null,
      templates_json text not null,
      css text not null,
      primary key (user_id, key)
    )`,
  ],
  sqlite: [
    refuseOrphans("deck_notes", "users", "id = new.user_id", ACCOUNT),
    refuseOrphans("deck_note_types", "users", "id = new.user_id", ACCOUNT),
  ],
  postgres: [
    `alter table deck_notes add constraint deck_notes_learner
      foreign key (user_id) references users (id) on delete cascade`,
    `alter table deck_note_types add constraint deck_note_types_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
