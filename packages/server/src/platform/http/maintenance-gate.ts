import { isApi } from "./rate-limits.ts";

/** Paths that stay open during maintenance; the rest of `/api` is closed. */
const OPEN = [
  /^\/api\/health$/,
  /^\/api\/status(\/|$)/,
  /^\/api\/realtime(\/|$)/,
  /^\/api\/admin(\/|$)/,
  /^\/api\/openapi\.json$/,
  /^\/api\/v1(\/|$)/,
];

/** Whether this path is closed during maintenance. */
export function closesForMaintenance(path: string): boolean {
  return isApi(path) && !OPEN.some((pattern) => pattern.test(path));
}
