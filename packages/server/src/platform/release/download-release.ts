import { createHash } from "node:crypto";
import type { ReleaseDisk } from "./release-disk.ts";
import { requestRelease, type ReleaseSource } from "./release-request.ts";
import { asFailure, failUpdate } from "./update-failure.ts";

/** A checksum or a signature has only a few hundred bytes. */
const SMALL_MAX_BYTES = 64 * 1024;

/** Reports the progress of a download and can stop it. */
export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Called for every piece. @param bytes  received so far */
  onBytes(bytes: number): void;
}

/**
 * Fetches a checksum or signature file.
 *
 * @throws UpdateFailure DownloadFailed
 */
export async function fetchSmallFile(
  address: string,
  source: ReleaseSource,
  watch: DownloadWatch,
): Promise<Buffer> {
  try {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of await openBody(address, source, watch.signal)) {
      bytes += piece.length;
      if (bytes > SMALL_MAX_BYTES) failUpdate("DownloadFailed", "the file is too large");
      pieces.push(piece);
      watch.onBytes(bytes);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    watch.signal.throwIfAborted();
    throw asFailure(error, "DownloadFailed");
  }
}

/**
 * Fetches a tarball into a new file, which is left incomplete on failure.
 *
 * @param maxBytes  the download is refused as soon as it exceeds this
 * @returns SHA-256 in hex, computed while the bytes arrived
 * @throws UpdateFailure DownloadFailed, TarballTooLarge, DiskFull
 */
export async function downloadTarball(
  address: string,
  to: { readonly disk: ReleaseDisk; readonly path: string; readonly maxBytes: number },
  source: ReleaseSource,
  watch: DownloadWatch,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const body = await openBody(address, source, watch.signal);
    const file = await to.disk.create(to.path, 0o644);
    try {
      for await (const piece of body) {
        bytes += piece.length;
        if (bytes > to.maxBytes) {
          failUpdate("TarballTooLarge", `the tarball has more than ${to.maxBytes} bytes`);
        }
        hash.update(piece);
        await file.write(piece);
        watch.onBytes(bytes);
      }
      await file.close();
    } catch (error) {
      await file.abandon();
      throw error;
    }
    return { sha256: hash.digest("hex"), bytes };
  } catch (error) {
    watch.signal.throwIfAborted();
    throw asFailure(error, "DownloadFailed");
  }
}

async function openBody(
  address: string,
  source: ReleaseSource,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await requestRelease(address, source, signal, {
    accept: "application/octet-stream",
  });
  if (response.status === 200 && response.body !== null) return response.body;
  await response.body?.cancel();
  return failUpdate("DownloadFailed", `the source answered ${response.status}`);
}
