import { type Bucket, type Endpoint, scopeOf } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { schemasIn } from "./schema-walk.ts";
import { sizeRuleOf } from "./sizes.ts";

/** Error codes of an operation that follow from its input and from who may call it. */
export function derivedErrors(spec: Endpoint): ErrorCode[] {
  return [...sharedErrors(spec), ...sizeErrors(spec), ...Object.values(spec.faults ?? {})];
}

/** Error codes shared by all endpoints with this access, method, body and rate limit. */
function sharedErrors(spec: Endpoint): ErrorCode[] {
  const { access, path } = spec;
  const everywhere = ["INVALID_REQUEST_BODY", "INTERNAL", "UNAVAILABLE"] as const;
  // For administrators without the role, and for API keys without the scope.
  const isOpen = access === "none" || [undefined, "read"].includes(scopeOf(spec));
  const byRole = isOpen ? [] : (["FORBIDDEN"] as const);
  const learning = path.startsWith("/api/admin/") ? [] : (["MAINTENANCE"] as const);
  // A malformed id gets the same reply as an unknown one.
  const byId = path.includes(":") ? (["NOT_FOUND"] as const) : [];
  return [
    ...[...everywhere, ...limitErrors[spec.bucket ?? "general"], ...bodyErrors(spec)],
    ...[...signInErrors(spec), ...byRole, ...learning, ...deviceErrors(path), ...byId],
  ];
}

/**
 * Error codes of calls over a limit. Buckets that drop such calls with a normal reply still refuse
 * callers without a valid token.
 */
const limitErrors: Readonly<Record<Bucket | "general", readonly ErrorCode[]>> = {
  general: ["RATE_LIMITED"],
  auth: ["AUTH_RATE_LIMITED"],
  admin_auth: ["AUTH_RATE_LIMITED"],
  telemetry: ["RATE_LIMITED"],
  app_events: ["RATE_LIMITED"],
  error_reports: [],
  probe: ["RATE_LIMITED"],
  unlimited: [],
};

function bodyErrors({ body, bodyForm, bodyTooLarge = "PAYLOAD_TOO_LARGE" }: Endpoint): ErrorCode[] {
  return body === undefined && bodyForm === undefined ? [] : [bodyTooLarge];
}

/**
 * A browser sends the learner's cookie with requests from any page, so writes with it must name
 * their origin.
 */
function signInErrors({ access, method }: Endpoint): ErrorCode[] {
  if (access === "none") return [];
  const byCookie = access === "learner" || access === "learner_or_admin";
  return byCookie && method !== "GET"
    ? ["AUTH_UNAUTHORIZED", "CSRF_ORIGIN"]
    : ["AUTH_UNAUTHORIZED"];
}

/** Error codes of the app and device checks that precede an endpoint. */
function deviceErrors(path: string): ErrorCode[] {
  if (!path.startsWith("/api/") || /^\/api\/(admin|status|realtime)(\/|$)/.test(path)) return [];
  const machines = path === "/api/health" || path === "/api/openapi.json";
  if (machines || /^\/api\/telemetry(\/|$)/.test(path)) return ["CLIENT_BANNED"];
  const named = ["MISSING_DEVICE_ID", "MISSING_OS", "MISSING_USER_AGENT"] as const;
  return ["CLIENT_BANNED", "CLIENT_OUTDATED", ...named];
}

/** Error codes of lists with too many entries. */
function sizeErrors({ body, query }: Endpoint): ErrorCode[] {
  const schemas = [body, query].flatMap((schema) => (schema ? [...schemasIn(schema)] : []));
  const rules = schemas.flatMap(({ schema }) => sizeRuleOf(schema) ?? []);
  return rules.map(({ tooMany = "BATCH_TOO_LARGE" }) => tooMany);
}
