import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { requireReadableRecordings } from "../media/media.service.ts";
import { keysOf } from "../words/word-draft.ts";
import { rewriteOwnWord } from "../words/word-store.service.ts";
import { parseOwnFields, VERSION_FIELDS, type OwnFields } from "../words/word-versions.ts";
import {
  cleanWord,
  dropWords,
  foldLines,
  forgetKnownWords,
  requireWord,
} from "../words/words.service.ts";
import { findVersion, listRecordedVersions, removeVersion, saveVersion } from "./own-words.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "peers">;

/** Fields to change. Absent ones stay. */
export type OwnWordChange = {
  readonly [Field in keyof Omit<WordDraft, "id">]?: WordDraft[Field] | null | undefined;
};

/**
 * Changes a word of the learner's own, or makes or changes their own version of a library word.
 *
 * @throws AppError NOT_FOUND, WORDS_INVALID_PAYLOAD, INVALID_LANGUAGE
 */
export async function changeOwnWord(
  needs: Needs,
  learner: Learner,
  wordId: string,
  change: OwnWordChange,
): Promise<WordPublic> {
  const { before, after } = await transact(needs.database, async (tx) => {
    const word = await requireWord(tx, learner.id, wordId);
    await requireReadableRecordings(tx, learner.id, [change.audioUrl]);
    if (word.ownerId === null) await changeVersion(needs, tx, learner, word, change);
    else await rewriteOwnWord(needs, tx, word.id, cleanWord(asDraft(change), word));
    return { before: word, after: await requireWord(tx, learner.id, wordId) };
  });
  const isSame = before.text === after.text && before.difficulty === after.difficulty;
  if (!isSame) forgetKnownWords(needs);
  return after;
}

/** A null clears what may be empty; a text and a meaning may not. */
function asDraft(change: OwnWordChange): WordDraft {
  const { text, meaning, language, meaningLanguage, difficulty } = change;
  for (const required of [text, meaning]) {
    if (required === null || required?.trim() === "") {
      refuse("WORDS_INVALID_PAYLOAD", "A word needs a text and a meaning.");
    }
  }
  if (language === null || meaningLanguage === null) refuse("INVALID_LANGUAGE");
  const cleared = (value: string | null | undefined) => (value === null ? "" : value);
  const emptied = (list: string[] | null | undefined) => (list === null ? [] : list);
  return {
    text: text ?? "",
    meaning: meaning ?? "",
    language,
    meaningLanguage,
    difficulty: difficulty === null ? 0.5 : difficulty,
    pronunciation: cleared(change.pronunciation),
    reading: cleared(change.reading),
    partOfSpeech: cleared(change.partOfSpeech),
    audioUrl: cleared(change.audioUrl),
    examples: emptied(change.examples),
    exampleMeanings: emptied(change.exampleMeanings),
    tags: emptied(change.tags),
  };
}

/**
 * Changes the learner's own version of a library word, inside the caller's transaction. A null
 * returns to the library's value.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD
 */
export async function changeVersion(
  needs: Pick<Deps, "clock">,
  tx: Database,
  learner: Learner,
  shown: WordPublic,
  change: OwnWordChange,
): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const others = given.map(([name]) => name).filter((name) => !isVersionField(name));
  if (others.length > 0) {
    refuse("WORDS_INVALID_PAYLOAD", `${others.join(", ")}: of a library word, the same for all`);
  }
  const set = Object.fromEntries(given.filter(([, value]) => value !== null));
  const clean = cleanWord({ text: "", meaning: "", ...set }, shown);
  const fields: OwnFields = {
    ...parseOwnFields((await findVersion(tx, learner.id, shown.id)) ?? null),
  };
  for (const [name, value] of given) {
    if (!isVersionField(name)) continue;
    if (value === null) delete fields[name];
    else Object.assign(fields, { [name]: clean[name] });
  }
  if (Object.keys(fields).length === 0) {
    await removeVersion(tx, learner.id, shown.id);
    return;
  }
  await saveVersion(tx, {
    user_id: learner.id,
    word_id: shown.id,
    fields_json: JSON.stringify(fields),
    meaning_folded: fields.meaning === undefined ? null : foldLines(fields.meaning),
    ...versionKeys(shown, fields),
    updated_at_ms: needs.clock.nowMs(),
  });
}

/** Replaces the address of a recording in the learner's versions; null returns to the library's. */
export async function replaceVersionRecording(
  tx: Database,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string | null },
): Promise<void> {
  for (const row of await listRecordedVersions(tx, userId)) {
    const { audioUrl, ...others } = parseOwnFields(row.fields_json);
    if (audioUrl !== from) continue;
    const fields: OwnFields = to === null ? others : { ...others, audioUrl: to };
    if (Object.keys(fields).length === 0) await removeVersion(tx, userId, row.word_id);
    else await saveVersion(tx, { ...row, fields_json: JSON.stringify(fields) });
  }
}

/** What a search reads of a version; null for values that the learner has not changed. */
function versionKeys({ language }: Pick<WordPublic, "language">, own: OwnFields) {
  const { meaning, reading } = own;
  const keys = keysOf({ text: "", meaning: meaning ?? "", reading: reading ?? null, language });
  // An empty one hides the library's reading.
  const readingKeys = reading === undefined ? null : (keys.reading_keys ?? "");
  return { meaning_keys: keys.meaning_keys, reading_keys: readingKeys };
}

function isVersionField(name: string): name is (typeof VERSION_FIELDS)[number] {
  return VERSION_FIELDS.some((field) => field === name);
}

/**
 * Deletes a word of the learner's own with the rows about it (records stay), or drops the learner's
 * version of a library word.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteOwnWord(
  needs: Needs & Pick<Deps, "wordTables">,
  learner: Learner,
  wordId: string,
): Promise<void> {
  const isOwn = await transact(needs.database, async (tx) => {
    const word = await requireWord(tx, learner.id, wordId);
    if (word.ownerId !== null) return (await dropWords(needs, tx, [wordId])) > 0;
    const removed = await removeVersion(tx, learner.id, wordId);
    return removed ? false : refuse("NOT_FOUND", "There is no own version of this word.");
  });
  if (isOwn) forgetKnownWords(needs);
}
