import type { ErrorCode } from "@wordloom/contract";
import type { IncomingMessage } from "node:http";
import { AppError } from "../app-error.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** Code of the refusal when it is larger. */
  readonly tooLarge: ErrorCode;
  readonly timeoutMs: number;
}

const EMPTY = Buffer.alloc(0);

/**
 * How much of a body that is too large is still read and thrown away, so that a client which sends
 * before it listens gets to hear why it was refused.
 */
const DISCARDED_MAX_BYTES = 32 * 1024 * 1024;
/** How long what is left of a body may take after the reply. */
const DISCARD_MS = 30_000;

/**
 * The whole body of a request.
 *
 * @throws AppError the code for too large ones, as soon as that is known; INVALID_REQUEST_BODY when
 *   it breaks off or arrives too slowly
 */
export function readBody(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> | Buffer {
  if (!announcesBody(raw)) return EMPTY;
  requireSmall(raw, limits);
  return collect(raw, limits);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * To be called once a reply is out. Node throws away what is left of the body, so that the next
 * request can follow on the same connection; a sender that takes too long over it is cut off.
 */
export function limitUnread(raw: IncomingMessage): void {
  if (raw.readableEnded || !announcesBody(raw)) return;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** Refuses a body that says of itself that it is too large. */
export function requireSmall(raw: IncomingMessage, limits: BodyLimits): void {
  const announced = Number(raw.headers["content-length"] ?? 0);
  if (announced > limits.maxBytes) throw tooLarge(limits, announced > DISCARDED_MAX_BYTES);
}

function tooLarge({ tooLarge: code }: BodyLimits, hangUp: boolean): AppError {
  return new AppError(code, undefined, hangUp ? { headers: { connection: "close" } } : {});
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
      else if (size > DISCARDED_MAX_BYTES) raw.destroy();
      else fail(tooLarge(limits, false));
    });
    raw.on("end", () => {
      clearTimeout(timer);
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    raw.on("close", () => {
      if (!raw.readableEnded) fail(broken("The body broke off."));
    });
  });
}

/** There is no telling where the next request of this connection would begin. */
function broken(message: string): AppError {
  return new AppError("INVALID_REQUEST_BODY", message, { headers: { connection: "close" } });
}
