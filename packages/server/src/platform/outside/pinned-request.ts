import http from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import zlib from "node:zlib";
import { overBytes } from "../basics/over-limit.ts";
import { OutboundError } from "./outbound-error.ts";
import type { LookupFunction } from "node:net";

/** An address that has been checked. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Sends one request over a new connection to one of the given addresses; the name is not resolved
 * again. Replies other than 2xx, redirects included, count as failed.
 *
 * @throws OutboundError `failed`
 */
export function exchange(
  target: URL,
  method: "GET" | "POST",
  addresses: readonly PinnedAddress[],
  deadline: AbortSignal,
): Promise<http.IncomingMessage> {
  const secure = target.protocol === "https:";
  const client = secure ? https : http;
  const agent = new client.Agent({ keepAlive: false });
  const headers = { accept: "*/*", "accept-encoding": "gzip, br", "user-agent": "Wordloom" };
  const options = { method, agent, headers, lookup: pin(addresses), signal: deadline };
  return new Promise((resolve, reject) => {
    const request = client.request(target, options, (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return resolve(response);
      response.destroy();
      reject(new OutboundError("failed", `the server answered ${status}`));
    });
    request.on("error", (error) => reject(new OutboundError("failed", error.message, error)));
    request.end();
  });
}

/** A name look-up that returns only the checked addresses. */
function pin(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}

/**
 * The decompressed body, piece by piece; ends as soon as it is too large. The connection closes
 * when the caller stops reading.
 *
 * @throws OutboundError `too_large`, `read_failed`, or `failed` for an unknown encoding
 */
export async function* readPieces(
  response: http.IncomingMessage,
  maxBytes: number,
  deadline: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const body = decoded(response);
  const tooLarge = (bytes?: number) =>
    new OutboundError(
      "too_large",
      `more than ${maxBytes} bytes`,
      undefined,
      overBytes(maxBytes, bytes),
    );
  let size = 0;
  try {
    const announced = announcedBytes(response);
    if (body === response && announced > maxBytes) throw tooLarge(announced);
    for await (const piece of body as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      yield piece;
      // The reader may be slow, but nothing is read after the deadline.
      deadline.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    const reason = deadline.aborted ? "it took too long" : "the answer broke off";
    throw new OutboundError("read_failed", reason, error);
  } finally {
    response.destroy();
  }
}

/** 0 if the server does not announce a length. */
function announcedBytes(response: http.IncomingMessage): number {
  return Number(response.headers["content-length"] ?? 0);
}

function decoded(response: http.IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity") return response;
  const decoder = decoderOf(encoding);
  if (decoder === undefined) {
    response.destroy();
    throw new OutboundError("failed", "the answer has an unknown encoding");
  }
  // The reader of the decoder gets all errors; the callback only keeps them from being unhandled.
  return pipeline(response, decoder, () => undefined);
}

function decoderOf(encoding: string) {
  if (encoding === "gzip" || encoding === "x-gzip") return zlib.createGunzip();
  if (encoding === "deflate") return zlib.createInflate();
  if (encoding === "br") return zlib.createBrotliDecompress();
  return undefined;
}
