import type { Limit } from "../limits.ts";

/** What holds for every request. */
export const platformLimits: readonly Limit[] = [
  ["JSON body", "2 MiB", { mount: ["may have two mebibytes", "may not have one byte more"] }],
  ["JSON depth", "64 levels", { "json-body": ["accepts 64 levels and refuses 65"] }],
  ["page", "from 1, clamped", { "words.routes": ["clamps page and perPage"] }],
  [
    "perPage",
    "20 unless told, 1 to 100, clamped",
    {
      "words.routes": ["lists by text, ignoring case", "clamps page and perPage"],
      "clients.routes": ["returns pages of at most a hundred", "returns pages of at least one"],
    },
  ],
  [
    "X-Request-Id",
    "1 to 64 characters",
    {
      mount: ["contain a request id of 64 characters", "do not contain one of 65"],
    },
  ],
  [
    "calls without a token",
    "120 in 60 s of an address",
    {
      "rate-limits": [
        "are 120 calls per address without a token",
        "are counted per address, with their status in the headers",
      ],
    },
  ],
  [
    "calls with a token",
    "600 in 60 s of an account",
    {
      "rate-limits": [
        "are 600 calls per account",
        "are counted per account, for all addresses and endpoints",
      ],
    },
  ],
  [
    "calls of the auth routes",
    "10 in 60 s of an address",
    {
      app: ["counts these calls in separate buckets"],
      "rate-limits": ["limit %s to ten a minute per address → /api/auth/login"],
      "auth.routes": ["allows ten attempts a minute from one IP address, for any accounts"],
    },
  ],
  [
    "calls of the admin auth routes",
    "10 in 60 s of an address",
    {
      app: ["counts these calls in separate buckets"],
      "rate-limits": ["limit %s to ten a minute per address → /api/admin/auth/verify"],
      "admin-auth.routes": ["allows ten attempts a minute from one IP address"],
    },
  ],
  [
    "telemetry reports",
    "120 in 60 s of a learner, then thrown away",
    {
      "rate-limits": [
        'are 120 calls of %s → "/api/telemetry"',
        'throw away what is too much for %s, politely → "/api/telemetry"',
      ],
      "telemetry-refusals.routes": ["and last the rate limit"],
    },
  ],
  [
    "app-event reports",
    "120 in 60 s of a learner, then thrown away",
    {
      "rate-limits": [
        "are 120 calls of %s → app-events",
        "throw away what is too much for %s, politely → app-events",
      ],
      "app-events.routes": ["discards events beyond the rate limit, with status 200"],
    },
  ],
  [
    "pack installations",
    "not in the bucket of telemetry",
    {
      "pack-installs.routes": ["does not count towards the telemetry rate limit"],
    },
  ],
  [
    "error reports",
    "30 in 60 s of an address, then dropped",
    {
      "rate-limits": ["drop error reports beyond thirty a minute"],
      "error-reports.routes": ["drops the thirty-first report in a minute"],
    },
  ],
  [
    "probes",
    "10 in 60 s of an administrator",
    {
      "rate-limits": ["limit probes per administrator"],
      "probe.routes": ["refuses the third request in a minute if two are allowed"],
    },
  ],
  [
    "IPv6 addresses of one caller",
    "a /64",
    {
      "rate-limits": [
        "share a limit within an IPv6 network, and with the mapped form of an IPv4 address",
      ],
    },
  ],
  [
    "Retry-After of maintenance",
    "30 s",
    {
      mount: ["closes the API, with a body without `success`"],
    },
  ],
  [
    "error_rate of the health",
    "5 min",
    {
      metrics: ["is the share of 5xx over five minutes and 0 without traffic"],
    },
  ],
  [
    "secrets of tokens",
    "32 bytes at least",
    {
      settings: [
        "creates three different secrets once, readable by the owner only",
        'refuses %s=%s → ["JWT_SECRET", "short"]',
      ],
    },
  ],
];
