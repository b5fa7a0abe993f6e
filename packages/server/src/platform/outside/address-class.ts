import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Ranges of an operator's own network; reachable only if allowed. */
const OWN_NETWORK = ["loopback", "private", "carrierGradeNat", "uniqueLocal"];

/** The part of IPv6 that is allocated for public use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** 64:ff9b:1::/48 is excluded, because it leads to private networks by design. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether a user may make the service connect to this address. Everything that is not clearly
 * public is refused: private and shared ranges, loopback, link-local with its metadata services,
 * multicast, documentation and reserved ranges, tunnels. An embedded IPv4 address is checked as
 * IPv4.
 *
 * @param allowPrivate also allows loopback and private ranges, but none of the others
 */
export function isReachable(text: string, allowPrivate: boolean): boolean {
  if (text.includes("%") || !ipaddr.isValid(text)) return false;
  const address = unwrap(ipaddr.parse(text));
  const range = address.range();
  if (allowPrivate && OWN_NETWORK.includes(range)) return true;
  if (range !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Whether this is an address of the machine itself or of a private network. */
export function isOwnNetwork(text: string): boolean {
  return ipaddr.isValid(text) && OWN_NETWORK.includes(unwrap(ipaddr.parse(text)).range());
}

/**
 * The IPv4 address in a mapped (::ffff:a.b.c.d) or NAT64 address. The other embeddings (compatible,
 * 6to4, Teredo) are obsolete and in ranges that are refused anyway.
 */
function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(NAT64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
}
