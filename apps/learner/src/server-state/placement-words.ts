import type { Wordbook, WordPublic } from "@wordloom/contract";
import { bringBackWords, leaveOutWords, listWordbookWords } from "virtual:endpoints";
import { call } from "./api.ts";

/** The service returns fewer per page if its operator lowered the limit. */
const PER_PAGE = 1_000;
/** Words per call; below the default limit of services. */
const BATCH = 500;

/** All words of a starter book in its order: the most frequent first. */
export async function fetchInOrder({ id }: Wordbook): Promise<WordPublic[]> {
  const words: WordPublic[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, perPage: PER_PAGE };
    const reply = await call(listWordbookWords, { params: { id }, query });
    words.push(...reply.data);
    pages = reply.totalPages;
  }
  return words;
}

/** Leaves out words that the learner surely knows. */
export async function leaveOut(ids: readonly string[]): Promise<void> {
  for (const wordIds of batches(ids)) await call(leaveOutWords, { body: { wordIds } });
}

/** Restores words exactly as they were. */
export async function bringBack(ids: readonly string[]): Promise<void> {
  for (const wordIds of batches(ids)) await call(bringBackWords, { body: { wordIds } });
}

function batches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / BATCH);
  return Array.from({ length: count }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
