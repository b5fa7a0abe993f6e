import type { IncomingMessage } from "node:http";

/** Request headers that pages of other origins may send. */
const ALLOWED_HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "x-device-id",
  "x-device-platform",
  "x-app-version",
  "x-request-id",
  "x-audit-id",
  "x-truncated",
  "last-event-id",
  "if-none-match",
].join(", ");

/** Reply headers that such pages may read. */
const EXPOSED_HEADERS = [
  "x-request-id",
  "x-audit-id",
  "x-truncated",
  "x-server-time",
  "retry-after",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "etag",
  "x-upgrade-hint",
].join(", ");

const PREFLIGHT_FRESH_SECS = 600;

type Headers = Record<string, string | string[]>;

/** CORS headers for pages of other origins. */
export interface Cors {
  /** Adds the headers for the caller's origin to a reply. */
  addTo(headers: Headers, raw: IncomingMessage): void;
  /** The additional headers of a reply to OPTIONS. */
  preflight(methods: readonly string[]): Readonly<Record<string, string>>;
}

/** @param origins as in CORS_ORIGIN: empty for same origin only, `*` for all, without cookies */
export function createCors(origins: readonly string[]): Cors {
  const known = new Set(origins.map((origin) => origin.toLowerCase()));
  const everyone = known.has("*");
  return {
    addTo(headers, raw) {
      if (known.size === 0) return;
      if (!everyone) headers["vary"] = "Origin";
      const { origin } = raw.headers;
      if (origin === undefined || !(everyone || known.has(origin.toLowerCase()))) return;
      headers["access-control-allow-origin"] = everyone ? "*" : origin;
      if (!everyone) headers["access-control-allow-credentials"] = "true";
      headers["access-control-expose-headers"] = EXPOSED_HEADERS;
    },
    preflight: (methods) => {
      const allow = methods.join(", ");
      if (known.size === 0) return { allow };
      return {
        allow,
        "access-control-allow-methods": allow,
        "access-control-allow-headers": ALLOWED_HEADERS,
        "access-control-max-age": String(PREFLIGHT_FRESH_SECS),
      };
    },
  };
}
