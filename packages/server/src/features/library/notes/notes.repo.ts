import { sql, type Insertable, type Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordNotesTable } from "./notes.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export type NoteRow = Selectable<WordNotesTable>;

/** All notes of one word, newest first. Served by word_notes_user. */
export async function listNotesOfWord(
  db: Database,
  userId: string,
  wordId: string,
): Promise<NoteRow[]> {
  return db
    .selectFrom("word_notes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
}

/** The newest note of each of these words. */
export async function listLatestNotes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<Pick<NoteRow, "id" | "word_id" | "content">[]> {
  const { rows } = await sql<Pick<NoteRow, "id" | "word_id" | "content">>`
    select id, word_id, content from (
      select id, word_id, content,
        row_number() over (partition by word_id order by created_at_ms desc, id) as place
      from word_notes where user_id = ${userId} and ${idsIn(db, "word_id", wordIds)}
    ) as placed where place = 1
  `.execute(db);
  return rows;
}

export async function listNewestNotes(
  db: Database,
  userId: string,
  window: RowWindow,
): Promise<NoteRow[]> {
  return db
    .selectFrom("word_notes")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countNotes(db: Database, userId: string): Promise<number> {
  return countRows(db.selectFrom("word_notes").where("user_id", "=", userId));
}

export async function insertNote(tx: Database, row: Insertable<WordNotesTable>): Promise<NoteRow> {
  return tx.insertInto("word_notes").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Replaces the content of the learner's note; undefined if there is none. */
export async function updateNote(
  db: Database,
  own: { id: string; userId: string },
  content: string,
  atMs: number,
): Promise<NoteRow | undefined> {
  return db
    .updateTable("word_notes")
    .set({ content, updated_at_ms: atMs })
    .where("id", "=", own.id)
    .where("user_id", "=", own.userId)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether the learner had such a note */
export async function removeNote(
  db: Database,
  own: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("word_notes")
    .where("id", "=", own.id)
    .where("user_id", "=", own.userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
