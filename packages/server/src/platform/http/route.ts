import type { Endpoint, Parsed, PathParams, ReplyData } from "@wordloom/contract";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import type { Admin, Anonymous, Learner } from "../actor.ts";

/** What a route may know of the request besides its parsed parts. */
export interface RequestFacts {
  /** Request id: echoed as X-Request-Id, named traceId in errors. */
  readonly id: string;
  /** Address of the caller, with trusted proxies taken into account. */
  readonly ip: string;
  /** True when the caller reached us over https. */
  readonly secure: boolean;
  /** A request header in lower case, or undefined. */
  header(name: string): string | undefined;
  /** A cookie of the request. */
  cookie(name: string): string | undefined;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** True when the other end of the connection is this machine itself. */
  readonly loopback: boolean;
}

export interface AnswerExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieToSet[];
}

/** `maxAgeSecs` 0 clears the cookie. The platform adds Path, Secure, HttpOnly and SameSite. */
export interface CookieToSet {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSecs: number;
}

/** Built by `answer(...)`; the platform turns it into a reply. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly extras?: AnswerExtras;
}

/** A reply that is not JSON: bytes, text, or a stream that is piped out with back-pressure. */
export type StreamBody = string | Uint8Array | Readable | LiveBody;

/**
 * A reply that goes on until either side ends it. The platform sends status and headers (without
 * chunking: the end of the connection is the end of the body), then hands over the raw response.
 */
export interface LiveBody {
  start(sink: ServerResponse): void;
}

type ActorOf<A extends Endpoint["access"]> = {
  none: Anonymous;
  learner: Learner;
  admin: Admin;
  super: Admin;
  learner_or_admin: Learner | Admin;
}[A];

/** One parsed call of an endpoint. */
export interface Call<E extends Endpoint> {
  readonly actor: ActorOf<E["access"]>;
  readonly params: PathParams<E["path"]>;
  readonly query: Parsed<E["query"]>;
  readonly body: E["bodyForm"] extends "raw" ? Buffer : Parsed<E["body"]>;
  readonly request: RequestFacts;
  /** With `limitLast`: the answer to give instead when the call is valid but over the limit. */
  readonly excess: Answer | undefined;
  answer<S extends keyof E["replies"] & number>(
    status: S,
    data: ReplyData<E, S>,
    extras?: AnswerExtras,
  ): Answer;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer> | Answer;

export interface MountOptions<E extends Endpoint> {
  /** A check that needs only the caller and the headers; runs before path, query and body. */
  readonly before?: (call: Pick<Call<E>, "actor" | "request">) => Promise<void> | void;
  /**
   * A call over a limit that answers instead of refusing is validated like any other, and its
   * handler gets that answer as `excess`.
   */
  readonly limitLast?: true;
}

/** Puts an endpoint into service. Each endpoint is mounted exactly once. */
export type Mount = <const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: MountOptions<E>,
) => void;

/** What a `*.routes.ts` file exports. */
export type RouteModule = (mount: Mount, deps: Deps) => void;
