import type { Wordbook, WordPublic } from "@wordloom/contract";
import { bringBackWords, leaveOutWords, listWordbookWords } from "virtual:endpoints";
import { call } from "./api.ts";

/** The service gives fewer a page if its operator says so. */
const PER_PAGE = 1_000;
/** Of one call; below what services allow by default. */
const BATCH = 500;

/**
 * All words of a starter book, the most frequent first: pages come in alphabetical order, and the
 * difficulty of starter words is their rank.
 */
export async function fetchByRank({ id }: Wordbook): Promise<WordPublic[]> {
  const words: WordPublic[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, perPage: PER_PAGE };
    const reply = await call(listWordbookWords, { params: { id }, query });
    words.push(...reply.data);
    pages = reply.totalPages;
  }
  return words.sort((a, b) => a.difficulty - b.difficulty);
}

/** Leaves out words that are surely known. */
export async function leaveOut(ids: readonly string[]): Promise<void> {
  for (const wordIds of batches(ids)) await call(leaveOutWords, { body: { wordIds } });
}

/** Brings words back exactly as they were. */
export async function bringBack(ids: readonly string[]): Promise<void> {
  for (const wordIds of batches(ids)) await call(bringBackWords, { body: { wordIds } });
}

function batches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / BATCH);
  return Array.from({ length: count }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
