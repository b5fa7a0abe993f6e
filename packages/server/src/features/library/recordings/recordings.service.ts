import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { removeFailedSources } from "../media/media-sources.service.ts";
import { mediaUrl, removeMedia } from "../media/media.service.ts";
import { replaceVersionRecording } from "../own-words/own-versions.service.ts";
import { replaceRecording } from "../words/words.service.ts";
import { listUnusedMedia, listUnusedOf } from "./recordings.repo.ts";

/** What was just brought may be about to get its word. */
const UNUSED_MAX_MS = 7 * DAY_MS;
/** An address that nothing came from is tried again then, if a word still names it. */
const FAILED_MAX_MS = 30 * DAY_MS;
const REMOVED_AT_ONCE = 100;

/**
 * Deletes one of the learner's files. Words that play it have no recording any more.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteMedia(
  { database }: Pick<Deps, "database">,
  learner: Learner,
  id: string,
): Promise<void> {
  await transact(database, async (tx) => {
    const [removed] = await removeMedia(tx, learner.id, [id]);
    if (removed === undefined) refuse("NOT_FOUND");
    await changeRecording(tx, learner.id, { from: mediaUrl(id), to: null });
  });
}

/** Replaces an address wherever the words of an owner play it. */
export async function changeRecording(
  tx: Database,
  owner: string | null,
  address: { readonly from: string; readonly to: string | null },
): Promise<void> {
  await replaceRecording(tx, owner, address);
  if (owner !== null) await replaceVersionRecording(tx, owner, address);
}

/** Removes those of a learner's files that no word, version or note names. */
export async function dropUnusedFiles(
  tx: Database,
  learnerId: string,
  ids: readonly string[],
): Promise<void> {
  const unused = await listUnusedOf(tx, learnerId, ids);
  await removeMedia(tx, learnerId, unused);
}

/** Removes files that no word names, some at a time, and forgets addresses that failed long ago. */
export async function removeUnusedMedia(
  { clock, database }: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.nowMs();
  await removeFailedSources(database, nowMs - FAILED_MAX_MS);
  while (!signal.aborted) {
    const startMs = clock.monotonicMs();
    const count = await transact(database, async (tx) => {
      const unused = await listUnusedMedia(tx, nowMs - UNUSED_MAX_MS, REMOVED_AT_ONCE);
      const byOwner = Map.groupBy(unused, ({ owner }) => owner);
      for (const [owner, files] of byOwner) {
        const ids = files.map(({ id }) => id);
        await removeMedia(tx, owner, ids);
      }
      return unused.length;
    });
    if (count < REMOVED_AT_ONCE) return;
    await yieldToRequests(clock.monotonicMs() - startMs);
  }
}
