import { mediaNamesIn } from "@wordloom/imports";
import type { DeckKeeper } from "../../../deck-keeper.ts";
import { insertWordMedia, listWordsWithMedia, removeWordMedia } from "./word-media.repo.ts";

/** Keeps which files the notes of words name, so that they stay and can leave with the notes. */
export const wordMediaKeeper: DeckKeeper = {
  keeps: "deck_media",
  async keep(_, tx, { userId, words, media }) {
    const ids = words.map(({ wordId }) => wordId);
    const noted = await listWordsWithMedia(tx, userId, ids);
    const rows = words
      .filter(({ wordId }) => !noted.has(wordId))
      .flatMap(({ wordId, note }) =>
        mediaNamesIn(note.fields).flatMap((name) => {
          const id = media.get(name)?.id;
          return id === undefined ? [] : [{ user_id: userId, word_id: wordId, name, media_id: id }];
        }),
      );
    await insertWordMedia(tx, rows);
    return [...new Set(rows.map((row) => row.word_id))];
  },
  drop: removeWordMedia,
};
