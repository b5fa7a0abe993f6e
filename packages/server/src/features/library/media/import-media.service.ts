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
 */
export function createImportMedia(userId: string, newId: () => string) {
  const files = new Map<string, ImportedFile>();
  /** Ids by content: files with two names are kept once. */
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  /** What recordings that rows name are called here, if they may be played. */
  const addresses = new Map<string, string>();

  return {
    /** Learns of the next rows, before they are judged, and of the files that they name first. */
    async meet(db: Database, rows: readonly DeckRow[], found: readonly DeckFile[]): Promise<void> {
      const hashes = found.map(({ sha256 }) => sha256);
      const known = new Set<string>();
      for (const [sha256, id] of await findMediaOf(db, userId, hashes)) {
        if (taken.has(sha256)) continue;
        ids.set(sha256, id);
        known.add(sha256);
      }
      for (const file of found) {
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
      return { media: fresh.length, mediaBytes: fresh.reduce((sum, { size }) => sum + size, 0) };
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

export type ImportMedia = ReturnType<typeof createImportMedia>;
