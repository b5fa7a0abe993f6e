import type { Reply } from "@wordloom/contract";
import { pipeline, Readable } from "node:stream";
import { limitUnread } from "./body-reader.ts";
import type { Exchange } from "./exchange.ts";
import { formatCookie } from "./cookies.ts";
import type { Answer, AnswerExtras, CookieToSet, LiveBody, StreamBody } from "./route.ts";

type Headers = Record<string, string | string[]>;

/** A page of ours may load what we serve ourselves, run no inline script, and not be framed. */
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

/** Sends what a handler answered, in the form the contract promises for that status. */
export function sendAnswer(exchange: Exchange, reply: Reply, answer: Answer): void {
  const { status, data, extras } = answer;
  switch (reply.form) {
    case "enveloped":
      return sendJson(exchange, status, `{"success":true,"data":${toJson(data)}}`, extras);
    case "bare":
      return sendJson(exchange, status, toJson(data), extras);
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
  headers["content-length"] = String(Buffer.byteLength(text));
  if (extras !== undefined) addExtras(headers, exchange, extras);
  exchange.response.writeHead(status, headers);
  exchange.response.end(text);
  close(exchange, status);
}

/** Sends headers only. */
export function sendEmpty(exchange: Exchange, status: number, extras: AnswerExtras): void {
  const headers = commonHeaders(exchange);
  addExtras(headers, exchange, extras);
  exchange.response.writeHead(status, headers).end();
  close(exchange, status);
}

function toJson(data: unknown): string {
  return JSON.stringify(data) ?? "null";
}

/** Built per reply: one object and no plugin, because every request pays for it. */
function commonHeaders({ context, raw, facts, standing, gateHeaders }: Exchange): Headers {
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
  if (standing !== undefined) {
    headers["ratelimit-limit"] = String(standing.limit);
    headers["ratelimit-remaining"] = String(standing.remaining);
    headers["ratelimit-reset"] = String(standing.resetSecs);
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

/** Drops line breaks, which could smuggle in a header, and characters no header may contain. */
function printable(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
}

function setCookies({ context, facts }: Exchange, cookies: readonly CookieToSet[]): string[] {
  const { BASE_PATH: path, COOKIE_SECURE } = context.deps.settings;
  return cookies.map((one) => formatCookie(one, { path, secure: COOKIE_SECURE || facts.secure }));
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
    // Whatever the body undoes when it is not read is done before the caller can ask again.
    if (body instanceof Readable) endWith(body, response);
    else response.end();
  } else if (body instanceof Readable) {
    response.writeHead(status, headers);
    // After an error midway all that is left is to break off; either end closes both.
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
  // Without chunks there is one write per event; the end of the connection ends the body.
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.flushHeaders();
  body.start(response);
}

/** Records the request in the metrics, and in the log when it was slow. */
function close({ context, raw, facts, template, startedAtMs }: Exchange, status: number): void {
  const { clock, log, metrics } = context.deps;
  const ms = clock.monotonicMs() - startedAtMs;
  const method = raw.method ?? "GET";
  metrics.request(method, template, status, ms / 1000);
  metrics.inflight(-1);
  limitUnread(raw);
  if (ms > SLOW_MS) {
    log.warn(
      { method, path: template, status, ms: Math.round(ms), requestId: facts.id },
      "slow request",
    );
  }
}
