import type { Deps } from "../../../deps.ts";
import { sha256Of } from "../../../platform/basics/sha256-of.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findUser } from "../users/users.service.ts";
import { findAvatarStamp, insertAvatarBlobOnce, type AvatarStamp } from "./avatar-blobs.repo.ts";
import {
  listAvatarFiles,
  readAvatarFile,
  removeAvatarFile,
  removeLostDrafts,
  type AvatarName,
} from "./avatar-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** A draft is published within seconds. */
const DRAFT_LIFE_MS = HOUR_MS;

/**
 * Imports pictures that exist only as files (from earlier releases) into the database, and removes
 * files of pictures that another process replaced or erased.
 */
export async function tendAvatarFiles(needs: Needs, signal: AbortSignal): Promise<void> {
  const { clock, database, log, settings } = needs;
  await removeLostDrafts(settings, clock.nowMs() - DRAFT_LIFE_MS);
  let carried = 0;
  for (const name of await listAvatarFiles(settings)) {
    if (signal.aborted) break;
    const stored = await findAvatarStamp(database, name.userId);
    const kept = stored ?? (await carryIn(needs, name));
    if (stored === undefined && kept !== undefined) carried += 1;
    if (kept?.type !== name.type) await removeAvatarFile(settings, name);
  }
  if (carried > 0) log.info({ carried }, "moved learners' pictures into the database");
}

/**
 * Stores a picture that is only a file. The account must name this type, so that a picture that was
 * erased or replaced does not come back.
 *
 * @returns the learner's stored picture; undefined if there is none
 */
export async function carryIn(
  { database, settings }: Pick<Needs, "database" | "settings">,
  { userId, type }: AvatarName,
): Promise<AvatarStamp | undefined> {
  const user = await findUser(database, userId);
  if (user?.avatar_type !== type) return undefined;
  const bytes = await readAvatarFile(settings, { userId, type });
  if (bytes === undefined) return undefined;
  try {
    const row = { user_id: userId, type, sha256: sha256Of(bytes), bytes };
    await insertAvatarBlobOnce(database, row);
  } catch (error) {
    if (!isAccountGone(error)) throw error;
  }
  return findAvatarStamp(database, userId);
}
