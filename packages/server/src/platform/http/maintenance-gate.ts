import { isApi } from "./rate-limits.ts";

/** What stays open while learners are locked out; the rest of `/api` is closed. */
const OPEN = [
  /^\/api\/health$/,
  /^\/api\/status(\/|$)/,
  /^\/api\/realtime(\/|$)/,
  /^\/api\/admin(\/|$)/,
  /^\/api\/openapi\.json$/,
  /^\/api\/v1(\/|$)/,
];

/** Whether maintenance closes this path. */
export function closesForMaintenance(path: string): boolean {
  return isApi(path) && !OPEN.some((pattern) => pattern.test(path));
}
