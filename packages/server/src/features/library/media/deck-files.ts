import { createHash } from "node:crypto";
import type { MediaType } from "@wordloom/contract";
import { MEDIA_BYTES_MAX } from "@wordloom/contract/limits";
import { mediaNamesIn, UnreadableError, type Deck, type DeckRow } from "@wordloom/imports";
import { mediaTypeOf } from "./media-type.ts";

/** A file of a deck, or of an account, that can be kept. */
export interface DeckFile {
  /** As notes name it; its name in the archive of an account. */
  readonly name: string;
  readonly mime: MediaType;
  readonly sha256: string;
  readonly size: number;
}

/** Bytes sent at a time, unless a single file has more. */
const PART_BYTES = 2 * 1024 ** 2;

/** Reads the files of a deck, or of the archive of an account, one at a time. */
export function createDeckFiles({ media }: Pick<Deck, "media">) {
  const met = new Set<string>();

  /** Undefined for what cannot be kept: too large, damaged, absent, of another kind. */
  async function bytesOf(name: string): Promise<Uint8Array | undefined> {
    if (!media.files.has(name)) return undefined;
    try {
      return await media.bytes(name, MEDIA_BYTES_MAX);
    } catch (error) {
      if (error instanceof UnreadableError) return undefined;
      throw error;
    }
  }

  /** Those of these files that can be kept and that were not asked for before. */
  async function judged(names: readonly string[]): Promise<DeckFile[]> {
    const files: DeckFile[] = [];
    for (const name of names) {
      if (met.has(name)) continue;
      met.add(name);
      const bytes = await bytesOf(name);
      const mime = bytes && mediaTypeOf(bytes);
      if (bytes === undefined || mime === undefined) continue;
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      files.push({ name, mime, sha256, size: bytes.byteLength });
    }
    return files;
  }

  return {
    judged,
    /** The files that these notes name and no earlier ones did. */
    namedIn: (rows: readonly DeckRow[]): Promise<DeckFile[]> =>
      judged(rows.flatMap(({ note }) => mediaNamesIn(note?.fields ?? []))),
    /** The contents of files, some at a time. */
    async *contents(names: readonly string[]): AsyncGenerator<Map<string, Uint8Array>> {
      let part = new Map<string, Uint8Array>();
      let size = 0;
      for (const name of names) {
        const bytes = await bytesOf(name);
        if (bytes === undefined) continue;
        part.set(name, bytes);
        size += bytes.byteLength;
        if (size < PART_BYTES) continue;
        yield part;
        [part, size] = [new Map(), 0];
      }
      if (part.size > 0) yield part;
    },
  };
}

export type DeckFiles = ReturnType<typeof createDeckFiles>;
