import { NothingSent, RequestRefused } from "./deliver.ts";

/** What is known about a failed request. */
interface Failed {
  /** 0: no reply. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSecs: number | undefined;
}

/**
 * No sign-in, a ban, a timeout, too many requests: nothing was processed, and a retry may succeed.
 */
const PASSING = new Set([401, 403, 408, 425, 429]);

/**
 * What a failed request means for its entries. After a failure midway (no reply, 500, 502, 504) the
 * service may have them.
 */
export function sendFault(error: Error & Failed): Error {
  const { status, code, message, retryAfterSecs } = error;
  if (PASSING.has(status) || status === 503) return new NothingSent(error, retryAfterSecs);
  if (status >= 400 && status < 500) return new RequestRefused({ code, message });
  return error;
}
