import type { Migration } from "./migration.ts";

/**
 * Words, wordbooks, and the sources of imported wordbooks.
 *
 * words.seq is the row number the full-text index refers to. text_folded and meaning_folded are the
 * lower-cased forms that search compares with. wordbook_words may contain ids of words that do not
 * exist (any more): the API allows it, and readers join with words.
 */
export const library: Migration = {
  name: "0002-library",
  statements: [
    `create table words (
      seq serial_key,
      id text not null unique,
      text text not null,
      text_folded text not null,
      meaning text not null,
      meaning_folded text not null,
      pronunciation text,
      part_of_speech text,
      difficulty real not null,
      examples_json text not null,
      tags_json text not null,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    `create index words_text on words (text_folded, id)`,
    `create table wordbooks (
      id text primary key,
      name text not null,
      description text not null,
      type text not null,
      user_id text,
      tags_json text not null,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    `create index wordbooks_owner on wordbooks (type, user_id, created_at_ms)`,
    `create table wordbook_words (
      wordbook_id text not null,
      word_id text not null,
      position integer not null,
      added_at_ms integer not null,
      primary key (wordbook_id, word_id)
    )`,
    `create index wordbook_words_order on wordbook_words (wordbook_id, position, word_id)`,
    `create index wordbook_words_word on wordbook_words (word_id)`,
    `create table wordbook_imports (
      id text primary key,
      wordbook_id text not null,
      user_id text,
      remote_id text,
      source_url text not null,
      version text not null,
      words_imported integer not null,
      words_skipped integer not null,
      imported_at_ms integer not null
    )`,
    `create index wordbook_imports_user on wordbook_imports (user_id, imported_at_ms)`,
    `create index wordbook_imports_book on wordbook_imports (wordbook_id)`,
    // The words created by an import: a later sync may change or remove only these.
    `create table wordbook_import_words (
      wordbook_id text not null,
      word_id text not null,
      text_folded text not null,
      primary key (wordbook_id, word_id)
    )`,
    `create table wordbook_center_settings (
      user_id text primary key,
      url text
    )`,
    `create table word_favorites (
      user_id text not null,
      word_id text not null,
      created_at_ms integer not null,
      primary key (user_id, word_id)
    )`,
    `create index word_favorites_word on word_favorites (word_id)`,
    `create table word_notes (
      id text primary key,
      user_id text not null,
      word_id text not null,
      content text not null,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    `create index word_notes_user on word_notes (user_id, word_id, created_at_ms)`,
    `create index word_notes_word on word_notes (word_id)`,
  ],
  // Filled with tokens of our own (see dialect/search-tokens.ts), so that one- and two-character
  // Chinese queries match; the row number is words.seq.
  sqlite: [
    `create virtual table words_search using fts5 (
      tokens, content='', contentless_delete=1, detail=none,
      tokenize='unicode61 remove_diacritics 0'
    )`,
  ],
  postgres: [
    `create table words_search (
      seq bigint primary key,
      tokens tsvector not null
    )`,
    `create index words_search_tokens on words_search using gin (tokens)`,
  ],
};
