import type { IncomingMessage } from "node:http";
import { refuse } from "../basics/app-error.ts";

const SLASH = 0x2f;

/** A name or an address, perhaps with a port; clients of HTTP/1.0 may send none. */
const HOST = /^(?:[a-z0-9._~-]*|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Refuses a request that names more than one host or an impossible one (RFC 9112, section 3.2): a
 * proxy in front may have read a different host, and we build addresses from it. Node joins
 * repeated headers with a comma.
 *
 * @throws AppError INVALID_REQUEST_BODY, which closes the connection
 */
export function requireOneHost({
  headers,
  url = "",
}: Pick<IncomingMessage, "headers" | "url">): void {
  const host = headers.host ?? "";
  if (!HOST.test(host) || !(url.charCodeAt(0) === SLASH || fits(url, host))) {
    refuse("INVALID_REQUEST_BODY", "The request does not name exactly one host.", {
      headers: { connection: "close" },
    });
  }
}

/** Whether a target in absolute form, as sent to proxies, has this host. */
function fits(target: string, host: string): boolean {
  // A target such as `OPTIONS *` means the whole server.
  if (!target.includes("://")) return true;
  const named = URL.parse(target)?.host;
  return named !== undefined && named === URL.parse(`http://${host}`)?.host;
}
