/** Counted requests, and how many of them failed with a 5xx. */
export interface Failures {
  readonly failed: number;
  readonly requests: number;
}

const SHARE_MAX = 0.01;
/** One failure in two dozen requests is no reason for an alarm. */
const FAILED_MIN = 20;
/** With this many requests, the share of a few failures is meaningful. */
const REQUESTS_MANY = 1_000;

/** Whether more than 1 % fails: 20 requests or more, or some of at least 1,000. */
export function failsTooOften({ failed, requests }: Failures): boolean {
  if (failed <= requests * SHARE_MAX) return false;
  return failed >= FAILED_MIN || requests >= REQUESTS_MANY;
}

/**
 * Whether a route answers monitoring programs. Its 503 reports that something is wrong; if it
 * counted as a failure, the alarm would cause itself.
 *
 * @param path  route template
 */
export function isHealthCheck(path: string): boolean {
  return path === "/api/health" || path === "/health" || path.startsWith("/health/");
}
