import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ids } from "../basics/ids.ts";
import { isLocalCaller, type Caller, type CallerOf } from "./client-address.ts";
import { readCookie } from "./cookies.ts";
import type { RequestFacts } from "./route.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The request id sent by the caller, if it is safe for logs and headers, or a new one. */
export function requestIdOf(raw: IncomingMessage, ids: Ids): string {
  const given = raw.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : ids.next();
}

/**
 * The request data apart from its parsed parts.
 *
 * A class, unlike most of this code: one is created per request, and most getters are never called.
 */
export class IncomingFacts implements RequestFacts {
  readonly id: string;
  readonly #raw: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #callerOf: CallerOf;
  #caller: Caller | undefined;
  #aborter: AbortController | undefined;

  constructor(id: string, raw: IncomingMessage, response: ServerResponse, callerOf: CallerOf) {
    this.id = id;
    this.#raw = raw;
    this.#response = response;
    this.#callerOf = callerOf;
  }

  get ip(): string {
    return this.#from().ip;
  }

  get secure(): boolean {
    return this.#from().secure;
  }

  get forwardedHost(): string | undefined {
    return this.#from().host;
  }

  get local(): boolean {
    return isLocalCaller(this.#raw);
  }

  get signal(): AbortSignal {
    this.#aborter ??= abortedWith(this.#response);
    return this.#aborter.signal;
  }

  header(name: string): string | undefined {
    const value = this.#raw.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  cookie(name: string): string | undefined {
    const { cookie } = this.#raw.headers;
    return cookie === undefined ? undefined : readCookie(cookie, name);
  }

  #from(): Caller {
    this.#caller ??= this.#callerOf(this.#raw);
    return this.#caller;
  }
}

function abortedWith(response: ServerResponse): AbortController {
  const aborter = new AbortController();
  response.once("close", () => {
    if (!response.writableEnded) aborter.abort();
  });
  return aborter;
}
