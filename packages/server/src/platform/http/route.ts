import type { Endpoint, Parsed, PathParams, ReplyData } from "@wordloom/contract";
import type { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import type { Admin, Anonymous, Learner } from "../identity/actor.ts";
import type { LiveBody } from "../events/live-body.ts";

/** The request data available to routes, apart from the parsed parts. */
export interface RequestFacts {
  /** Request id: echoed as X-Request-Id, and as traceId in errors. */
  readonly id: string;
  /** Address of the caller, taking trusted proxies into account. */
  readonly ip: string;
  /** Whether the request came over https. */
  readonly secure: boolean;
  /** A request header by its lowercase name. */
  header(name: string): string | undefined;
  /** A cookie of the request. */
  cookie(name: string): string | undefined;
  /** The host that the caller requested from a trusted proxy, if the proxy says so. */
  readonly forwardedHost: string | undefined;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Whether the caller is a program on this machine, but not a proxy. */
  readonly local: boolean;
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

/** A reply that is not JSON: bytes, text, or a stream, sent with back-pressure. */
export type StreamBody = string | Uint8Array | Readable | LiveBody;

type ActorOf<A extends Endpoint["access"]> = {
  none: Anonymous;
  learner: Learner;
  admin: Admin;
  super: Admin;
  learner_or_admin: Learner | Admin;
}[A];

type BodyOf<E extends Endpoint> = E["bodyForm"] extends "raw"
  ? Buffer
  : E["bodyForm"] extends "stream" | "file"
    ? AsyncIterable<Uint8Array>
    : Parsed<E["body"]>;

/** One parsed call of an endpoint. */
export interface Call<E extends Endpoint> {
  readonly actor: ActorOf<E["access"]>;
  readonly params: PathParams<E["path"]>;
  readonly query: Parsed<E["query"]>;
  readonly body: BodyOf<E>;
  readonly request: RequestFacts;
  /** With `limitLast`: the answer to return if the call is valid but over the limit. */
  readonly excess: Answer | undefined;
  answer<S extends keyof E["replies"] & number>(
    status: S,
    data: ReplyData<E, S>,
    extras?: AnswerExtras,
  ): Answer;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer> | Answer;

export interface MountOptions<E extends Endpoint> {
  /**
   * A check that needs only the caller and the headers; runs before path, query and body are
   * parsed.
   */
  readonly before?: (call: Pick<Call<E>, "actor" | "request">) => Promise<void> | void;
  /**
   * For buckets that drop instead of refusing: the handler has more checks that precede the limit,
   * so a call over the limit reaches it, with the reply as `excess`.
   */
  readonly limitLast?: true;
}

/** Mounts an endpoint. Each endpoint is mounted exactly once. */
export type Mount = <const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: MountOptions<E>,
) => void;

/** Exported by a `*.routes.ts` file. */
export type RouteModule = (mount: Mount, deps: Deps) => void;
