import type { Endpoint, Parsed, PathParams, Sent } from "./endpoint.ts";

/** The part of `fetch` that the client uses; environments and tests can supply their own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page in a browser. The client itself never sets it. */
  readonly keepalive?: boolean;
}

export interface FetchReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface ClientOptions {
  /** Base URL of the service including BASE_PATH, e.g. `https://words.example.org`. */
  readonly baseUrl: string;
  readonly fetch?: Fetch;
  /** Returns the current bearer token; absent for cookie sign-in or anonymous calls. */
  readonly token?: () => string | undefined;
  /** Sent with every call, e.g. `x-app-version`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error reported by the service. Status 0 means no usable reply. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly traceId: string | undefined;
  /** Seconds to wait before trying again, if the service gives a time. */
  readonly retryAfterSecs: number | undefined;
  /** All faults of the request, if the service lists several. */
  readonly faults: readonly ApiFault[];

  constructor(status: number, facts: ErrorFacts) {
    super(facts.message ?? `The service answered ${status}.`);
    this.status = status;
    this.code = facts.code ?? facts.error ?? "UNKNOWN";
    this.traceId = facts.traceId;
    this.retryAfterSecs = facts.retryAfterSecs;
    this.faults = Array.isArray(facts.faults) ? facts.faults : [];
  }
}

interface ErrorFacts {
  readonly code?: string;
  /** The code in replies of the retired interface. */
  readonly error?: string;
  readonly message?: string;
  readonly traceId?: string;
  readonly retryAfterSecs?: number;
  readonly faults?: readonly ApiFault[];
}

/** One of several faults in a request. */
export interface ApiFault {
  /**
   * Name of the field, or path of the value in a configuration; absent if the fault concerns the
   * whole.
   */
  readonly field?: string;
  readonly path?: string;
  /** The code that this fault alone would have produced. */
  readonly code?: string;
  /** What a valid value is, in English. */
  readonly rule: string;
  /** For something too large: the limit, the size sent (if counted) and the unit. */
  readonly limit?: number;
  /** The amount already used, if it counts toward the limit. */
  readonly used?: number;
  readonly count?: number;
  readonly unit?: string;
  /** For a file that cannot be read: what is wrong with it. */
  readonly problem?: string;
  /** For a sound that cannot be made: why. */
  readonly reason?: string;
}

type Given<Name extends string, T> = undefined extends T
  ? { readonly [K in Name]?: T }
  : { readonly [K in Name]: T };

type GivenParams<P extends string> = P extends `${string}:${string}`
  ? { readonly params: PathParams<P> }
  : unknown;

type GivenBody<E extends Endpoint> = E extends { readonly body: unknown }
  ? Given<"body", Sent<E["body"]>>
  : unknown;

type GivenQuery<E extends Endpoint> = E extends { readonly query: unknown }
  ? { readonly query?: Sent<E["query"]> }
  : unknown;

/** Required and optional input of a call. */
export type CallInput<E extends Endpoint> = GivenParams<E["path"]> &
  GivenBody<E> &
  GivenQuery<E> & { readonly signal?: AbortSignal };

/** Result of a successful call: the data of any of its replies. */
export type CallOutput<E extends Endpoint> = {
  [S in keyof E["replies"]]: E["replies"][S] extends { readonly schema: infer Z }
    ? Parsed<Z>
    : string;
}[keyof E["replies"]];

export interface Client {
  /** @throws ApiError for every reply that is not a success */
  call<const E extends Endpoint>(
    endpoint: E,
    ...input: object extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
  ): Promise<CallOutput<E>>;
}

/** Creates a typed client for the endpoints of the contract. */
export function createClient(options: ClientOptions): Client {
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  return {
    async call<const E extends Endpoint>(endpoint: E, input?: unknown) {
      const given = (input ?? {}) as AnyInput;
      const url = options.baseUrl.replace(/\/$/, "") + addressOf(endpoint, given);
      const reply = await attempt(() => send(url, initOf(options, endpoint, given)));
      const data = read(reply, await attempt(() => reply.text()));
      const form = endpoint.replies[reply.status]?.form;
      return (form === "enveloped" ? (data as { data: unknown }).data : data) as CallOutput<E>;
    },
  };
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

function addressOf({ path }: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const fill = (_: string, name: string) => encodeURIComponent(params[name] ?? "");
  const filled = path.replace(/:(\w+)/g, fill);
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const texts = given.map(([name, value]): [string, string] => [name, String(value)]);
  const search = new URLSearchParams(texts);
  return given.length === 0 ? filled : `${filled}?${search}`;
}

function initOf({ token, headers }: ClientOptions, endpoint: Endpoint, given: AnyInput): FetchInit {
  const bearer = token?.();
  return {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...headers,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(given.body !== undefined && { "content-type": "application/json" }),
    },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(given.signal !== undefined && { signal: given.signal }),
  };
}

/** Network errors become ApiErrors too, so that callers need to handle only one type. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new ApiError(0, { code: "UNREACHABLE", message }), { cause });
  }
}

function read(reply: FetchReply, text: string): unknown {
  const isJson = /\bjson\b/.test(reply.headers.get("content-type") ?? "");
  const data = isJson ? parse(reply, text) : text;
  if (reply.status >= 200 && reply.status < 400) return data;
  throw refusalOf(reply, data);
}

/** The error that a reply tells of. @param data  the parsed body; anything if it is no JSON */
export function refusalOf(reply: Pick<FetchReply, "status" | "headers">, data: unknown): ApiError {
  const facts = (typeof data === "object" && data !== null ? data : {}) as ErrorFacts;
  const wait = Number(reply.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(reply.status, {
    ...facts,
    ...(Number.isFinite(wait) && { retryAfterSecs: wait }),
  });
}

function parse(reply: FetchReply, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(reply.status, { code: "UNREADABLE", message: "The reply is not JSON." });
  }
}
