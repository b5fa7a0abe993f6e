import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  parsePublicKey,
  signContent,
  type MinisignSecretKey,
} from "@wordloom/server/platform/release/minisign";
import { channelOfTag } from "@wordloom/server/platform/release/release-info";
import { packArchive, sha256Of } from "./release-archive.ts";
import { releaseParts, type ReleaseOrder } from "./release-parts.ts";

/** The archive, with `.sha256` and `.minisig` next to it. */
export interface BuiltRelease {
  readonly archive: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
  readonly sha256: string;
  readonly isSigned: boolean;
}

/** Options of writing it. */
export interface ReleaseOutput {
  /** Created if missing. */
  readonly folder: string;
  /** Signs the archive; without it there is no `.minisig`. */
  readonly key?: MinisignSecretKey | undefined;
  /** Level of gzip; 9 unless it has to be fast. */
  readonly level?: number;
}

/** @throws Error unless the tag may be released */
export function lintTag(tag: string): void {
  if (channelOfTag(tag) !== undefined) return;
  throw new Error(`"${tag}" is no release tag: only vX.Y.Z and vX.Y.Z-beta.N are`);
}

/**
 * Builds the release of one tag for one kind of machine.
 *
 * @throws Error for an invalid tag, a key other than the compiled-in one, or a missing part
 */
export async function buildRelease(
  order: ReleaseOrder,
  { folder, key, level = 9 }: ReleaseOutput,
): Promise<BuiltRelease> {
  const { tag, arch, minisignPublicKey } = order;
  lintTag(tag);
  if (minisignPublicKey !== "") {
    const compiledIn = parsePublicKey(minisignPublicKey);
    if (key !== undefined && !compiledIn.key.equals(key.key)) {
      throw new Error(
        "the key that signs is not that of MINISIGN_PUBKEY: updates would be refused",
      );
    }
  }
  const topFolder = `wordloom-${tag}-${arch}`;
  const files = await releaseParts(order);
  const content = packArchive(topFolder, files, level);
  const name = `${topFolder}.tar.gz`;
  const archive = join(folder, name);
  const sha256 = sha256Of(content);
  mkdirSync(folder, { recursive: true });
  writeFileSync(archive, content);
  writeFileSync(`${archive}.sha256`, `${sha256}  ${name}\n`);
  if (key !== undefined) {
    const comment = trustedComment(tag, arch, name);
    writeFileSync(`${archive}.minisig`, signContent(key, { content }, comment));
  }
  return {
    archive,
    bytes: content.length,
    files: files.length,
    sha256,
    isSigned: key !== undefined,
    unpackedBytes: files.reduce((sum, file) => sum + file.content.length, 0),
  };
}

/** Binds a signature to a version, channel, machine and file. */
function trustedComment(tag: string, arch: string, name: string): string {
  return `wordloom version=${tag} channel=${channelOfTag(tag)} arch=${arch} file=${name}`;
}
