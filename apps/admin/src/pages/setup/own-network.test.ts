import { describe, expect, it } from "vitest";
import { isInternetAddress } from "./own-network.ts";

describe("an address that the setup may suggest as shared", () => {
  it.each(["198.51.100.7", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2001:db8:5::9"])(
    "is on the internet: %s",
    (ip) => expect(isInternetAddress(ip)).toBe(true),
  );

  it.each([
    ...["127.0.0.1", "::1", "::ffff:127.0.0.1"],
    ...["172.17.0.1", "10.88.0.1", "192.168.1.20", "169.254.7.7", "100.64.0.9"],
    ...["fd12:3456::1", "fe80::1"],
  ])("is not that of a proxy on this machine or in its network: %s", (ip) =>
    expect(isInternetAddress(ip)).toBe(false),
  );
});
