import type { Migration } from "./migration.ts";

const ACCOUNT = "the account is gone";

/** Recordings and pictures of learners, and recordings of the library. */
export const media: Migration = {
  name: "0076-media",
  statements: [
    // Each content once, whoever has it.
    `create table media_blobs (
      sha256 text not null primary key,
      bytes blob not null
    )`,
    `create table media (
      id text not null primary key,
      user_id text,
      sha256 text not null,
      name text not null,
      mime text not null,
      size_bytes integer not null,
      created_at_ms integer not null
    )`,
    `create unique index media_content on media (coalesce(user_id, ''), sha256)`,
    `create index media_user on media (user_id, created_at_ms)`,
    `create index media_blob on media (sha256)`,
    // What was fetched from elsewhere, so that it is fetched once, and what could not be.
    `create table media_sources (
      user_id text,
      url_sha256 text not null,
      media_id text,
      tries integer not null,
      next_at_ms integer not null
    )`,
    `create unique index media_sources_url on media_sources (coalesce(user_id, ''), url_sha256)`,
    `create index media_sources_media on media_sources (media_id)`,
    // The files that notes of decks name, by the words that came with them.
    `create table word_media (
      user_id text not null,
      word_id text not null,
      name text not null,
      media_id text not null,
      primary key (user_id, word_id, name)
    )`,
    `create index word_media_word on word_media (word_id)`,
    `create index word_media_media on word_media (media_id)`,
    `create index words_recording on words (audio_url)
      where substr(audio_url, 1, 11) = '/api/media/'`,
    // Words whose recording is still elsewhere. PostgreSQL takes no longer keys.
    `create index words_recorded_elsewhere on words (seq)
      where substr(audio_url, 1, 8) = 'https://'`,
    `create index words_recorded_at on words (substr(audio_url, 1, 200))
      where substr(audio_url, 1, 8) = 'https://'`,
    `create index word_versions_recorded_elsewhere on word_versions (user_id, word_id)
      where replace(fields_json, '"audioUrl":"https://', '') <> fields_json`,
  ],
  sqlite: [
    ownedTrigger("media"),
    ownedTrigger("media_sources"),
    ownedTrigger("word_media"),
    `create trigger media_unused after delete on media
      when not exists (select 1 from media where sha256 = old.sha256)
      begin
        delete from media_blobs where sha256 = old.sha256;
      end`,
  ],
  postgres: [
    ...["media", "media_sources", "word_media"].map(
      (table) => `alter table ${table} add constraint ${table}_learner
        foreign key (user_id) references users (id) on delete cascade`,
    ),
    `alter table media add constraint media_blob
      foreign key (sha256) references media_blobs (sha256)`,
    // Sounds and pictures are already compressed; another attempt would only take time.
    `alter table media_blobs alter column bytes set storage external`,
    // The lock makes those wait who add the same content, or remove another file that has it.
    `create function remove_unused_media_blob() returns trigger language plpgsql as $$
      begin
        perform 1 from media_blobs where sha256 = old.sha256 for update;
        delete from media_blobs where sha256 = old.sha256
          and not exists (select 1 from media where sha256 = old.sha256);
        return null;
      end
    $$`,
    `create trigger media_unused after delete on media
      for each row execute function remove_unused_media_blob()`,
  ],
};

/** Nothing is stored for an account that is gone. */
function ownedTrigger(table: string): string {
  return `create trigger ${table}_owner after insert on ${table}
    when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
    begin
      select raise(abort, '${ACCOUNT}');
    end`;
}
