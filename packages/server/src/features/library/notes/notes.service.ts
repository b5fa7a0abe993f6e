import { hasAtMost, type Page, type WordNote } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { holdWord } from "../words/words.service.ts";
import {
  countNotes,
  insertNote,
  listLatestNotes,
  listNewestNotes,
  listNotesOfWord,
  removeNote,
  updateNote,
  type NoteRow,
} from "./notes.repo.ts";

/** Maximum length of a note, in characters. */
const CONTENT_MAX = 5000;

/** Also used for another learner's note, so that its existence is not revealed. */
const NO_NOTE = "No such note.";

/** All notes of one word, or a page of all notes; newest first. */
export async function listNotes(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
  query: PageQuery & { readonly wordId?: string | undefined },
): Promise<WordNote[] | Page<WordNote>> {
  const { database } = needs;
  if (query.wordId !== undefined) {
    return (await listNotesOfWord(database, learner.id, query.wordId)).map(toNote);
  }
  const window = pageWindow(query, needs.settings);
  const rows = await listNewestNotes(database, learner.id, window);
  return toPage(rows.map(toNote), await countNotes(database, learner.id), window);
}

/** The newest note of each of these words, by word. */
export async function latestNotes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<WordNote, "id" | "content">>> {
  const rows = await listLatestNotes(db, userId, wordIds);
  return new Map(rows.map(({ id, word_id, content }) => [word_id, { id, content }]));
}

/** @throws AppError WORD_NOTE_EMPTY_CONTENT, WORD_NOTE_TOO_LONG, NOT_FOUND no such word */
export async function createNote(
  needs: Pick<Deps, "clock" | "database" | "ids">,
  learner: Learner,
  draft: { wordId: string; content: string },
): Promise<WordNote> {
  const content = requireContent(draft.content);
  const atMs = needs.clock.nowMs();
  const row = {
    id: needs.ids.next(),
    user_id: learner.id,
    word_id: draft.wordId,
    content,
    created_at_ms: atMs,
    updated_at_ms: atMs,
  };
  return transact(needs.database, async (tx) => {
    await holdWord(tx, learner.id, draft.wordId);
    return toNote(await insertNote(tx, row));
  });
}

/** @throws AppError WORD_NOTE_EMPTY_CONTENT, WORD_NOTE_TOO_LONG, NOT_FOUND no such note */
export async function changeNote(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
  id: string,
  draft: { content: string },
): Promise<WordNote> {
  const content = requireContent(draft.content);
  const own = { id, userId: learner.id };
  const row = await updateNote(needs.database, own, content, needs.clock.nowMs());
  return toNote(row ?? refuse("NOT_FOUND", NO_NOTE));
}

/** @throws AppError NOT_FOUND no such note */
export async function deleteNote(db: Database, learner: Learner, id: string): Promise<void> {
  const removed = await removeNote(db, { id, userId: learner.id });
  if (!removed) refuse("NOT_FOUND", NO_NOTE);
}

/** Characters are code points, so an emoji counts once. */
function requireContent(text: string): string {
  const content = text.trim();
  if (content === "") refuse("WORD_NOTE_EMPTY_CONTENT");
  if (!hasAtMost(content, CONTENT_MAX)) {
    const count = [...content].length;
    refuseOver("WORD_NOTE_TOO_LONG", { unit: "characters", limit: CONTENT_MAX, count });
  }
  return content;
}

export function toNote(row: NoteRow): WordNote {
  return {
    id: row.id,
    wordId: row.word_id,
    content: row.content,
    createdAt: toTimestamp(row.created_at_ms),
    updatedAt: toTimestamp(row.updated_at_ms),
  };
}
