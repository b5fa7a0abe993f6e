import { isDeliberate, type Reply } from "@wordloom/contract";
import { pipeline, Readable } from "node:stream";
import { gzip } from "node:zlib";
import { bestEncoding } from "./accept.ts";
import { afterUnreadBody, isUnread, limitUnreadBody } from "./body-reader.ts";
import { toJsonText } from "../basics/json-text.ts";
import type { Exchange } from "./exchange.ts";
import { formatCookie } from "./cookies.ts";
import type { Answer, AnswerExtras, CookieToSet, StreamBody } from "./route.ts";
import type { LiveBody } from "../events/live-body.ts";

type Headers = Record<string, string | string[]>;

/** Pages may load only resources of this server, run no inline scripts, and not be framed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const JSON_TYPE = "application/json; charset=utf-8";
const ONE_YEAR = "max-age=31536000";
const SLOW_MS = 1_000;
/**
 * Characters of JSON above which a reply is compressed; a smaller one fits into a few packets
 * anyway.
 */
const COMPRESSED_FROM = 16_384;
/** Half the time of the usual level 6, for a tenth more bytes. */
const COMPRESSION = { level: 3 };

/** Sends a handler's answer in the form that the contract defines for its status. */
export function sendAnswer(exchange: Exchange, reply: Reply, answer: Answer): void {
  const { status, data, extras } = answer;
  switch (reply.form) {
    case "enveloped":
      return sendJson(exchange, status, `{"success":true,"data":${toJsonText(data)}}`, extras);
    case "bare":
      return sendJson(exchange, status, toJsonText(data), extras);
    case "stream":
      return sendBody(exchange, reply.contentType, answer);
  }
}

export function sendJson(
  exchange: Exchange,
  status: number,
  text: string,
  extras?: AnswerExtras,
): void {
  const headers = commonHeaders(exchange);
  headers["content-type"] = JSON_TYPE;
  if (extras !== undefined) addExtras(headers, exchange, extras);
  if (text.length >= COMPRESSED_FROM) return sendLarge(exchange, status, headers, text);
  sendWhole(exchange, status, headers, text);
}

/**
 * Compresses a reply if the caller accepts that, because on a slow network the wait for a large
 * reply is mostly its bytes. A thread does the work. The ETag remains that of the content, so that
 * it also works for If-Match.
 */
function sendLarge(exchange: Exchange, status: number, headers: Headers, text: string): void {
  headers["vary"] = [headers["vary"], "Accept-Encoding"].filter(Boolean).join(", ");
  if (bestEncoding(exchange.raw.headers["accept-encoding"]?.toString(), ["gzip"]) === "identity") {
    return sendWhole(exchange, status, headers, text);
  }
  gzip(text, COMPRESSION, (error, packed) => {
    if (error !== null) return sendWhole(exchange, status, headers, text);
    headers["content-encoding"] = "gzip";
    sendWhole(exchange, status, headers, packed);
  });
}

function sendWhole(
  exchange: Exchange,
  status: number,
  headers: Headers,
  body: string | Buffer,
): void {
  const { response, raw } = exchange;
  headers["content-length"] = String(Buffer.byteLength(body));
  // A caller that asked to close the connection may still be sending: closing it early would show a
  // broken connection instead of the reply. A connection that we want closed is closed.
  const lingers = !response.shouldKeepAlive && headers["connection"] === undefined;
  response.writeHead(status, headers);
  if (lingers && isUnread(raw)) {
    response.write(body);
    afterUnreadBody(raw, () => response.end());
  } else response.end(body);
  close(exchange, status);
}

/** Sends headers only. */
export function sendEmpty(exchange: Exchange, status: number, extras: AnswerExtras): void {
  const headers = commonHeaders(exchange);
  addExtras(headers, exchange, extras);
  exchange.response.writeHead(status, headers).end();
  close(exchange, status);
}

/** One object literal and no plugin, because this runs for every request. */
function commonHeaders({ context, raw, facts, limitStatus, gateHeaders }: Exchange): Headers {
  const headers: Headers = {
    "x-request-id": facts.id,
    "x-server-time": String(context.deps.clock.nowMs()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cache-control": "no-store",
  };
  if (facts.secure) headers["strict-transport-security"] = ONE_YEAR;
  if (limitStatus !== undefined) {
    headers["ratelimit-limit"] = String(limitStatus.limit);
    headers["ratelimit-remaining"] = String(limitStatus.remaining);
    headers["ratelimit-reset"] = String(limitStatus.resetSecs);
  }
  if (gateHeaders !== undefined) Object.assign(headers, gateHeaders);
  context.cors.addTo(headers, raw);
  return headers;
}

function addExtras(headers: Headers, exchange: Exchange, extras: AnswerExtras): void {
  for (const [name, value] of Object.entries(extras.headers ?? {})) {
    const key = name.toLowerCase();
    const varies = key === "vary" ? headers[key] : undefined;
    headers[key] = varies === undefined ? printable(value) : `${String(varies)}, ${value}`;
  }
  const { cookies = [] } = extras;
  if (cookies.length > 0) headers["set-cookie"] = setCookies(exchange, cookies);
}

/** Drops line breaks, which could inject a header, and characters not allowed in headers. */
function printable(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
}

function setCookies({ context, facts }: Exchange, cookies: readonly CookieToSet[]): string[] {
  const { BASE_PATH: path, COOKIE_SECURE } = context.deps.settings;
  return cookies.map((cookie) =>
    formatCookie(cookie, { path, secure: COOKIE_SECURE || facts.secure }),
  );
}

function sendBody(exchange: Exchange, contentType: string, { status, data, extras }: Answer): void {
  const { response, raw } = exchange;
  const headers = commonHeaders(exchange);
  if (contentType !== "") headers["content-type"] = contentType;
  if (extras !== undefined) addExtras(headers, exchange, extras);
  const body = (data ?? "") as StreamBody;
  if (typeof body === "string" || body instanceof Uint8Array) {
    if (status !== 304) headers["content-length"] = String(Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
  } else if (raw.method === "HEAD") {
    response.writeHead(status, headers);
    // The reply ends after the body's cleanup, so that it is done before the next request.
    if (body instanceof Readable) endWith(body, response);
    else response.end();
  } else if (body instanceof Readable) {
    response.writeHead(status, headers);
    // After an error midway, the connection is closed; closing either end closes both.
    pipeline(body, response, () => undefined);
  } else {
    goLive(exchange, status, headers, body);
  }
  close(exchange, status);
}

function endWith(body: Readable, response: Exchange["response"]): void {
  body.on("error", () => undefined);
  body.once("close", () => response.end());
  body.destroy();
}

function goLive(exchange: Exchange, status: number, headers: Headers, body: LiveBody): void {
  const { context, response } = exchange;
  context.live.add(response);
  response.once("close", () => context.live.delete(response));
  // Without chunked encoding there is one write per event; the connection's end ends the body.
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.flushHeaders();
  body.start(response);
}

/** Records the request in the metrics and, if it was slow, in the log. */
function close(exchange: Exchange, status: number): void {
  const { context, raw, facts, template, startedAtMs, refusal } = exchange;
  const { clock, log, metrics } = context.deps;
  const ms = clock.monotonicMs() - startedAtMs;
  const method = raw.method ?? "GET";
  const deliberate = refusal !== undefined && isDeliberate(refusal);
  metrics.request(method, template, status, ms / 1000, { deliberate });
  metrics.inflight(-1);
  limitUnreadBody(raw);
  if (ms > SLOW_MS) {
    log.warn(
      { method, path: template, status, ms: Math.round(ms), requestId: facts.id },
      "slow request",
    );
  }
}
