import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { addressKey, createCallerOf, isLocalCaller, type ProxyTrust } from "./client-address.ts";

function wire(remoteAddress: string, headers: Record<string, string>) {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function caller(trust: ProxyTrust, remoteAddress: string, headers: Record<string, string> = {}) {
  return createCallerOf(trust)(wire(remoteAddress, headers));
}

const forwarded = (list: string) => ({ "x-forwarded-for": list });
const ranges = ["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"];
const proxy = "10.0.0.1";

describe("the caller's address", () => {
  it.each<[string, ProxyTrust, string, string, string]>([
    ["is the peer when nobody is believed", false, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
    ["is the peer when the list of the believed is empty", [], "10.0.0.1", "1.2.3.4", "10.0.0.1"],
    ["is the last entry behind one proxy", true, "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["is the peer when the proxy said nothing", true, "10.0.0.1", "", "10.0.0.1"],
    ["is the peer when the proxy said nonsense", true, "10.0.0.1", "a, b", "10.0.0.1"],
    ["loses its port", true, "10.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
    ["loses port and brackets", true, "10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
    ["is no shorthand", true, "10.0.0.1", "127.1", "10.0.0.1"],
    ["is the right-most outside the list", ranges, proxy, "6.6.6.6, 1.2.3.4, 10.9.9.9", "1.2.3.4"],
    ["is the peer when it is not on the list", ranges, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
    ["is the far end when all are on the list", ranges, proxy, "10.1.1.1, 10.2.2.2", "10.1.1.1"],
    ["is not read past an entry that is none", ranges, proxy, "6.6.6.6, x, 10.2.2.2", "10.2.2.2"],
    ["may be a listed single address", ranges, "192.0.2.7", "1.2.3.4", "1.2.3.4"],
    ["may pass listed IPv6 proxies", ranges, "2001:db8:1::5", "2001:db8:2::7", "2001:db8:2::7"],
  ])("%s", (_name, trust, peer, list, expected) => {
    expect(caller(trust, peer, list === "" ? {} : forwarded(list)).ip).toBe(expected);
  });

  it("is IPv4 for a mapped peer, which is matched with IPv4 ranges", () => {
    expect(caller(false, "::ffff:203.0.113.9").ip).toBe("203.0.113.9");
    expect(caller(ranges, "::ffff:10.0.0.1", forwarded("::ffff:1.2.3.4")).ip).toBe("1.2.3.4");
  });
});

describe("https", () => {
  const https = { "x-forwarded-proto": "https" };

  it.each<[string, ProxyTrust, string, boolean]>([
    ["is believed from the one proxy", true, "10.0.0.1", true],
    ["is believed from a listed proxy", ranges, "10.0.0.1", true],
    ["is not believed from others", ranges, "203.0.113.9", false],
    ["is not believed when nobody is", false, "10.0.0.1", false],
  ])("%s", (_name, trust, peer, expected) => {
    expect(caller(trust, peer, https).secure).toBe(expected);
  });

  it("is what the nearest proxy reported", () => {
    expect(caller(true, "10.0.0.1", { "x-forwarded-proto": "https, http" }).secure).toBe(false);
  });
});

describe("isLocalCaller", () => {
  const isLocal = (peer: string, headers: Record<string, string> = {}) =>
    isLocalCaller(wire(peer, headers));

  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])("accepts %s", (peer) => {
    expect(isLocal(peer, { host: "own.org", "x-request-id": "1" })).toBe(true);
  });

  it.each(["10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1", ""])("refuses %j", (peer) => {
    expect(isLocal(peer)).toBe(false);
    expect(isLocal(peer, forwarded("127.0.0.1"))).toBe(false);
  });

  it.each(["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host"])(
    "refuses a request with %s, even an empty one",
    (name) => {
      expect(isLocal("127.0.0.1", { [name]: "127.0.0.1" })).toBe(false);
      expect(isLocal("127.0.0.1", { [name]: "" })).toBe(false);
    },
  );
});

describe("addressKey", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
  ])("counts %s as %s", (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
