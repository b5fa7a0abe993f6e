import { archivedMedia, type ArchiveLine, type Import } from "@wordloom/contract";
import type { ArchivedFile, ImporterNeeds, TakenLines } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  findMediaOf,
  readableMedia,
  roomForMedia,
  storeMedia,
  type NewMedia,
} from "../../library/media/media.service.ts";

type Line = ArchiveLine<"media">;

/** Characters in the name of a file. */
const NAME_MAX = 255;

/** A file that the learner does not have yet; `entry` is its name in the archive. */
export interface FreshFile extends Omit<NewMedia, "bytes"> {
  readonly entry: string;
}

/**
 * The recordings and pictures of an archive as files of this service. A plan and a run find the
 * same; only a run stores files.
 */
export function createMediaMap(needs: Pick<ImporterNeeds, "ids" | "settings">, userId: string) {
  /** What the files are, by their ids in the archive. */
  const hashOf = new Map<string, string>();
  /** The learner's files, by content. */
  const idOf = new Map<string, string>();
  /** Recordings of the library that are here too. */
  const shared = new Set<string>();
  const fresh = new Map<string, FreshFile>();
  const counts = { media: 0, mediaBytes: 0 };
  const problems: Import["problems"] = [];
  let room: number | undefined;

  const leaveOut = ({ name }: Line, code: string, message: string) =>
    problems.push({ where: usableName(name), code, message });

  /** @returns undefined for a file that is there already, or stays out */
  function judge(line: Line, file: ArchivedFile | undefined): FreshFile | undefined {
    if (file === undefined)
      return void leaveOut(line, "media_unusable", "The file is missing, or of no known kind.");
    const { mime, sha256, size } = file;
    hashOf.set(line.id, sha256);
    if (idOf.has(sha256)) return undefined;
    if (size > (room ?? 0))
      return void leaveOut(line, "media_limit", "There is no room for the file.");
    const id = needs.ids.next();
    idOf.set(sha256, id);
    room = (room ?? 0) - size;
    counts.media += 1;
    counts.mediaBytes += size;
    return { id, name: usableName(line.name), mime, sha256, entry: file.name };
  }

  return {
    counts,
    problems,
    /** The file's id here; undefined if it did not come along. */
    get(archivedId: string): string | undefined {
      if (shared.has(archivedId)) return archivedId;
      return idOf.get(hashOf.get(archivedId) ?? "");
    },
    /** Finds files that are here. @returns those to be stored */
    async meet(db: Database, { lines, files }: TakenLines<"media">): Promise<FreshFile[]> {
      room ??= await roomForMedia(needs, db, userId);
      const hashes = files.map(({ sha256 }) => sha256);
      for (const [sha256, id] of await findMediaOf(db, userId, hashes)) idOf.set(sha256, id);
      const ids = lines.map(({ id }) => id);
      for (const id of await readableMedia(db, userId, ids)) shared.add(id);
      const byName = new Map(files.map((file) => [file.name, file]));
      const found: FreshFile[] = [];
      for (const line of lines) {
        if (shared.has(line.id) || hashOf.has(line.id)) continue;
        const one = judge(line, byName.get(archivedMedia(line.id)));
        if (one !== undefined) found.push(one);
      }
      for (const one of found) fresh.set(one.entry, one);
      return found;
    },
    /** Stores contents in the caller's transaction. @throws AppError MEDIA_LIMIT */
    async store(
      terms: Pick<ImporterNeeds, "clock" | "settings">,
      tx: Database,
      contents: ReadonlyMap<string, Uint8Array>,
    ): Promise<void> {
      const files = [...contents].flatMap(([entry, bytes]) => {
        const one = fresh.get(entry);
        if (one === undefined) return [];
        const { entry: _name, ...file } = one;
        return [{ ...file, bytes }];
      });
      // The learner may have brought the same content in the meantime.
      for (const { sha256, id } of await storeMedia(terms, tx, userId, files)) idOf.set(sha256, id);
    },
  };
}

/** A name as learners may send it. */
function usableName(name: string): string {
  const plain = name.replaceAll(/\p{Cc}/gu, " ").trim();
  return [...plain].slice(0, NAME_MAX).join("") || "file";
}

export type MediaMap = ReturnType<typeof createMediaMap>;
