import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { LAUNCHER, STATIC, keptLauncher, keptStatic, libOf } from "./install-layout.ts";
import {
  MinisignError,
  minisignHash,
  parsePublicKey,
  parseSignature,
  verifySignature,
} from "./minisign.ts";
import { channelOfTag, parseReleaseInfo, type ReleaseInfo } from "./release-info.ts";
import { asFailure, failUpdate } from "./update-failure.ts";

/** A tarball, its checksum and its signature. */
export interface SignedTarball {
  readonly path: string;
  readonly name: string;
  readonly tag: string;
  readonly arch: string;
}

/**
 * Compares a computed checksum with that of a checksum file, which begins with it.
 *
 * @throws UpdateFailure SHA256_MISMATCH
 */
export function checkSha256(sha256: string, checksumFile: Buffer): void {
  const expected = /^[0-9a-f]{64}(?=\s|$)/i.exec(checksumFile.toString("latin1"))?.[0];
  if (expected === undefined) failUpdate("SHA256_MISMATCH", "the checksum file has no checksum");
  if (expected.toLowerCase() !== sha256) {
    failUpdate("SHA256_MISMATCH", `the tarball has ${sha256}, not ${expected.toLowerCase()}`);
  }
}

/**
 * Checks the signature of a tarball, and that it was made for this version, channel, architecture
 * and file, so that an older signed release under a new name is refused.
 *
 * @throws UpdateFailure SignatureInvalid
 */
export async function checkSignature(
  tarball: SignedTarball,
  signatureFile: Buffer,
  publicKey: string,
): Promise<void> {
  const { name, tag, arch } = tarball;
  const comment = await trustedComment(tarball.path, signatureFile, publicKey);
  const channel = channelOfTag(tag);
  const expected = `wordloom version=${tag} channel=${channel} arch=${arch} file=${name}`;
  if (comment !== expected) {
    failUpdate("SignatureInvalid", `it was signed as "${comment.slice(0, 200)}"`);
  }
}

async function trustedComment(
  file: string,
  signatureFile: Buffer,
  publicKey: string,
): Promise<string> {
  try {
    const key = parsePublicKey(publicKey);
    const signature = parseSignature(signatureFile.toString("utf8"));
    const hash = await digestOf(file, minisignHash());
    return verifySignature(key, signature, { hash });
  } catch (error) {
    if (!(error instanceof MinisignError)) throw error;
    return failUpdate("SignatureInvalid", error.message, error);
  }
}

/**
 * Checks the files of a version in the install folder against its RELEASE.json.
 *
 * @param place  where its parts are: `kept` after it was replaced, `running` while it is in use
 * @throws UpdateFailure ArchiveInvalid
 */
export async function checkInstalled(
  installDir: string,
  tag: string,
  place: "kept" | "running",
  watch: { readonly signal: AbortSignal; onProgress(): void },
): Promise<ReleaseInfo> {
  try {
    const manifest = join(libOf(installDir, tag), "RELEASE.json");
    const info = parseReleaseInfo(await readFile(manifest, "utf8"));
    if (info.version !== tag) failUpdate("ArchiveInvalid", `the kept version is ${info.version}`);
    for (const { path, sha256 } of info.files) {
      watch.signal.throwIfAborted();
      watch.onProgress();
      const file = place === "kept" ? keptPath(installDir, tag, path) : join(installDir, path);
      if (path.endsWith("/RELEASE.json")) continue;
      if ((await hashOf(file)) !== sha256) {
        failUpdate("ArchiveInvalid", `"${path}" of ${tag} is not as it was released`);
      }
    }
    return info;
  } catch (error) {
    watch.signal.throwIfAborted();
    throw asFailure(error, "ArchiveInvalid");
  }
}

function keptPath(installDir: string, tag: string, path: string): string {
  if (path === LAUNCHER) return keptLauncher(installDir, tag);
  const inStatic = path.startsWith(`${STATIC}/`);
  return inStatic
    ? join(keptStatic(installDir, tag), path.slice(STATIC.length + 1))
    : join(installDir, path);
}

async function hashOf(file: string): Promise<string | undefined> {
  if (!(await stat(file)).isFile()) return undefined;
  return (await digestOf(file, createHash("sha256"))).toString("hex");
}

async function digestOf(file: string, hash: Hash): Promise<Buffer> {
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest();
}
