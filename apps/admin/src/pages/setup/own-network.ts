/**
 * Ranges that are not on the internet: loopback, private, link-local, and those of carriers. Who
 * comes from one is behind the same proxy or container bridge as everybody else, or alone at the
 * address.
 */
const OWN_RANGES = [
  /^(0|10|127)\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^169\.254\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^::1?$/,
  /^f[cd][\da-f]{2}:/i,
  /^fe[89ab][\da-f]:/i,
];

/** Whether the address of a caller may be that of a router with many learners behind it. */
export function isInternetAddress(ip: string): boolean {
  const bare = ip.replace(/^::ffff:/i, "");
  return !OWN_RANGES.some((range) => range.test(bare));
}
