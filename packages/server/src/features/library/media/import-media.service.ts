import type { Import } from "@wordloom/contract";
import { mediaName, mediaNamesIn, type DeckNote, type DeckRow } from "@wordloom/imports";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { keptRecordings } from "./media-sources.service.ts";
import { findMediaOf, mediaIdOf, mediaUrl, readableMedia, storeMedia } from "./media.service.ts";
import type { DeckFile } from "./deck-files.ts";

/** A file of the deck as the learner has it, or will. */
export interface ImportedFile extends DeckFile {
  readonly id: string;
  readonly isNew: boolean;
}

/** What became of a row. */
interface JudgedNote {
  readonly wordId: string | null;
  readonly note?: DeckNote;
}

/**
 * The recordings and pictures of one import. A plan and a run find the same; only a run stores
 * files.
 *
 * @param roomBytes  what the learner may have besides the files that are there
 */
export function createImportMedia(userId: string, newId: () => string, roomBytes: number) {
  let leftBytes = roomBytes;
  const files = new Map<string, ImportedFile>();
  /** Ids by content: files with two names are kept once. */
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  /** What recordings that rows name are called here, if they may be played. */
  const addresses = new Map<string, string>();

  return {
    /**
     * Learns of the next rows, before they are judged, and of the files that they name first.
     *
     * @returns the files for which there is no room: their words come in without them
     */
    async meet(
      db: Database,
      rows: readonly DeckRow[],
      found: readonly DeckFile[],
    ): Promise<Import["problems"]> {
      const hashes = found.map(({ sha256 }) => sha256);
      const known = new Set<string>();
      for (const [sha256, id] of await findMediaOf(db, userId, hashes)) {
        if (taken.has(sha256)) continue;
        ids.set(sha256, id);
        known.add(sha256);
      }
      // Which of these files the words need is not known before the rows are judged.
      let restBytes = leftBytes;
      const leftOut: string[] = [];
      for (const file of found) {
        const isAnother = !ids.has(file.sha256);
        if (isAnother && file.size > restBytes) {
          leftOut.push(file.name);
          continue;
        }
        if (isAnother) restBytes -= file.size;
        const id = ids.get(file.sha256) ?? newId();
        ids.set(file.sha256, id);
        files.set(file.name, { ...file, id, isNew: !known.has(file.sha256) });
      }
      const named = rows.flatMap((row) => ("word" in row ? (row.word.audio ?? []) : []));
      const kept = await keptRecordings(db, userId, named);
      const readable = await readableMedia(
        db,
        userId,
        named.flatMap((audio) => mediaIdOf(audio) ?? []),
      );
      addresses.clear();
      for (const audio of named) {
        const id = mediaIdOf(audio);
        if (id !== undefined && readable.has(id)) addresses.set(audio, audio);
        if (audio.startsWith("https://")) addresses.set(audio, kept.get(audio) ?? audio);
      }
      return withoutRoom(leftOut, rows);
    },
    /** The address of a recording that a row names; undefined if there is none to play. */
    recordingOf(audio: string): string | undefined {
      const file = files.get(mediaName(audio));
      if (file === undefined) return addresses.get(audio);
      return file.mime.startsWith("audio/") ? mediaUrl(file.id) : undefined;
    },
    /** The new files that these rows need and no earlier ones did. */
    newIn(judged: readonly JudgedNote[]): ImportedFile[] {
      const fresh = new Map<string, ImportedFile>();
      for (const { wordId, note } of judged) {
        if (wordId === null || note === undefined) continue;
        for (const name of mediaNamesIn(note.fields)) {
          const file = files.get(name);
          if (file?.isNew !== true || taken.has(file.sha256) || fresh.has(file.sha256)) continue;
          fresh.set(file.sha256, file);
        }
      }
      return [...fresh.values()];
    },
    /** Counts files as taken. */
    take(fresh: readonly ImportedFile[]): { media: number; mediaBytes: number } {
      for (const { sha256 } of fresh) taken.add(sha256);
      const mediaBytes = fresh.reduce((sum, { size }) => sum + size, 0);
      leftBytes -= mediaBytes;
      return { media: fresh.length, mediaBytes };
    },
    /** Ids of the files that notes name, by name. */
    named: files as ReadonlyMap<string, Pick<ImportedFile, "id">>,
    /** Stores the contents of files in the caller's transaction. @throws AppError MEDIA_LIMIT */
    async store(
      needs: Pick<Deps, "clock" | "settings">,
      tx: Database,
      contents: ReadonlyMap<string, Uint8Array>,
    ): Promise<void> {
      const stored = [...contents].flatMap(([name, bytes]) => {
        const file = files.get(name);
        return file === undefined ? [] : [{ ...file, bytes }];
      });
      await storeMedia(
        needs,
        tx,
        userId,
        stored.map(({ id, name, mime, sha256, bytes }) => ({ id, name, mime, sha256, bytes })),
      );
    },
  };
}

/** The problem of each file, at the first row that names it. */
function withoutRoom(names: readonly string[], rows: readonly DeckRow[]): Import["problems"] {
  if (names.length === 0) return [];
  const places = new Map<string, string>();
  for (const { where, note } of rows)
    for (const name of mediaNamesIn(note?.fields ?? []))
      if (!places.has(name)) places.set(name, where);
  return names.map((name) => ({
    where: places.get(name) ?? "",
    code: "no_room",
    message: `There is no room for the file ${name.slice(0, 100)}.`,
  }));
}

export type ImportMedia = ReturnType<typeof createImportMedia>;
