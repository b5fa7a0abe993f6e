import type { WordPublic, WordStateName } from "@wordloom/contract";
import {
  listDueWords,
  listFavorites,
  listHardWords,
  listOwnWords,
  listSlippingWords,
  listSuspendedWords,
  listWordbookWords,
  listWordsByState,
  listWords,
  readWordBatch,
} from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { keyOf } from "@wordloom/web";
import { call } from "../../server-state/api.ts";
import { useRead, useReadPages } from "../../server-state/use-read.ts";
import { useSpokenQuery } from "./use-meaning-language.ts";
import { useWordStates } from "./use-word-states.ts";

export const wordFilters = [
  "all",
  "own",
  "due",
  "state",
  "slipping",
  "hard",
  "favourites",
  "suspended",
] as const;
export type WordFilter = (typeof wordFilters)[number];

/** States by which words can be listed, least known first. */
export const listedStates = ["learning", "reviewing", "mastered", "forgotten"] as const;
export type ListedState = (typeof listedStates)[number] & WordStateName;

/** What to list. */
export interface Wanted {
  readonly filter: WordFilter;
  readonly book: string | undefined;
  readonly search: string;
  readonly state: ListedState;
  /** Only of the learner's own words. */
  readonly tag: string | undefined;
}

/** A word of a list, with the details shown there. */
export interface ListedWord {
  readonly word: WordPublic;
  readonly misses?: number;
  readonly lapses?: number;
  /** For this learner, 1 (easy) to 10; only in the list of hard words. */
  readonly difficulty?: number;
  /** ISO 8601. */
  readonly lastMissedAt?: string;
  readonly dueAt?: string | null;
  /** Only where the list is not one of a single state, or of misses. */
  readonly state?: WordStateName;
}

/** The lists that show the state of each word. */
const listsWithStates: ReadonlySet<WordFilter> = new Set(["all", "own", "favourites", "suspended"]);

const PER_PAGE = 50;
const DUE_MAX = 200;

/**
 * The words of a list: search results of the library, a book's words, or the learner's by a filter.
 */
export function useWordList(wanted: Wanted) {
  const list = useWantedWords(wanted);
  const isTold = listsWithStates.has(wanted.filter);
  const states = useWordStates(isTold ? (list.words ?? []).map(({ word }) => word.id) : []);
  if (!isTold) return list;
  const words = list.words && withStates(list.words, states);
  // Whatever its date, a skipped word does not come.
  const isSkipped = wanted.filter === "suspended";
  return { ...list, words: isSkipped ? words?.map((entry) => ({ ...entry, dueAt: null })) : words };
}

/** The words with their states, where these are known. */
export function withStates(
  words: readonly ListedWord[],
  states: ReturnType<typeof useWordStates>,
): ListedWord[] {
  return words.map((entry) => {
    const state = states?.get(entry.word.id);
    if (state === undefined) return entry;
    return { ...entry, state: state.state, dueAt: state.nextReviewDate };
  });
}

function useWantedWords({ filter, book, search, state, tag }: Wanted) {
  const isAll = filter === "all";
  const spoken = useSpokenQuery();
  const paged = { query: { perPage: PER_PAGE } };
  const found = useReadPages(
    listWords,
    { query: { perPage: PER_PAGE, ...spoken, ...(search !== "" && { search }) } },
    { enabled: isAll && book === undefined && spoken !== undefined, keepPrevious: true },
  );
  const inBook = useReadPages(
    listWordbookWords,
    { params: { id: book ?? "" }, ...paged },
    { enabled: isAll && book !== undefined },
  );
  const own = useReadPages(
    listOwnWords,
    { query: { perPage: PER_PAGE, ...(tag !== undefined && { tag }) } },
    { enabled: filter === "own" },
  );
  const inState = useReadPages(
    listWordsByState,
    { query: { perPage: PER_PAGE, state } },
    { enabled: filter === "state" },
  );
  const favorites = useReadPages(listFavorites, paged, { enabled: filter === "favourites" });
  const suspended = useReadPages(listSuspendedWords, paged, { enabled: filter === "suspended" });
  const slipping = useRead(
    listSlippingWords,
    { query: { days: 30, limit: 100 } },
    { enabled: filter === "slipping" },
  );
  const hard = useRead(listHardWords, { query: { limit: 100 } }, { enabled: filter === "hard" });
  const due = useDueWords(filter === "due");
  const plain = (word: WordPublic): ListedWord => ({ word });
  switch (filter) {
    case "due":
      // The service returns the words that have waited longest, without a total.
      return { query: due, words: due.data, isMore: due.data?.length === DUE_MAX };
    case "own":
      return grown(own, plain);
    case "state":
      return grown(inState, ({ word, nextReviewDate }) => ({ word, dueAt: nextReviewDate }));
    case "slipping":
      return { query: slipping, words: byDay(slipping.data?.words), total: slipping.data?.total };
    case "hard":
      return { query: hard, words: hard.data?.words, total: hard.data?.total };
    case "favourites":
      return grown(favorites, ({ word }) => plain(word));
    case "suspended":
      return grown(suspended, ({ word }) => plain(word));
    case "all":
      return grown(book === undefined ? found : inBook, plain);
  }
}

/** Days of the wrong-word book, latest first. */
function byDay<T extends { readonly lastMissedAt: string }>(words: readonly T[] | undefined) {
  return words?.toSorted((a, b) => b.lastMissedAt.localeCompare(a.lastMissedAt));
}

/** Due words come as states; a second call reads the words themselves. */
function useDueWords(enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf(listDueWords), "words"],
    enabled,
    queryFn: async ({ signal }): Promise<ListedWord[]> => {
      const states = await call(listDueWords, { query: { limit: DUE_MAX }, signal });
      if (states.length === 0) return [];
      const ids = states.map(({ wordId }) => wordId);
      const words = await call(readWordBatch, { body: { ids }, signal });
      const dueAt = new Map(states.map((state) => [state.wordId, state.nextReviewDate]));
      return words.map((word) => ({ word, dueAt: dueAt.get(word.id) ?? null }));
    },
  });
}

interface Pages<T> {
  readonly data:
    { readonly pages: readonly { readonly data: T[]; readonly total: number }[] } | undefined;
}

function grown<T, Q>(query: Q & Pages<T>, listed: (entry: T) => ListedWord) {
  const pages = query.data?.pages;
  return {
    query,
    words: pages?.flatMap(({ data }) => data.map(listed)),
    total: pages?.[0]?.total,
  };
}
