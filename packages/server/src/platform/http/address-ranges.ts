import ipaddr from "ipaddr.js";

/**
 * A test whether an address lies in one of the ranges.
 *
 * @param ranges  addresses, or networks such as 10.0.0.0/8; all of them valid
 */
export function rangeTest(ranges: readonly string[]): (ip: string) => boolean {
  const parsed = ranges.map((range) =>
    range.includes("/") ? ipaddr.parseCIDR(range) : exactly(ipaddr.process(range)),
  );
  return (ip) => {
    if (parsed.length === 0 || !ipaddr.isValid(ip)) return false;
    const address = ipaddr.process(ip);
    return parsed.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}

function exactly(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
