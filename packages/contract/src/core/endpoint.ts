import type { z } from "zod";
import { apiKeyScopes } from "./choices.ts";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint.
 *
 * - `none`: no sign-in needed; a token is ignored
 * - `learner`, `admin`, `super`: that kind of token (`super` is an admin with role super_admin)
 * - `learner_or_admin`: either kind
 */
export type Access = "none" | "learner" | "admin" | "super" | "learner_or_admin";

/** Rate-limit bucket of the calls; default: the anonymous or authenticated one. */
export type Bucket =
  "auth" | "admin_auth" | "telemetry" | "app_events" | "error_reports" | "probe" | "unlimited";

/**
 * The scope that an API key needs for an endpoint; `none`: only signed-in administrators may call.
 */
export type Scope = (typeof apiKeyScopes)[number] | "none";

/**
 * Stability of an endpoint, published as `x-stability` in OpenAPI.
 *
 * - `stable`: one of `stableOperations`; changes never break a client
 * - `beta`: may change with any version
 * - `internal`: for the project's own apps
 */
export type Stability = "stable" | "beta" | "internal";

/** A reply: enveloped JSON, bare JSON, or other content. */
export type Reply =
  | { readonly form: "enveloped"; readonly schema: z.ZodType }
  | { readonly form: "bare"; readonly schema: z.ZodType }
  | {
      readonly form: "stream";
      readonly contentType: string;
      /** Other content types, which depend on the request. */
      readonly otherTypes?: readonly string[];
    };

export function enveloped<S extends z.ZodType>(schema: S) {
  return { form: "enveloped", schema } as const;
}

export function bare<S extends z.ZodType>(schema: S) {
  return { form: "bare", schema } as const;
}

/**
 * @param contentType sent unless the handler sets a header; a reply in one of `otherTypes` sets one
 */
export function stream(contentType: string, ...otherTypes: readonly string[]) {
  return { form: "stream", contentType, otherTypes } as const;
}

/** The reply of a `*.csv` endpoint. */
export const csvFile = stream("text/csv; charset=utf-8");

/**
 * One endpoint of the API. Routing, parsing, sign-in, OpenAPI and the client are derived from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** Fastify style: `/api/words/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Default: `stable` if among `stableOperations`, otherwise `beta`. */
  readonly stability?: Exclude<Stability, "stable">;
  readonly bucket?: Bucket;
  /**
   * For sign-in buckets: these refusals do not count against the limit, nor does a successful call.
   * Only the holder of a secret can meet these codes.
   */
  readonly givesBack?: readonly ErrorCode[];
  /**
   * The body field that identifies whose sign-in it is, or the caller who is signed in. Calls are
   * also counted by it, because many people may share an IP address.
   */
  readonly countedBy?: "email" | "token" | "caller";
  /** Scope for API keys; default: derived from access and method, see `scopeOf`. */
  readonly scope?: Scope;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Error codes by top-level field of body or query, for values of the right type that violate the
   * field's rule. Missing values and wrong types give INVALID_REQUEST_BODY.
   */
  readonly faults?: Readonly<Record<string, ErrorCode>>;
  /**
   * `raw`: the handler receives the bytes; `stream`: it receives the pieces of a JSON document as
   * they arrive; `file`: those of a file of any kind, sent as it is; default: JSON.
   */
  readonly bodyForm?: "json" | "raw" | "stream" | "file";
  readonly bodyMaxBytes?: number;
  /** How long the body may take to arrive, ms; default: two minutes if it is large. */
  readonly bodyMaxMs?: number;
  /** Accepts strings that databases cannot store, such as those with NUL or a lone surrogate. */
  readonly anyText?: true;
  /** Error code if the body is larger; default: PAYLOAD_TOO_LARGE. */
  readonly bodyTooLarge?: ErrorCode;
  readonly replies: Readonly<Record<number, Reply>>;
  /** Specific error codes, in addition to those shared by all endpoints with this access. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types, so that `answer(201, …)` is checked against the reply for 201. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/**
 * The scope that an API key needs, published as `x-scope` in OpenAPI.
 *
 * @returns undefined if administrators cannot call the endpoint
 */
export function scopeOf({
  access,
  method,
  scope,
}: Pick<Endpoint, "access" | "method" | "scope">): Scope | undefined {
  if (scope !== undefined) return scope;
  if (access === "none" || access === "learner") return undefined;
  if (access === "super") return "admin";
  return method === "GET" ? "read" : "write";
}

export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Path parameters of an endpoint: `/api/words/:id` → `{ id: string }`. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** Data that a handler must supply for one status of an endpoint. */
export type ReplyData<E extends Endpoint, S extends keyof E["replies"]> = E["replies"][S] extends {
  readonly schema: infer Z;
}
  ? Sent<Z>
  : unknown;
