import http from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createOutbound } from "./outbound.ts";
import type { AddressInfo } from "node:net";

/** A local server that must never be reached. */
let canary: http.Server;
let port: number;
let visits = 0;

beforeAll(async () => {
  canary = http.createServer((_request, response) => void response.end("inside"));
  canary.on("connection", () => void (visits += 1));
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const limits = { maxBytes: 1000, timeoutMs: 2000 };

/** An attacker's resolver: all names lead to the canary. */
const outbound = createOutbound(async () => [{ address: "127.0.0.1", family: 4 }]);

/** Hosts as a user may write them; PORT is replaced by the canary's. */
const REFUSED_HOSTS = [
  // this machine, in all spellings of IPv4
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0",
  "0.0.0.0",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0177.1",
  "127.000.000.001",
  "127.0.0.1.",
  "127.255.255.254",
  "１２７.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  // its names
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "a.b.localhost.",
  "ⓛocalhost",
  "printer.local",
  "metadata.google.internal",
  "router.home.arpa",
  "localtest.me",
  "intranet",
  // IPv6, with IPv4 inside
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:0:7f00:1]",
  "[::127.0.0.1]",
  "[::2]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::10.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:808:808::]",
  "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[ff0e::1]",
  "[2001:db8::1]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[100::1]",
  "[4000::1]",
  // private, shared, reserved
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "169.254.43518",
  "0251.0376.0251.0376",
  "[::ffff:169.254.169.254]",
  "100.64.0.1",
  "100.127.255.255",
  "192.0.0.1",
  "192.0.0.170",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.19.255.255",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "0.1.2.3",
];

const INVALID = [
  "",
  "nonsense",
  "//127.0.0.1/",
  "http://",
  "http:///",
  "http://[fe80::1%25eth0]/",
  "http://[::1",
  "http://256.256.256.256/",
  "http://good@127.0.0.1/",
  "http://good:secret@example.org/",
  "http://@example.org:PORT\\@127.0.0.1/",
  "http://example.org\\@127.0.0.1/",
  "http://127.0.0.1\t/",
  "http://exam\nple.org/",
  " http://example.org/",
  "http://example.org/ x",
  "http://exa%00mple.org/",
  "file:///etc/passwd",
  "gopher://example.org/",
  "ftp://example.org/",
  "data:text/plain,x",
  "ws://example.org/",
  "javascript:alert(1)",
  "unix:/run/docker.sock",
  `http://example.org/${"x".repeat(2100)}`,
];

const OTHER_REFUSED = [
  "http://127.0.0.1:PORT#@example.org/",
  "http://127.0.0.1:PORT?@example.org/",
  "http:127.0.0.1:PORT/",
  "http:/127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "http://example.org:22/",
  "http://example.org:25/",
  "http://example.org:0/",
  "http://example.org:2375/",
  "http://example.org:5432/",
  "http://example.org:6379/",
  "http://example.org:11211/",
];

const withPort = (url: string): string => url.replaceAll("PORT", String(port));

describe("fetch", () => {
  it.each(REFUSED_HOSTS)("does not go to %s", async (host) => {
    const url = `http://${host}:${port}/`;
    await expect(outbound.fetch(url, limits)).rejects.toMatchObject({ fault: "refused" });
    expect(visits).toBe(0);
  });

  it.each(OTHER_REFUSED)("does not go to %s", async (url) => {
    const attempt = outbound.fetch(withPort(url), limits);
    await expect(attempt).rejects.toMatchObject({ fault: "refused" });
    expect(visits).toBe(0);
  });

  it.each(INVALID)("does not accept %j", async (url) => {
    const attempt = outbound.fetch(withPort(url), limits);
    await expect(attempt).rejects.toMatchObject({ fault: "invalid_url" });
    expect(visits).toBe(0);
  });

  it.each([
    ["a public and a private address", ["93.184.215.14", "127.0.0.1"]],
    ["a private and a public address", ["127.0.0.1", "93.184.215.14"]],
    ["IPv6 only", ["::1"]],
    ["mapped IPv4", ["::ffff:127.0.0.1"]],
    ["a unique local address", ["fd00::1"]],
    ["a scoped address", ["fe80::1%lo"]],
    ["something that is no address", ["127.0.0.1/8"]],
  ])("refuses a name with %s", async (_case, addresses) => {
    const answers = addresses.map((address) => ({ address, family: 4 }));
    const attempt = createOutbound(async () => answers).fetch(`http://a.example:${port}/`, limits);
    await expect(attempt).rejects.toMatchObject({ fault: "refused" });
    expect(visits).toBe(0);
  });

  it("ignores a proxy named in the environment", async () => {
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) {
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
    }
    // Nothing listens there, and the request must not try another address.
    const resolver = async () => [{ address: "127.0.0.1", family: 4 }];
    const attempt = createOutbound(resolver).fetch("http://a.example:1025/", {
      ...limits,
      allowPrivate: true,
    });
    await expect(attempt).rejects.toMatchObject({ fault: "failed" });
    expect(visits).toBe(0);
    vi.unstubAllEnvs();
  });
});

describe("check", () => {
  it("accepts public addresses without a look-up", () => {
    const urls = ["https://example.org/a?b", "http://8.8.8.8:8080/", "http://[2606:4700::1]/"];
    for (const url of urls) {
      expect(outbound.check(url).href).toBe(url);
    }
  });

  it("allows the private network if configured, but no metadata service", () => {
    const options = { allowPrivate: true };
    for (const host of ["localhost", "127.0.0.1", "10.1.2.3", "[fd00::1]", "center.internal"]) {
      expect(outbound.check(`http://${host}:8080/`, options).hostname).toBe(host);
    }
    for (const host of ["169.254.169.254", "0.0.0.0", "224.0.0.1", "[fe80::1]", "[::]"]) {
      expect(() => outbound.check(`http://${host}:8080/`, options)).toThrow("not public");
    }
  });
});
