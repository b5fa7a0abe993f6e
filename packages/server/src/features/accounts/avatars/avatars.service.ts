import type { Deps } from "../../../deps.ts";
import { sha256Of } from "../../../platform/basics/sha256-of.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { avatarUrl, updateAvatarType } from "../users/users.service.ts";
import { findAvatarBytes, findAvatarStamp, replaceAvatarBlob } from "./avatar-blobs.repo.ts";
import {
  avatarNameOf,
  readAvatarFile,
  removeAvatarFile,
  writeAvatarDraft,
  type AvatarDraft,
  type AvatarName,
} from "./avatar-files.ts";
import { carryIn } from "./avatar-upkeep.service.ts";
import { imageTypeOf, imageTypes } from "./image-type.ts";

export { removeAvatarFiles } from "./avatar-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

const NOT_WRITTEN = "a picture of a learner could not be written to its file";

/**
 * Replaces the learner's picture.
 *
 * The first bytes decide the image type. A different Content-Type is refused.
 *
 * @param contentType  the request's header
 * @returns URL of the picture
 * @throws AppError AVATAR_EMPTY, AVATAR_INVALID_TYPE, AUTH_UNAUTHORIZED if the account is gone
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
  const row = { user_id: learner.id, type, sha256: sha256Of(bytes), bytes };
  const draft = await tryDraft(needs, { userId: learner.id, type }, bytes);
  try {
    // The row lock serializes concurrent uploads, so that file and row agree.
    await transact(needs.database, async (tx) => {
      const exists = await updateAvatarType(tx, learner.id, type, needs.clock.nowMs());
      if (!exists) refuse("AUTH_UNAUTHORIZED");
      await replaceAvatarBlob(tx, row);
      publish(needs, draft);
    });
  } catch (error) {
    await draft?.discard();
    throw error;
  }
  return avatarUrl(learner.id, type, needs.settings);
}

/** A file that cannot be written only costs speed: the next reader retries. */
async function tryDraft(
  { ids, log, settings }: Needs,
  name: AvatarName,
  bytes: Buffer,
): Promise<AvatarDraft | undefined> {
  try {
    return await writeAvatarDraft(settings, { ...name, bytes, draftId: ids.next() });
  } catch (cause) {
    log.warn({ cause }, NOT_WRITTEN);
    return undefined;
  }
}

function publish({ log }: Needs, draft: AvatarDraft | undefined): void {
  try {
    draft?.publish();
  } catch (cause) {
    log.warn({ cause }, NOT_WRITTEN);
  }
}

interface Avatar extends AvatarName {
  /** Hash of the content. */
  readonly sha256: string;
}

/** The picture as sent to a reader. */
export interface ShownAvatar {
  /** undefined if the reader already has this content. */
  readonly bytes: Buffer | undefined;
  /** Changes with the content. */
  readonly etag: string;
  readonly contentType: string;
}

/**
 * The picture of a learner.
 *
 * @param file  as requested; anything but the name of a learner's picture finds nothing
 * @param held  etags of the contents that the reader has
 * @throws AppError NOT_FOUND
 */
export async function showAvatar(needs: Needs, file: string, held = ""): Promise<ShownAvatar> {
  const avatar = await findAvatar(needs, file);
  const etag = `"${avatar.sha256.slice(0, 32)}"`;
  const shown = { etag, contentType: imageTypes[avatar.type] };
  if (held.includes(etag)) return { ...shown, bytes: undefined };
  const bytes = await bytesOf(needs, avatar);
  // The picture was replaced just now.
  if (bytes === undefined) return showAvatar(needs, file, held);
  return { ...shown, bytes };
}

async function findAvatar(needs: Needs, file: string): Promise<Avatar> {
  const name = avatarNameOf(file) ?? refuse("NOT_FOUND");
  const stored =
    (await findAvatarStamp(needs.database, name.userId)) ?? (await carryIn(needs, name));
  if (stored?.type === name.type) return { ...name, sha256: stored.sha256 };
  // The learner has another picture, or another process has erased the account.
  await removeAvatarFile(needs.settings, name);
  return refuse("NOT_FOUND");
}

/** Reads the file. Recreates it from the database if it is missing or has other content. */
async function bytesOf(needs: Needs, avatar: Avatar): Promise<Buffer | undefined> {
  const { userId, type, sha256 } = avatar;
  const cached = await readAvatarFile(needs.settings, avatar).catch(() => undefined);
  if (cached !== undefined && sha256Of(cached) === sha256) return cached;
  const bytes = await findAvatarBytes(needs.database, userId, sha256);
  if (bytes !== undefined) publish(needs, await tryDraft(needs, { userId, type }, bytes));
  return bytes;
}

function mediaTypeOf(contentType = ""): string {
  const [media = ""] = contentType.split(";", 1);
  return media.trim().toLowerCase();
}
