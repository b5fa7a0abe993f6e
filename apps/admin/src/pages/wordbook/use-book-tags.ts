import type { Wordbook } from "@wordloom/contract";
import { listAdminWordbooks } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";

/** The service's maximum per request. */
const PER_PAGE = 100;

/**
 * The tags of a system book. Only the list of books contains them, so it is searched for the name.
 * Learners' books have none.
 * @returns undefined until they are known
 */
export function useBookTags({ id, name, type }: Wordbook): readonly string[] | undefined {
  const query = { search: name, type, perPage: PER_PAGE } as const;
  const isAsked = type === "system";
  const { data } = useRead(listAdminWordbooks, { query }, { enabled: isAsked });
  return isAsked ? data?.data.find((entry) => entry.id === id)?.tags : [];
}
