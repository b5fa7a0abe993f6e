import { Readable } from "node:stream";

/** Buffered for a slow reader, in addition to one chunk. */
const BUFFERED_BYTES = 64 * 1024;

/**
 * A stream of what a generator yields, which is asked only as fast as the stream is read.
 *
 * @param onUnread  called if nothing of it is read, as for HEAD
 */
export function toDownload(
  chunks: AsyncGenerator<string | Uint8Array>,
  onUnread: () => Promise<void>,
): Readable {
  let isRead = false;
  return new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      isRead = true;
      chunks.next().then(
        ({ done, value }) => void this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    // Not Readable.from(): it reports a client's disconnect to the generator as an error.
    destroy(error, done) {
      const settled = isRead ? chunks.return(undefined) : onUnread();
      settled.then(
        () => done(error),
        (inner: Error) => done(error ?? inner),
      );
    },
  });
}
