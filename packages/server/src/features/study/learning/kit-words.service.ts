import { memoryFromJson } from "@wordloom/engine/stored";
import type { KitWord, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import type { ForeseenWord } from "../../adaptation/amas/foreseen-batches.service.ts";
import { lookalikesAmong } from "../../library/confusables/lookalikes.service.ts";
import { cardContents } from "../../library/content/card-content.service.ts";
import { favoritesAmong } from "../../library/favorites/favorites.service.ts";
import { latestNotes } from "../../library/notes/notes.service.ts";
import { soundsOf } from "../../library/speech/word-sounds.service.ts";
import { listWordGlosses, listWordsById } from "../../library/words/words.service.ts";
import { isRowDue } from "../../progress/word-states/due.ts";
import {
  listWordStates,
  readWordStateBatch,
} from "../../progress/word-states/word-states.service.ts";
import { recallNow } from "../analytics/recall.service.ts";
import { listWaitingWords } from "../records/outbox.service.ts";
import { kitConfusables, type Rivals } from "./kit-confusables.service.ts";
import { kitOptions, languagesOf, optionPool, type OptionPool } from "./kit-options.ts";
import { listNeighbors, listSpareWords, optionSeed } from "./options.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Whose cards, and the day that wrong options depend on. */
interface CardsOf {
  readonly learner: Learner;
  readonly day: string;
}

/** What else is known of the words. */
interface Known {
  /** Words with an answer that waits to be applied. */
  readonly waiting: ReadonlySet<string>;
  readonly due: ReadonlySet<string>;
}

/**
 * The entries that a kit would have for these words: for practice of words that the learner or a
 * list chose, in the order given. Words that the learner does not see are left out.
 */
export async function readKitWords(
  needs: Needs,
  learner: Learner,
  wordIds: readonly string[],
): Promise<KitWord[]> {
  const ids = [...new Set(wordIds)];
  const { nowMs, dayEndMs, date: day } = await learnerDay(needs, learner.id);
  const rows = await listWordStates(needs.database, learner.id, ids);
  const rowOf = new Map(rows.map((row) => [row.word_id, row]));
  const recall = await recallNow(needs, learner.id);
  const foreseen = ids.map((wordId): ForeseenWord => {
    const json = rowOf.get(wordId)?.memory_json ?? null;
    const memory = json === null ? null : memoryFromJson(json);
    const lapses = memory?.lapses ?? 0;
    if (json === null || memory === null || memory.trace === null) {
      return { wordId, isNew: true, recall: null, lapses };
    }
    return { wordId, isNew: false, recall: recall(json), lapses };
  });
  const isDue = rows.filter((row) => isRowDue(row, { nowMs, dayEndMs }));
  const due = new Set(isDue.map((row) => row.word_id));
  const waiting = await listWaitingWords(needs, learner.id);
  return fillIn(needs, { learner, day }, foreseen, { waiting, due });
}

/** Adds what the cards show. The number of statements does not depend on the number of words. */
export async function fillIn(
  needs: Needs,
  { learner, day }: CardsOf,
  foreseen: readonly ForeseenWord[],
  { waiting, due }: Known,
): Promise<KitWord[]> {
  const { database } = needs;
  const wordIds = foreseen.map(({ wordId }) => wordId);
  if (wordIds.length === 0) return [];
  const words = await listWordsById(database, learner.id, wordIds);
  const foreseenOf = new Map(foreseen.map((entry) => [entry.wordId, entry]));
  const states = await readWordStateBatch(needs, learner, wordIds);
  const stateOf = new Map(states.map((state) => [state.wordId, state]));
  const favorites = await favoritesAmong(database, learner.id, wordIds);
  const noteOf = await latestNotes(database, learner.id, wordIds);
  const contentOf = await cardContents(database, learner.id, words);
  const rivalsOf = await kitConfusables(needs, learner.id, wordIds);
  const seedOf = (wordId: string) => optionSeed(learner, wordId, day);
  const pool = await poolAround(needs, learner, words, seedOf);
  const lookalikesFor = await lookalikesAmong(needs, learner.id, words, pool.all);
  return mapInTurns(words, (word) => {
    const state = stateOf.get(word.id) ?? null;
    const { isNew = true, recall = null, lapses = 0 } = foreseenOf.get(word.id) ?? {};
    const rivals = rivalsOf(word.id);
    const content = contentOf(word);
    const sounds = soundsOf(needs, word, content.contexts[0]?.sentence);
    return {
      word,
      state,
      waiting: waiting.has(word.id),
      kind: isNew ? "new" : due.has(word.id) ? "due" : "ahead",
      recall: recall === null ? null : Math.round(recall * 1e4) / 1e4,
      lapses,
      ...kitOptions(word, glossesOf(rivals), seedOf(word.id), pool),
      content: {
        ...content,
        confusables: rivals.map(({ shown }) => shown),
        lookalikes: lookalikesFor(word),
      },
      note: noteOf.get(word.id) ?? null,
      favorite: favorites.has(word.id),
      ...(sounds.length > 0 && { sounds }),
    };
  });
}

/** Languages of one kit for which words are read: each costs some ten statements. */
const LANGUAGES_MAX = 4;

/** With fewer words of its languages beside it, a word has no options of its own for twice. */
const FELLOWS_MIN = 12;

/** The words of the kit and, for each of its languages, those around its first word. */
async function poolAround(
  needs: Needs,
  learner: Learner,
  words: readonly WordPublic[],
  seedOf: (wordId: string) => number,
): Promise<OptionPool> {
  const byLanguages = [...Map.groupBy(words, languagesOf).values()];
  const most = byLanguages.toSorted((a, b) => b.length - a.length).slice(0, LANGUAGES_MAX);
  const firsts = most.flatMap(([first]) => first ?? []);
  const read = async (list: (word: WordPublic) => Promise<string[]>, of: typeof firsts) => {
    if (of.length === 0) return [];
    const ids = new Set<string>();
    for (const word of of) for (const id of await list(word)) ids.add(id);
    return listWordGlosses(needs.database, learner.id, [...ids].toSorted());
  };
  const spare = await read(({ id }) => listSpareWords(needs, learner, id, seedOf(id)), firsts);
  // The books of one language may fill the spares of another.
  const counts = Map.groupBy([...words, ...spare], languagesOf);
  const lonely = firsts.filter((word) => {
    return (counts.get(languagesOf(word))?.length ?? 0) <= FELLOWS_MIN;
  });
  const more = await read(({ id }) => listNeighbors(needs, learner, id), lonely);
  return optionPool([...words, ...spare.toSorted(byId), ...more.toSorted(byId)]);
}

function glossesOf(rivals: Rivals) {
  return rivals.map(({ gloss }) => gloss);
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
