import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Ranges an operator's own services live in; reachable only where that was allowed. */
const OWN_NETWORK = ["loopback", "private", "carrierGradeNat", "uniqueLocal"];

/** The part of IPv6 that is handed out for public use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Its sibling 64:ff9b:1::/48 reaches private networks by design and stays refused. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether a user may make the service connect to this address. Everything that is not plainly
 * public is refused: private and shared ranges, loopback, link-local with its metadata services,
 * multicast, documentation and reserved ranges, tunnels. An IPv4 address inside an IPv6 one counts
 * as itself.
 *
 * @param allowPrivate also admits loopback and private ranges, but still none of the others
 */
export function isReachable(text: string, allowPrivate: boolean): boolean {
  if (text.includes("%") || !ipaddr.isValid(text)) return false;
  const address = unwrap(ipaddr.parse(text));
  const range = address.range();
  if (allowPrivate && OWN_NETWORK.includes(range)) return true;
  if (range !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/**
 * The IPv4 address a mapped (::ffff:a.b.c.d) or NAT64 address leads to. The other embeddings
 * (compatible, 6to4, Teredo) are out of use and fall to the ranges refused anyway.
 */
function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(NAT64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
}
