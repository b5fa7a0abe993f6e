import { sql } from "kysely";
import { hasHan } from "../../basics/han.ts";
import { idsIn } from "../bulk.ts";
import type { Database } from "../tables.ts";
import type { Migration } from "./migration.ts";

/** Number of words read at a time. */
const BATCH = 1_000;

/**
 * Languages of words, wordbooks and learners; words that belong to a learner; and a learner's own
 * version of a library word.
 *
 * words.owner_id is null for the library. Reads of the library and of one learner's words have
 * indexes of their own, so that neither gets slower by what others bring along.
 */
export const ownWords: Migration = {
  name: "0065-own-words",
  statements: [
    "alter table words add column language text not null default 'en'",
    "alter table words add column meaning_language text not null default 'en'",
    "alter table words add column reading text",
    "alter table words add column example_meanings_json text not null default '[]'",
    "alter table words add column audio_url text",
    "alter table words add column owner_id text",
    "alter table words add column based_on text",
    "drop index words_text",
    `create index words_library_text on words (text_folded, id) where owner_id is null`,
    `create index words_library on words (seq, language) where owner_id is null`,
    `create index words_own_text on words (owner_id, text_folded, id) where owner_id is not null`,
    `create index words_own on words (owner_id, seq) where owner_id is not null`,
    `create index words_based_on on words (based_on) where based_on is not null`,
    "alter table wordbooks add column language text",
    "alter table wordbooks add column meaning_language text",
    "alter table study_configs add column learning_languages_json text not null default '[]'",
    // Only the learner's own values, by field of the contract; meaning_folded is that of the own
    // meaning, for search.
    `create table word_versions (
      user_id text not null,
      word_id text not null,
      fields_json text not null,
      meaning_folded text,
      updated_at_ms integer not null,
      primary key (user_id, word_id)
    ) clustered`,
    `create index word_versions_word on word_versions (word_id)`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    refuseOrphans("words", "owner_id", "new.owner_id is not null"),
    refuseOrphans("word_versions", "user_id", "true"),
  ],
  postgres: [
    "drop index words_text_prefix",
    `create index words_text_prefix on words (text_folded text_pattern_ops)
      where owner_id is null`,
    `alter table words add constraint words_learner
      foreign key (owner_id) references users (id) on delete cascade`,
    `alter table word_versions add constraint word_versions_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
  work: setMeaningLanguages,
};

function refuseOrphans(table: string, column: string, when: string): string {
  return `create trigger ${table}_learner after insert on ${table}
    when ${when} and not exists (select 1 from users where id = new.${column})
    begin
      select raise(abort, 'the account is gone');
    end`;
}

/** Words from before have Chinese or English meanings. */
async function setMeaningLanguages(tx: Database): Promise<void> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ seq: number; id: string; meaning: string }>`
      select seq, id, meaning from words where seq > ${after} order by seq limit ${BATCH}
    `.execute(tx);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.seq);
    const ids = rows.filter(({ meaning }) => hasHan(meaning)).map(({ id }) => id);
    await sql`update words set meaning_language = 'zh' where ${idsIn(tx, "id", ids)}`.execute(tx);
  }
}
