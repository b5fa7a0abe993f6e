import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transaction.ts";
import { avatarUrl, updateAvatarType } from "../users/users.service.ts";
import { findAvatarFile, writeAvatarDraft, type AvatarFile } from "./avatar-files.ts";
import { imageTypeOf, imageTypes } from "./image-type.ts";

export { removeAvatarFiles } from "./avatar-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

const RETRY_SECS = 5;

/**
 * Shows a picture in place of the one the learner had.
 *
 * The first bytes decide what it is; a header that says otherwise is refused, since browsers would
 * be told one thing and shown another.
 *
 * @param contentType  what the caller says it is
 * @returns where it is served
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
    // The row lock lets one of two uploads go first, so that files and row agree.
    await transact(needs.database, async (tx) => {
      const isThere = await updateAvatarType(tx, learner.id, type, needs.clock.nowMs());
      if (!isThere) refuse("AUTH_UNAUTHORIZED");
      draft.show();
    });
  } catch (error) {
    await draft.discard();
    throw error;
  }
  return avatarUrl(learner.id, type, needs.settings);
}

const NO_ROOM = new Set(["EDQUOT", "ENOSPC", "EROFS"]);

/** A full disk is no bug: there may be room again later. */
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
