import type { Media } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { overBytes, refuseOver } from "../../../platform/basics/over-limit.ts";
import { sha256Aside } from "../../../platform/basics/sha256-of.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { mediaTypeOf } from "./media-type.ts";
import {
  findMediaBytes,
  findReadableMedia,
  holdBlob,
  insertMedia,
  listMediaByContent,
  listReadableMedia,
  sumMediaBytes,
  type MediaOwner,
  type MediaRow,
} from "./media.repo.ts";

export {
  findMediaBytes,
  listReadableMedia,
  removeMedia,
  type MediaOwner,
  type MediaRow,
} from "./media.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** The path of a file; what `audioUrl` of a word is. */
export const mediaUrl = (id: string): string => `/api/media/${id}`;

const MEDIA_URL = /^\/api\/media\/([\w-]{1,64})$/;

/** The id in the path of a file; undefined for other addresses. */
export function mediaIdOf(url: string): string | undefined {
  return MEDIA_URL.exec(url)?.[1];
}

/**
 * Stores a file of the learner's, judged by its bytes.
 *
 * @returns the file, and whether the learner did not have its content before
 * @throws AppError MEDIA_INVALID, MEDIA_LIMIT
 */
export async function receiveMedia(
  needs: Needs,
  learner: Learner,
  name: string,
  bytes: Buffer,
): Promise<{ readonly media: Media; readonly isNew: boolean }> {
  const mime = mediaTypeOf(bytes) ?? refuse("MEDIA_INVALID");
  const file = { id: needs.ids.next(), name, mime, sha256: await sha256Aside(bytes), bytes };
  return transact(needs.database, async (tx) => {
    const [row] = await storeMedia(needs, tx, learner.id, [file]);
    if (row === undefined) throw new Error("storing a file returned none");
    return { media: toMedia(row), isNew: row.id === file.id };
  });
}

/** A file to be stored. */
export interface NewMedia extends Pick<MediaRow, "id" | "name" | "mime" | "sha256"> {
  readonly bytes: Uint8Array;
}

/**
 * Stores files in the caller's transaction; of one content only the first.
 *
 * @returns for each file the row that has its content, which may be an earlier one
 * @throws AppError MEDIA_LIMIT for a learner's files
 */
export async function storeMedia(
  needs: Pick<Deps, "clock" | "settings">,
  tx: Database,
  owner: MediaOwner,
  files: readonly NewMedia[],
): Promise<MediaRow[]> {
  await takeNamedLock(tx, `media of ${owner ?? "the library"}`);
  const hashes = files.map(({ sha256 }) => sha256);
  const known = await listMediaByContent(tx, owner, hashes);
  const byContent = new Map(known.map((row) => [row.sha256, row]));
  const fresh = new Map(
    files.filter(({ sha256 }) => !byContent.has(sha256)).map((file) => [file.sha256, file]),
  );
  if (owner !== null && fresh.size > 0) {
    const more = [...fresh.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    await requireRoom(needs, tx, owner, more);
  }
  for (const { bytes, ...file } of fresh.values()) {
    await holdBlob(tx, file.sha256, bytes);
    const row = {
      ...file,
      user_id: owner,
      size_bytes: bytes.byteLength,
      created_at_ms: needs.clock.nowMs(),
    };
    await insertMedia(tx, row);
    byContent.set(row.sha256, row);
  }
  return hashes.flatMap((sha256) => byContent.get(sha256) ?? []);
}

async function requireRoom(
  { settings }: Pick<Deps, "settings">,
  db: Database,
  userId: string,
  more: number,
): Promise<void> {
  if (more === 0) return;
  const limit = settings.LIMITS_MAX_MEDIA_BYTES;
  const count = (await sumMediaBytes(db, userId)) + more;
  if (count > limit) refuseOver("MEDIA_LIMIT", overBytes(limit, count));
}

/** How many more bytes a learner may have. */
export async function roomForMedia(
  { settings }: Pick<Deps, "settings">,
  db: Database,
  userId: string,
): Promise<number> {
  return Math.max(0, settings.LIMITS_MAX_MEDIA_BYTES - (await sumMediaBytes(db, userId)));
}

function toMedia(row: MediaRow): Media {
  const { id, name, mime, sha256 } = row;
  const facts = { id, url: mediaUrl(id), name, mime, sha256, bytes: row.size_bytes };
  return { ...facts, createdAt: toTimestamp(row.created_at_ms) };
}

/** Ids of the learner's files with these contents, by hash. */
export async function findMediaOf(
  db: Database,
  learnerId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await listMediaByContent(db, learnerId, hashes);
  return new Map(rows.map(({ sha256, id }) => [sha256, id]));
}

/** Those of these ids that the learner may play: their own files, and those of the library. */
export async function readableMedia(
  db: Database,
  learnerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await listReadableMedia(db, learnerId, ids)).map(({ id }) => id));
}

/**
 * Checks the recordings of words that a learner sends: a path must be that of a file of theirs, or
 * of the library.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD
 */
export async function requireReadableRecordings(
  db: Database,
  learnerId: string,
  urls: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = urls.flatMap((url) => mediaIdOf(url?.trim() ?? "") ?? []);
  const readable = await readableMedia(db, learnerId, ids);
  if (!ids.every((id) => readable.has(id))) {
    refuse("WORDS_INVALID_PAYLOAD", "audioUrl: you have no such recording");
  }
}

/** A file as it is sent. */
export interface ShownMedia extends Pick<MediaRow, "name" | "mime"> {
  /** Changes with the content. */
  readonly etag: string;
  readonly size: number;
  /** Reads the content. @throws AppError NOT_FOUND if it was removed just now */
  bytes(): Promise<Buffer>;
}

/**
 * A file of the learner's, or a recording of the library.
 *
 * @throws AppError NOT_FOUND
 */
export async function showMedia(
  { database }: Pick<Deps, "database">,
  learner: Learner,
  id: string,
): Promise<ShownMedia> {
  const row = (await findReadableMedia(database, learner.id, id)) ?? refuse("NOT_FOUND");
  const { name, mime, sha256, size_bytes: size } = row;
  const bytes = async () => (await findMediaBytes(database, sha256)) ?? refuse("NOT_FOUND");
  return { name, mime, size, etag: `"${sha256.slice(0, 32)}"`, bytes };
}
