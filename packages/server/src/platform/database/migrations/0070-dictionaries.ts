import type { Migration } from "./migration.ts";
import { refuseOrphans } from "./refuse-orphans.ts";

const DICTIONARY = "the dictionary it belongs to is gone";
const WORD = "the word it belongs to is gone";

/** Dictionaries that operators add, and which of the learners' words were filled from them. */
export const dictionaries: Migration = {
  name: "0070-dictionaries",
  statements: [
    // Its row is also the job that reads it, and outlives it where words name it as their source.
    `create table dictionaries (
      seq serial_key,
      id text not null unique,
      name text not null,
      state text not null,
      has_file integer not null,
      title text not null,
      revision text not null,
      attribution text not null,
      language text,
      meaning_language text,
      entries integer not null,
      size_bytes integer not null,
      kinds_json text not null,
      enabled integer not null,
      position integer not null,
      progress real not null,
      created_at_ms integer not null,
      changed_at_ms integer not null,
      finished_at_ms integer,
      error_code text,
      error_message text,
      problems_json text not null,
      problem_count integer not null
    )`,
    // The bytes of the file, so that any process can read it.
    `create table dictionary_parts (
      dictionary_seq integer not null,
      part integer not null,
      bytes blob not null,
      primary key (dictionary_seq, part)
    )`,
    `create table dictionary_entries (
      dictionary_seq integer not null,
      seq integer not null,
      text_folded text not null,
      entry_json text not null,
      primary key (dictionary_seq, seq)
    ) clustered`,
    `create index dictionary_entries_text on dictionary_entries (text_folded, dictionary_seq)`,
    `create table word_sources (
      word_id text not null primary key,
      dictionary_seq integer not null
    ) clustered`,
    `create index word_sources_dictionary on word_sources (dictionary_seq)`,
  ],
  // Nothing is stored for a dictionary or a word that is gone.
  sqlite: [
    refuseOrphans("dictionary_parts", "dictionaries", "seq = new.dictionary_seq", DICTIONARY),
    refuseOrphans("dictionary_entries", "dictionaries", "seq = new.dictionary_seq", DICTIONARY),
    refuseOrphans("word_sources", "words", "id = new.word_id", WORD),
  ],
  postgres: [
    ...["dictionary_parts", "dictionary_entries"].map(
      (table) => `alter table ${table} add constraint ${table}_owner
        foreign key (dictionary_seq) references dictionaries (seq)`,
    ),
    `alter table word_sources add constraint word_sources_owner
      foreign key (word_id) references words (id) on delete cascade`,
    `alter table dictionary_parts alter column bytes set storage external`,
  ],
};
