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

/** What was built: the archive, and beside it `.sha256` and `.minisig`. */
export interface BuiltRelease {
  readonly archive: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
  readonly sha256: string;
  readonly isSigned: boolean;
}

/** How it is written. */
export interface ReleaseOutput {
  /** Made when missing. */
  readonly folder: string;
  /** Signs the archive; without it there is no `.minisig`. */
  readonly key?: MinisignSecretKey | undefined;
  /** Of gzip; 9 unless it has to be quick. */
  readonly level?: number;
}

/** @throws Error unless the tag is one of those that may be released */
export function lintTag(tag: string): void {
  if (channelOfTag(tag) !== undefined) return;
  throw new Error(`"${tag}" is no release tag: only vX.Y.Z and vX.Y.Z-beta.N are`);
}

/**
 * Builds the release of one tag for one kind of machine.
 *
 * @throws Error for another form of tag, a key that is not the one compiled in, or a missing part
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
