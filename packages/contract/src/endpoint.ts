import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call.
 *
 * - `none`: no sign-in needed; a token is ignored
 * - `learner`, `admin`, `super`: that kind of token (`super` is an admin with role super_admin)
 * - `learner_or_admin`: either kind
 */
export type Access = "none" | "learner" | "admin" | "super" | "learner_or_admin";

/** The rate-limit bucket a call counts in; absent means the anonymous or authenticated one. */
export type Bucket =
  "auth" | "admin_auth" | "telemetry" | "app_events" | "error_reports" | "probe" | "unlimited";

/** How firmly an endpoint is promised: published to clients as `x-stability` in OpenAPI. */
export type Stability = "stable" | "beta" | "internal";

/** One way to answer: enveloped JSON, bare JSON, or something that is not JSON at all. */
export type Reply =
  | { readonly form: "enveloped"; readonly schema: z.ZodType }
  | { readonly form: "bare"; readonly schema: z.ZodType }
  | { readonly form: "stream"; readonly contentType: string };

export function enveloped<S extends z.ZodType>(schema: S) {
  return { form: "enveloped", schema } as const;
}

export function bare<S extends z.ZodType>(schema: S) {
  return { form: "bare", schema } as const;
}

export function stream(contentType: string) {
  return { form: "stream", contentType } as const;
}

/**
 * One endpoint of the API; routing, parsing, sign-in, OpenAPI and the client are derived from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** Fastify style: `/api/words/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly stability?: Stability;
  readonly bucket?: Bucket;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Codes for faulty values by top-level field of body or query. Only for values the rule of the
   * field refuses; a value that is missing or of the wrong type stays INVALID_REQUEST_BODY.
   */
  readonly faults?: Readonly<Record<string, ErrorCode>>;
  /** `raw` hands the handler the bytes; default is JSON. */
  readonly bodyForm?: "json" | "raw";
  readonly bodyMaxBytes?: number;
  /** Strings of the body may hold what no database can: NUL, or half a surrogate pair. */
  readonly anyText?: true;
  /** Answer when the body is larger; default PAYLOAD_TOO_LARGE. */
  readonly bodyTooLarge?: ErrorCode;
  readonly replies: Readonly<Record<number, Reply>>;
  /** Codes of its own, besides those every endpoint of this access may answer with. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types, so that `answer(201, …)` knows what 201 promises. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Path parameters of an endpoint: `/api/words/:id` → `{ id: string }`. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** What a handler must supply for one status of an endpoint. */
export type ReplyData<E extends Endpoint, S extends keyof E["replies"]> = E["replies"][S] extends {
  readonly schema: infer Z;
}
  ? Sent<Z>
  : unknown;
