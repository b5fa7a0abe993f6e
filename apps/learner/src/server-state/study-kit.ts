import type { StudyKit } from "@wordloom/contract";
import { readKitWords, readStudyKit, startSession } from "virtual:endpoints";
import { call } from "./api.ts";

/** @throws ApiError */
export function fetchKit(minutes: number): Promise<StudyKit> {
  // The browser handles the reply's ETag and turns 304 into the cached reply.
  return call(readStudyKit, { query: { minutes } }) as Promise<StudyKit>;
}

/** The kit's entry of a word. */
type KitWord = StudyKit["words"][number];

/**
 * New words beyond those of the day, at most so many.
 * @param except ids of words that are planned already
 * @throws ApiError
 */
export async function fetchMoreNewWords(
  count: number,
  except: ReadonlySet<string> = new Set(),
): Promise<readonly KitWord[]> {
  const query = { minutes: 120, extraNewWords: count };
  const { words } = (await call(readStudyKit, { query })) as StudyKit;
  const isMore = ({ kind, waiting, word }: KitWord) =>
    kind === "new" && !waiting && !except.has(word.id);
  return words.filter(isMore).slice(0, count);
}

/** The kit's entries of these words, at most a hundred. @throws ApiError */
export async function fetchKitWords(ids: readonly string[]): Promise<readonly KitWord[]> {
  if (ids.length === 0) return [];
  return (await call(readKitWords, { body: { ids: [...ids] } })) as KitWord[];
}

/** The service's session of this learner: a new one, or the open one. */
export async function openServerSession(target: number): Promise<string> {
  const { sessionId } = await call(startSession, { body: { targetMasteryCount: target } });
  return sessionId;
}
