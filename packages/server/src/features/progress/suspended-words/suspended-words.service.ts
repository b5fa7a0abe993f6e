import type { Page, SuspendedWord, Suspension, SuspensionReason } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { holdWord, holdWords, listWordsById } from "../../library/words/words.service.ts";
import {
  countSuspensions,
  findSuspension,
  listSuspensions,
  removeEndedSuspensions,
  removeSuspensions,
  suspendWords,
} from "./suspended-words.repo.ts";

export { listSuspensionsOf, type SuspensionRow } from "./suspended-words.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Suspends a word until the learner brings it back. @throws AppError NOT_FOUND */
export async function suspendWord(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<Suspension> {
  return putAside(needs, learner, wordId, { reason: "suspended", untilMs: null });
}

/**
 * Suspends a word for the rest of the learner's day. A word suspended without end stays so.
 *
 * @throws AppError NOT_FOUND
 */
export async function buryWord(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<Suspension> {
  const { dayEndMs: untilMs } = await learnerDay(needs, learner.id);
  return putAside(needs, learner, wordId, { reason: "buried", untilMs });
}

async function putAside(
  needs: Needs,
  learner: Learner,
  wordId: string,
  { reason, untilMs }: { reason: SuspensionReason; untilMs: number | null },
): Promise<Suspension> {
  const nowMs = needs.clock.nowMs();
  const row = { user_id: learner.id, reason, until_ms: untilMs, created_at_ms: nowMs };
  const stored = await transact(needs.database, async (tx) => {
    await holdWord(tx, learner.id, wordId);
    await removeEndedSuspensions(tx, learner.id, nowMs);
    await suspendWords(tx, [wordId], row);
    return findSuspension(tx, learner.id, wordId);
  });
  return { wordId, suspended: true, until: toTimestampOrNull(stored?.until_ms ?? null) };
}

/** Hands a word out again. Nothing else about it has changed. */
export async function unsuspendWord(
  needs: Pick<Deps, "database">,
  learner: Learner,
  wordId: string,
): Promise<Suspension> {
  await removeSuspensions(needs.database, learner.id, [wordId]);
  return { wordId, suspended: false, until: null };
}

/**
 * Leaves out words that the learner already knows, for instance after a placement. Their states do
 * not change: marking them as mastered would count masteries that no answer has shown, and could
 * not be undone.
 *
 * @returns number of words that exist
 */
export async function leaveOutWords(
  needs: Needs,
  learner: Learner,
  wordIds: readonly string[],
): Promise<number> {
  const nowMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    const words = await holdWords(tx, learner.id, wordIds);
    await removeEndedSuspensions(tx, learner.id, nowMs);
    await suspendWords(tx, [...words], {
      user_id: learner.id,
      reason: "known",
      until_ms: null,
      created_at_ms: nowMs,
    });
    return words.size;
  });
}

/** @returns number of words that were suspended */
export async function bringBackWords(
  needs: Pick<Deps, "database">,
  learner: Learner,
  wordIds: readonly string[],
): Promise<number> {
  return removeSuspensions(needs.database, learner.id, wordIds);
}

/** A page of the words that are not handed out to the learner, latest first. */
export async function listSuspendedWords(
  needs: Needs,
  learner: Learner,
  { reason, ...page }: PageQuery & { readonly reason?: SuspensionReason | undefined },
): Promise<Page<SuspendedWord>> {
  const { clock, database, settings } = needs;
  const window = pageWindow(page, settings);
  const filter = { userId: learner.id, nowMs: clock.nowMs(), reason };
  const rows = await listSuspensions(database, filter, window);
  const words = await listWordsById(
    database,
    learner.id,
    rows.map((row) => row.word_id),
  );
  const wordOf = new Map(words.map((word) => [word.id, word]));
  const entries = rows.flatMap((row) => {
    const word = wordOf.get(row.word_id);
    if (word === undefined) return [];
    return { word, until: toTimestampOrNull(row.until_ms), reason: row.reason };
  });
  return toPage(entries, await countSuspensions(database, filter), window);
}
