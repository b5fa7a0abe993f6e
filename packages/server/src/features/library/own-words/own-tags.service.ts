import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { parseOwnFields } from "../words/word-versions.ts";
import { cleanWord, setWordTags } from "../words/words.service.ts";
import { lockOwnWords } from "./own-word-store.service.ts";
import {
  countTagLists,
  listTagged,
  listVersionsWithTags,
  setVersionFields,
} from "./own-tags.repo.ts";

/** Words that are changed in one transaction. */
const AT_ONCE = 500;

/** The tags that a learner gave, by name, with the number of words that have each. */
export async function listOwnTags(
  { database }: Pick<Deps, "database">,
  learner: Learner,
): Promise<{ tag: string; count: number }[]> {
  const counts = new Map<string, number>();
  const add = (tags: readonly string[], count: number) => {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + count);
  };
  for (const { tagsJson, count } of await countTagLists(database, learner.id))
    add(JSON.parse(tagsJson) as string[], count);
  for (const { tags } of await versionsOf(database, learner.id)) add(tags, 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => a.tag.localeCompare(b.tag, "en"));
}

/** The library words to which a learner gave this tag. */
export async function versionsTagged(db: Database, userId: string, tag: string): Promise<string[]> {
  const versions = await versionsOf(db, userId);
  return versions.filter(({ tags }) => tags.includes(tag)).map(({ wordId }) => wordId);
}

/**
 * Gives a tag another name in all of a learner's own words and own versions, some at a time. A word
 * that has both keeps one. Doing it again finishes what a killed process left.
 *
 * @param to  null removes the tag
 * @returns number of words that had it
 * @throws AppError WORDS_INVALID_PAYLOAD if `to` is empty or too long for a tag
 */
export async function renameOwnTag(
  { database }: Pick<Deps, "database">,
  learner: Learner,
  { tag, to }: { readonly tag: string; readonly to: string | null },
): Promise<number> {
  if (to?.trim() === "") refuse("WORDS_INVALID_PAYLOAD", "A tag needs a name.");
  const [name] = to === null ? [] : cleanWord({ text: "x", meaning: "x", tags: [to.trim()] }).tags;
  if (name === tag) return 0;
  const renamed = (tags: readonly string[]) => [
    ...new Set(tags.flatMap((one) => (one === tag ? (name ?? []) : [one]))),
  ];
  let changed = 0;
  for (;;) {
    const some = await transact(database, async (tx) => {
      await lockOwnWords(tx, learner.id);
      const words = await listTagged(tx, learner.id, tag, AT_ONCE);
      const alike = Map.groupBy(words, ({ tagsJson }) => tagsJson);
      for (const [tagsJson, group] of alike) {
        const next = JSON.stringify(renamed(JSON.parse(tagsJson) as string[]));
        await setWordTags(
          tx,
          group.map(({ id }) => id),
          next,
        );
      }
      return words.length;
    });
    changed += some;
    if (some < AT_ONCE) break;
    await yieldToRequests(0);
  }
  return changed + (await renameInVersions(database, learner.id, tag, renamed));
}

async function renameInVersions(
  database: Database,
  userId: string,
  tag: string,
  renamed: (tags: readonly string[]) => string[],
): Promise<number> {
  return transact(database, async (tx) => {
    const versions = await versionsOf(tx, userId);
    const tagged = versions.filter(({ tags }) => tags.includes(tag));
    for (const { wordId, fields, tags } of tagged) {
      const next = JSON.stringify({ ...fields, tags: renamed(tags) });
      await setVersionFields(tx, userId, wordId, next);
    }
    return tagged.length;
  });
}

async function versionsOf(db: Database, userId: string) {
  const versions = await listVersionsWithTags(db, userId);
  return versions.map(({ wordId, fieldsJson }) => {
    const fields = parseOwnFields(fieldsJson);
    return { wordId, fields, tags: fields.tags ?? [] };
  });
}
