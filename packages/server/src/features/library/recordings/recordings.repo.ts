import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** A recording that the words of an owner (null: the library) name by its address elsewhere. */
export interface FarRecording {
  readonly owner: string | null;
  readonly url: string;
}

/** The recordings of words after this row number, which `seq` of the last one continues. */
export async function listFarRecordings(
  db: Database,
  afterSeq: number,
  limit: number,
): Promise<(FarRecording & { readonly seq: number })[]> {
  const { rows } = await sql<{ owner: string | null; url: string; seq: number | string }>`
    select owner_id as owner, audio_url as url, seq from words
    where substr(audio_url, 1, 8) = 'https://' and seq > ${afterSeq}
    order by seq limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Those of learners' own versions, as their fields are stored. */
export async function listFarVersions(
  db: Database,
  after: { readonly userId: string; readonly wordId: string },
  limit: number,
): Promise<{ userId: string; wordId: string; json: string }[]> {
  const { rows } = await sql<{ userId: string; wordId: string; json: string }>`
    select user_id as ${sql.ref("userId")}, word_id as ${sql.ref("wordId")},
      fields_json as json
    from word_versions
    where replace(fields_json, '"audioUrl":"https://', '') <> fields_json
      and (user_id > ${after.userId} or (user_id = ${after.userId} and word_id > ${after.wordId}))
    order by user_id, word_id limit ${limit}
  `.execute(db);
  return rows;
}

/** A condition on `media`: no word, version or note names the file. */
const isUnused = sql<boolean>`
  not exists (select 1 from word_media where word_media.media_id = media.id)
  and not exists (
    select 1 from words where substr(audio_url, 1, 11) = '/api/media/'
      and audio_url = '/api/media/' || media.id
  )
  and not exists (
    select 1 from word_versions
    where (media.user_id is null or word_versions.user_id = media.user_id)
      and word_versions.fields_json like '%/api/media/' || media.id || '%'
  )`;

/** Unused files older than this, in the order of their ids. */
export async function listUnusedMedia(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<{ id: string; owner: string | null }[]> {
  const { rows } = await sql<{ id: string; owner: string | null }>`
    select media.id, media.user_id as owner from media
    where media.created_at_ms < ${beforeMs} and ${isUnused}
    order by media.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Those of a learner's files that are unused. */
export async function listUnusedOf(
  db: Database,
  learnerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media
    where media.user_id = ${learnerId} and ${idsIn(db, "media.id", ids)} and ${isUnused}
  `.execute(db);
  return rows.map(({ id }) => id);
}
