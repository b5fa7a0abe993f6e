import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { avatarUrl, updateAvatarType } from "../users/users.service.ts";
import { findAvatarFile, writeAvatarDraft, type AvatarFile } from "./avatar-files.ts";
import { imageTypeOf, imageTypes } from "./image-type.ts";

export { removeAvatarFiles } from "./avatar-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

const RETRY_SECS = 5;

/**
 * Replaces the learner's picture.
 *
 * The first bytes decide the image type; a different Content-Type is refused.
 *
 * @param contentType  the request's header
 * @returns URL of the picture
 * @throws AppError AVATAR_EMPTY, AVATAR_INVALID_TYPE, UNAVAILABLE when the disk is full
 */
export async function saveAvatar(
  needs: Needs,
  learner: Learner,
  contentType: string | undefined,
  bytes: Buffer,
): Promise<string> {
  if (bytes.length === 0) refuse("AVATAR_EMPTY");
  const type = imageTypeOf(bytes) ?? refuse("AVATAR_INVALID_TYPE");
  if (imageTypes[type] !== mediaTypeOf(contentType)) {
    refuse("AVATAR_INVALID_TYPE", "Content-Type does not match the picture.");
  }
  const avatar = { userId: learner.id, type, bytes, draftId: needs.ids.next() };
  const draft = await writeAvatarDraft(needs.settings, avatar).catch(refuseWhenFull);
  try {
    // The row lock serialises concurrent uploads, so that file and row agree.
    await transact(needs.database, async (tx) => {
      const exists = await updateAvatarType(tx, learner.id, type, needs.clock.nowMs());
      if (!exists) refuse("AUTH_UNAUTHORIZED");
      draft.publish();
    });
  } catch (error) {
    await draft.discard();
    throw error;
  }
  return avatarUrl(learner.id, type, needs.settings);
}

const NO_ROOM = new Set(["EDQUOT", "ENOSPC", "EROFS"]);

/** A full disk is not a bug: the client may try again later. */
function refuseWhenFull(error: unknown): never {
  const isFull = error instanceof Error && "code" in error && NO_ROOM.has(String(error.code));
  if (isFull) refuse("UNAVAILABLE", undefined, { retryAfterSecs: RETRY_SECS });
  throw error;
}

/** @throws AppError NOT_FOUND */
export async function readAvatar(needs: Pick<Deps, "settings">, name: string): Promise<AvatarFile> {
  return (await findAvatarFile(needs.settings, name)) ?? refuse("NOT_FOUND");
}

function mediaTypeOf(contentType = ""): string {
  const [media = ""] = contentType.split(";", 1);
  return media.trim().toLowerCase();
}
