import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** A file of a deck: its id here, and its name there. */
export interface OutgoingFile {
  readonly wordId: string;
  readonly mediaId: string;
  readonly name: string;
}

/** The files that the notes of these words name. */
export async function listNamedFiles(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<OutgoingFile[]> {
  return db
    .selectFrom("word_media")
    .select(["word_id as wordId", "media_id as mediaId", "name"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/** What these files are called, by id; those that the learner may not read are left out. */
export async function listFileNames(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("media")
    .select(["id", "name", "mime"])
    .where(idsIn(db, "id", ids))
    .where((is) => is.or([is("user_id", "=", userId), is("user_id", "is", null)]))
    .execute();
  return new Map(rows.map((row) => [row.id, `wordloom-${row.id}${endingOf(row.name, row.mime)}`]));
}

/** By its ending Anki knows how to play a file. */
function endingOf(name: string, mime: string): string {
  const [ending] = /\.[a-z0-9]{2,5}$/i.exec(name) ?? [];
  return ending?.toLowerCase() ?? `.${mime.replace(/^.*\//, "").replace("mpeg", "mp3")}`;
}
