import { pipeline, Readable } from "node:stream";
import { constants, createZstdDecompress } from "node:zlib";
import { RATIO_MAX, SMALL, UNPACKED_MAX } from "./archive-limits.ts";
import { tooLarge, UnreadableError } from "./unreadable.ts";

/** Frames that look back further would need more memory, log2 of bytes. */
const WINDOW_LOG_MAX = 24;

/**
 * Unpacks a file that is packed with Zstandard, within the limits that hold for archives.
 *
 * @param packed  the size of the packed file, bytes
 * @param name  for refusals
 * @throws UnreadableError
 */
export async function* unpackZstd(
  pieces: AsyncIterable<Uint8Array>,
  packed: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  const unpack = createZstdDecompress({
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX },
  });
  // The loop below meets the faults of both streams.
  pipeline(Readable.from(pieces), unpack, () => {});
  let size = 0;
  try {
    for await (const piece of unpack as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > UNPACKED_MAX) throw tooLarge("It unpacks to more than 1 GiB.", name);
      if (size > SMALL && size > packed * RATIO_MAX)
        throw tooLarge(`It is packed more than ${RATIO_MAX} to 1.`, name);
      yield piece;
    }
  } catch (fault) {
    if (fault instanceof UnreadableError) throw fault;
    throw new UnreadableError("Its packed bytes are damaged.", name);
  } finally {
    unpack.destroy();
  }
}
