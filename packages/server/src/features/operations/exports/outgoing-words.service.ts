import type { Deps } from "../../../deps.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { keptNotes } from "../../library/deck-notes/deck-notes.service.ts";
import { favoritesAmong } from "../../library/favorites/favorites.service.ts";
import { listBookIds } from "../../library/wordbooks/wordbooks.service.ts";
import { listWordsById, ownWordPages } from "../../library/words/words.service.ts";
import {
  listAnsweredModes,
  type AnswerCount,
} from "../../progress/answers/answer-history.service.ts";
import { listSuspensionsOf } from "../../progress/suspended-words/suspended-words.service.ts";
import {
  listAnsweredWords,
  listWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { mediaIdOf } from "../../library/media/media.service.ts";
import { listChangeTimes } from "./change-times.repo.ts";
import { listFileNames, listNamedFiles, type OutgoingFile } from "./outgoing-media.repo.ts";
import type { OutgoingWord } from "./outgoing-notes.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Words read at a time. */
const PAGE_SIZE = 200;

/**
 * The words of a book in its order, some at a time, without those that came before.
 *
 * @param seen  gets the ids of all words that are given
 */
export async function* wordsOfBook(
  needs: Needs,
  userId: string,
  bookId: string,
  seen: Set<string>,
): AsyncGenerator<OutgoingWord[]> {
  yield* outgoing(needs, userId, idsOfBook(needs, bookId), seen);
}

async function* idsOfBook({ database }: Needs, bookId: string): AsyncGenerator<string[]> {
  const ids = await listBookIds(database, bookId);
  for (let start = 0; start < ids.length; start += PAGE_SIZE)
    yield ids.slice(start, start + PAGE_SIZE);
}

/** The words that the learner added or has answered, without those that came before. */
export async function* otherWords(
  needs: Needs,
  userId: string,
  seen: Set<string>,
): AsyncGenerator<OutgoingWord[]> {
  yield* outgoing(needs, userId, ownIds(needs, userId), seen);
  yield* outgoing(needs, userId, answeredIds(needs, userId), seen);
}

async function* ownIds({ database }: Needs, userId: string): AsyncGenerator<string[]> {
  for await (const words of ownWordPages(database, userId, PAGE_SIZE))
    yield words.map(({ id }) => id);
}

async function* answeredIds({ database }: Needs, userId: string): AsyncGenerator<string[]> {
  for (let after = ""; ;) {
    const ids = await listAnsweredWords(database, userId, after, PAGE_SIZE);
    yield ids;
    if (ids.length < PAGE_SIZE) return;
    after = ids.at(-1) ?? after;
  }
}

async function* outgoing(
  needs: Needs,
  userId: string,
  pages: AsyncIterable<readonly string[]>,
  seen: Set<string>,
): AsyncGenerator<OutgoingWord[]> {
  let startedMs = needs.clock.monotonicMs();
  for await (const page of pages) {
    const fresh = page.filter((id) => !seen.has(id) && seen.add(id));
    if (fresh.length > 0) yield await lookUp(needs, userId, fresh);
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
    startedMs = needs.clock.monotonicMs();
  }
}

/** Everything about words that the learner sees; the others are left out. */
async function lookUp(
  { clock, database }: Needs,
  userId: string,
  ids: readonly string[],
): Promise<OutgoingWord[]> {
  const words = await listWordsById(database, userId, ids);
  const states = await listWordStates(database, userId, ids);
  const stateOf = new Map(states.map((state) => [state.word_id, state]));
  const kept = await keptNotes(database, userId, ids);
  const favorites = await favoritesAmong(database, userId, ids);
  const changed = await listChangeTimes(database, userId, ids);
  const nowMs = clock.nowMs();
  const suspensions = await listSuspensionsOf(database, userId, ids);
  const inForce = suspensions.filter(({ until_ms }) => until_ms === null || until_ms > nowMs);
  const suspensionOf = new Map(inForce.map((one) => [one.word_id, one]));
  const answers = await listAnsweredModes(database, userId, ids);
  const idOf = ({ audioUrl }: (typeof words)[number]) => mediaIdOf(audioUrl ?? "") ?? "";
  const names = await listFileNames(database, userId, words.map(idOf).filter(Boolean));
  const named = await listNamedFiles(database, userId, ids);
  const filesOf = Map.groupBy(named, ({ wordId }: OutgoingFile) => wordId);
  const answeredOf = Map.groupBy(answers, ({ word_id }: AnswerCount) => word_id);
  return words.map((word) => ({
    word,
    changedMs: changed.get(word.id) ?? 0,
    state: stateOf.get(word.id),
    kept: kept.get(word.id),
    isFavorite: favorites.has(word.id),
    suspension: suspensionOf.get(word.id),
    answered: answeredOf.get(word.id) ?? [],
    sound: names.get(idOf(word)),
    files: filesOf.get(word.id) ?? [],
  }));
}
