import type { ErrorCode } from "@wordloom/contract";
import type { IncomingMessage } from "node:http";
import { AppError } from "../basics/app-error.ts";
import { overBytes, overLimit } from "../basics/over-limit.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** Error code if the body is larger. */
  readonly tooLarge: ErrorCode;
  readonly timeoutMs: number;
}

const EMPTY = Buffer.alloc(0);

/**
 * How much of an oversized body is read and discarded, so that a client that sends everything
 * before reading the reply still gets it: twice the endpoint's limit, and at least this.
 */
const DISCARDED_MIN_BYTES = 32 * 1024 * 1024;
/** Time limit for the rest of a body after the reply. */
const DISCARD_MS = 30_000;

/**
 * Reads the whole body of a request.
 *
 * @throws AppError `limits.tooLarge`, as soon as the size is known; INVALID_REQUEST_BODY if the
 *   body is interrupted or arrives too slowly
 */
export function readBody(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> | Buffer {
  if (!hasBody(raw)) return EMPTY;
  requireWithinLimit(raw, limits);
  return collect(raw, limits);
}

/**
 * The pieces of a body as they arrive; reads no more than the caller consumes. The rest is
 * discarded after the reply.
 *
 * @throws AppError `limits.tooLarge` if the size is announced
 */
export function streamBody(raw: IncomingMessage, limits: BodyLimits): AsyncIterable<Buffer> {
  if (hasBody(raw)) requireWithinLimit(raw, limits);
  return piecesOf(raw, limits);
}

/** @throws AppError like `readBody`, while the pieces are consumed */
async function* piecesOf(raw: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer> {
  let size = 0;
  let isLate = false;
  let refuseWaiting: (fault: AppError) => void = () => undefined;
  const tooLate = () => broken("The body arrived too slowly.");
  const timer = setTimeout(() => {
    isLate = true;
    refuseWaiting(tooLate());
  }, limits.timeoutMs).unref();
  const pieces = (raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[
    Symbol.asyncIterator
  ]();
  // A race with one promise for all pieces would keep every piece until that promise settles.
  const nextInTime = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      refuseWaiting = reject;
      pieces.next().catch(refuseBroken).then(resolve, reject);
    });
  try {
    for (;;) {
      if (isLate) throw tooLate();
      const next = await nextInTime();
      if (next.done === true) return;
      size += next.value.byteLength;
      if (size > limits.maxBytes) throw tooLarge(limits, size > discardedBytes(limits));
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
  }
}

function refuseBroken(): never {
  throw broken("The body is incomplete.");
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether part of the body is still to arrive. */
export function isUnread(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.readableEnded && !raw.destroyed;
}

/** Discards the rest of a body, and calls `ended` when it is complete. */
export function afterUnreadBody(raw: IncomingMessage, ended: () => void): void {
  raw.once("close", ended);
  raw.resume();
}

/**
 * Call it after the reply has been sent. Node discards the rest of the body, so that the connection
 * can be reused; a client that takes too long is disconnected.
 */
export function limitUnreadBody(raw: IncomingMessage): void {
  if (!isUnread(raw)) return;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

/**
 * Refuses a file that is packed for the way or wrapped in a form, because its bytes would be taken
 * for the file's.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function requirePlainFile({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"] ?? "identity";
  const isForm = /^\s*(?:multipart\/|application\/x-www-form-urlencoded)/i;
  if (encoding.trim().toLowerCase() !== "identity" || isForm.test(headers["content-type"] ?? ""))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE");
}

/** Refuses a body whose Content-Length is over the limit. */
export function requireWithinLimit(raw: IncomingMessage, limits: BodyLimits): void {
  const announced = Number(raw.headers["content-length"] ?? 0);
  if (announced > limits.maxBytes) {
    throw tooLarge(limits, announced > discardedBytes(limits), announced);
  }
}

function discardedBytes({ maxBytes }: BodyLimits): number {
  return Math.max(DISCARDED_MIN_BYTES, 2 * maxBytes);
}

/** @param bytes  undefined if the rest is not read */
function tooLarge(
  { tooLarge: code, maxBytes }: BodyLimits,
  hangUp: boolean,
  bytes?: number,
): AppError {
  const extras = hangUp ? { headers: { connection: "close" } } : {};
  return overLimit(code, overBytes(maxBytes, bytes), extras);
}

function collect(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: AppError) => {
      clearTimeout(timer);
      chunks.length = 0;
      reject(error);
    };
    const timer = setTimeout(() => fail(broken("The body arrived too slowly.")), limits.timeoutMs);
    raw.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limits.maxBytes) chunks.push(chunk);
      else if (size > discardedBytes(limits)) raw.destroy();
      else fail(tooLarge(limits, false));
    });
    raw.on("end", () => {
      clearTimeout(timer);
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    raw.on("close", () => {
      if (!raw.readableEnded) fail(broken("The body is incomplete."));
    });
  });
}

/** Closes the connection, because the start of the next request cannot be determined. */
function broken(message: string): AppError {
  return new AppError("INVALID_REQUEST_BODY", message, { headers: { connection: "close" } });
}
