import type { IncomingMessage } from "node:http";
import { refuse } from "../basics/app-error.ts";

const SLASH = 0x2f;

/** A name or an address, perhaps with a port; clients of HTTP/1.0 may send none. */
const HOST = /^(?:[a-z0-9._~-]*|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Refuses a request that names more than one host, or none that could be one (RFC 9112, section
 * 3.2): a proxy before us may have read another one than we do, and addresses are made of it. Node
 * joins repeated headers with a comma.
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

/** Whether a target that is a whole address, as it is sent to proxies, has this host. */
function fits(target: string, host: string): boolean {
  // Not an address but the whole server, as in `OPTIONS *`.
  if (!target.includes("://")) return true;
  const named = URL.parse(target)?.host;
  return named !== undefined && named === URL.parse(`http://${host}`)?.host;
}
