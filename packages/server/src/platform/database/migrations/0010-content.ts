import type { Migration } from "./migration.ts";

/**
 * Additional data about words, and the cost of a language model.
 *
 * Model answers include the folded text they were given for: after a word was renamed, the model is
 * asked again. llm_usage.reserved_usd is the maximum cost of calls in progress.
 */
export const content: Migration = {
  name: "0010-content",
  statements: [
    `create table word_morphemes (
      word_id text primary key,
      morphemes_json text not null,
      updated_at_ms integer not null
    )`,
    `create table word_model_answers (
      word_id text not null,
      topic text not null,
      text_folded text not null,
      answer_json text not null,
      model text not null,
      created_at_ms integer not null,
      primary key (word_id, topic)
    )`,
    // Pairs of one word, nearest first, as [[word id, similarity], …].
    `create table word_confusables (
      word_id text primary key,
      text_folded text not null,
      pairs_json text not null,
      computed_at_ms integer not null
    )`,
    // vector: float32, little endian, unit length. seq increases, so that readers find new rows.
    `create table word_embeddings (
      seq serial_key,
      word_id text not null unique,
      model text not null,
      word_updated_at_ms integer not null,
      vector blob not null
    )`,
    `create index word_embeddings_model on word_embeddings (model, seq)`,
    `create table llm_usage (
      day text primary key,
      calls integer not null,
      tokens_input integer not null,
      tokens_output integer not null,
      cost_usd real not null,
      reserved_usd real not null
    )`,
  ],
  // Prefixes are looked up in byte order, whatever the locale of the database.
  postgres: [`create index words_text_prefix on words (text_folded text_pattern_ops)`],
};
