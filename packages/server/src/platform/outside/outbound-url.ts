import ipaddr from "ipaddr.js";
import { isReachable } from "./address-class.ts";
import { OutboundError } from "./outbound-error.ts";

const LENGTH_MAX = 2048;
/** The WHATWG parser accepts these characters; in a URL they only serve to deceive. */
const DECEPTIVE = /[\s\\\p{Cc}]/u;
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|onion)\.?$/;
/** Databases, caches and control sockets above the privileged ports. */
const SERVICE_PORTS = [2375, 2376, 2379, 3306, 5432, 5984, 6379, 9200, 11_211, 27_017];

/**
 * Checks a URL without a name look-up: its syntax, scheme, port and, if the host is an IP address
 * or a local name, its target.
 *
 * @throws OutboundError `invalid_url` or `refused`
 */
export function checkUrl(text: string, allowPrivate: boolean): URL {
  const url = parse(text);
  const name = url.hostname.toLowerCase();
  if (!isWebPort(url.port)) throw new OutboundError("refused", `port ${url.port} is not allowed`);
  if (!allowPrivate && LOCAL_NAME.test(name)) {
    throw new OutboundError("refused", "the host name belongs to the local network");
  }
  const literal = hostAddress(url);
  if (literal !== undefined && !isReachable(literal, allowPrivate)) {
    throw new OutboundError("refused", "the address is not public");
  }
  return url;
}

/** The host without brackets if it is an IP address; undefined if it is a name. */
export function hostAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}

function parse(text: string): URL {
  const url = text.length > LENGTH_MAX || DECEPTIVE.test(text) ? null : URL.parse(text);
  if (url === null) throw new OutboundError("invalid_url", "this is not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("invalid_url", "only http and https are allowed");
  }
  if (url.username !== "" || url.password !== "" || url.hostname === "") {
    throw new OutboundError("invalid_url", "the URL may not contain credentials");
  }
  return url;
}

/**
 * Web servers use 80, 443 and unprivileged ports; ports of mail, shells and databases are refused.
 */
function isWebPort(port: string): boolean {
  if (port === "" || port === "80" || port === "443") return true;
  const number = Number(port);
  return number >= 1024 && !SERVICE_PORTS.includes(number);
}
