import type { Wordbook, WordPublic } from "@wordloom/contract";
import { bringBackWords, leaveOutWords, listWordbookWords } from "virtual:endpoints";
import { call } from "./api.ts";

const PER_PAGE = 100;

/** Words in even steps along a book in order of rank: one from the middle of each step. */
export async function fetchAlongRanks(book: Wordbook, count: number): Promise<WordPublic[]> {
  const ranks = Array.from({ length: count }, (_, at) =>
    Math.floor(((at + 0.5) * book.wordCount) / count),
  );
  const pages = await Promise.all(
    ranks.map((rank) =>
      call(listWordbookWords, { params: { id: book.id }, query: { page: rank + 1, perPage: 1 } }),
    ),
  );
  return pages.flatMap(({ data }) => data);
}

/**
 * Leaves out the first words of a book in order of rank, except some.
 *
 * @returns the ids that were left out, to bring them back
 */
export async function leaveOutFirst(
  book: Wordbook,
  count: number,
  except: readonly string[],
): Promise<readonly string[]> {
  const leftOut: string[] = [];
  for (let page = 1; (page - 1) * PER_PAGE < count; page += 1) {
    const { data } = await call(listWordbookWords, {
      params: { id: book.id },
      query: { page, perPage: PER_PAGE },
    });
    const ids = data.slice(0, count - (page - 1) * PER_PAGE).map(({ id }) => id);
    const wordIds = ids.filter((id) => !except.includes(id));
    if (wordIds.length > 0) await call(leaveOutWords, { body: { wordIds } });
    leftOut.push(...wordIds);
  }
  return leftOut;
}

/** Brings words back exactly as they were. */
export async function bringBack(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += PER_PAGE) {
    await call(bringBackWords, { body: { wordIds: ids.slice(at, at + PER_PAGE) } });
  }
}
