import type { ArchiveLine, WordDraft } from "@wordloom/contract";
import type { Brought, ImporterNeeds } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { changeVersion } from "../../library/own-words/own-versions.service.ts";
import { storeOwnWords, type PlannedWord } from "../../library/own-words/own-word-store.service.ts";
import {
  addWordsToBook,
  createBook,
  listWordsInBook,
  noteBookStep,
  requireRoomForBook,
} from "../../library/wordbooks/wordbooks.service.ts";
import { updateWords } from "../../library/words/word-intake.service.ts";
import { holdWords, listWordsById } from "../../library/words/words.service.ts";
import { keepOrigins } from "./bring-rows.service.ts";
import { chooseIds } from "./own-ids.repo.ts";
import { listHeld } from "./brought-rows.repo.ts";
import { noted } from "./brought-notes.ts";
import { recordingHere, type Recording, type WordMap } from "./word-map.service.ts";

/** Stores the own words that a map has planned. */
export async function storePlanned(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  planned: readonly PlannedWord[],
  words: WordMap,
): Promise<Brought[]> {
  await storeOwnWords(needs, tx, userId, planned);
  const kept = await keepOrigins(tx, userId, words.chosenFor(planned));
  const stored = planned.map(({ wordId }) => ({ what: "word" as const, word_id: wordId ?? "" }));
  return [...kept, ...stored];
}

/** Adds the learner's own versions of words of the library, where there are none. */
export async function bringVersions(
  needs: ImporterNeeds,
  tx: Database,
  learner: Learner,
  lines: readonly ArchiveLine<"word_versions">[],
  { words, recording }: { readonly words: WordMap; readonly recording: Recording },
): Promise<Brought[]> {
  const fieldsOf = new Map(
    lines.flatMap(({ wordId, fields }) => {
      const id = words.get(wordId);
      return id === undefined ? [] : [[id, fields] as const];
    }),
  );
  const asked = { column: "word_id", values: [...fieldsOf.keys()] };
  const held = await listHeld(tx, "word_versions", learner.id, asked);
  const shown = await listWordsById(tx, learner.id, asked.values);
  const added: string[] = [];
  for (const word of shown) {
    const fields = fieldsOf.get(word.id) ?? {};
    const { audioUrl: address, ...others } = fields;
    const audioUrl = address == null ? undefined : recordingHere(address, recording);
    const change = audioUrl === undefined ? others : { ...others, audioUrl };
    // The library lacks the word, which became an own one.
    if (words.isMade(word.id)) {
      const draft = { text: "", meaning: "", ...change } as WordDraft;
      await updateWords(needs, tx, new Map([[word.id, draft]]), true);
    } else if (word.ownerId === null && !held.has(word.id)) {
      await changeVersion(needs, tx, learner, word, change);
      added.push(word.id);
    }
  }
  return [noted({ rows: "word_versions", column: "word_id", values: added })];
}

/** Finds the learner's own books of an archive by their ids, and makes the others. */
export async function bringBooks(
  needs: ImporterNeeds,
  tx: Database,
  learner: Learner,
  lines: readonly ArchiveLine<"wordbooks">[],
): Promise<{ ids: Map<string, string>; done: Brought[] }> {
  const chosen = await chooseIds(tx, "wordbooks", learner.id, lines);
  const ids = new Map<string, string>();
  const done: Brought[] = [];
  for (const { id: archivedId, originId: _, createdAt, name, ...line } of lines) {
    const { id = "", isKnown = true } = chosen.get(archivedId) ?? {};
    const isMet = [...ids.values()].includes(id);
    ids.set(archivedId, id);
    if (isKnown || isMet) continue;
    await requireRoomForBook(needs, tx, learner.id);
    const createdAtMs = Date.parse(createdAt);
    await createBook(needs, tx, { ...line, name, id, createdAtMs, userId: learner.id });
    const detail = `Created as ${name}`;
    await noteBookStep(needs, tx, { bookId: id, actor: learner, action: "created", detail });
    done.push({ what: "book", wordbook_id: id });
  }
  done.push(...(await keepOrigins(tx, learner.id, chosen.values())));
  return { ids, done };
}

/** Puts words into their books, after those that are there. */
export async function bringEntries(
  { clock }: ImporterNeeds,
  tx: Database,
  userId: string,
  lines: readonly ArchiveLine<"wordbook_words">[],
  { books, words }: { readonly books: ReadonlyMap<string, string>; readonly words: WordMap },
): Promise<Brought[]> {
  const done: Brought[] = [];
  for (const [archivedId, entries] of Map.groupBy(lines, ({ wordbookId }) => wordbookId)) {
    const bookId = books.get(archivedId);
    if (bookId === undefined) continue;
    const ids = entries.flatMap(({ wordId }) => words.get(wordId) ?? []);
    const seen = await holdWords(tx, userId, ids);
    const there = new Set(await listWordsInBook(tx, bookId, ids));
    const fresh = [...new Set(ids)].filter((id) => seen.has(id) && !there.has(id));
    await addWordsToBook(tx, bookId, fresh, clock.nowMs());
    for (const id of fresh) done.push({ what: "entry", word_id: id, wordbook_id: bookId });
  }
  return done;
}
