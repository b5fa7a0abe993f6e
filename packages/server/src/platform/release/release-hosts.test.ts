import { describe, expect, it } from "vitest";
import { isReleaseAddress, mayHaveToken } from "./release-hosts.ts";

const github = new URL("https://api.github.com/repos/o/w/releases?per_page=30");
const own = new URL("https://releases.example:8443/list");
const plain = new URL("http://releases.lan:8080/list");
const mirror = new URL("https://mirror.example/proxy/");

describe("isReleaseAddress", () => {
  it.each([
    ["https://github.com/o/w/releases/download/v1/x", github, undefined, true],
    ["https://objects.githubusercontent.com/x?sig=1", github, undefined, true],
    ["https://api.github.com/x", github, undefined, true],
    ["https://githubusercontent.com.evil.example/x", github, undefined, false],
    ["https://evilgithubusercontent.com/x", github, undefined, false],
    ["https://github.com.evil.example/x", github, undefined, false],
    ["http://github.com/x", github, undefined, false],
    ["https://github.com/x", own, undefined, false],
    ["https://releases.example:8443/x", own, undefined, true],
    ["https://releases.example/x", own, undefined, true],
    ["http://releases.example:8443/x", own, undefined, false],
    ["https://cdn.releases.example/x", own, undefined, false],
    ["https://mirror.example/x", own, mirror, true],
    ["https://mirror.example/x", own, undefined, false],
    ["http://mirror.example/x", own, mirror, false],
    ["http://releases.lan:8080/x", plain, undefined, true],
    ["http://releases.lan:8081/x", plain, undefined, false],
    ["http://releases.lan/x", plain, undefined, false],
    ["https://releases.lan/x", plain, undefined, true],
    ["https://user:word@releases.lan/x", plain, undefined, false],
    ["ftp://releases.lan:8080/x", plain, undefined, false],
    ["file:///etc/passwd", plain, undefined, false],
  ])("%s beside %s (mirror: %s) is %s", (address, list, by, expected) => {
    expect(isReleaseAddress(new URL(address), { list, mirror: by })).toBe(expected);
  });
});

describe("mayHaveToken", () => {
  it.each([
    ["https://api.github.com/other", true],
    ["https://github.com/o/w", false],
    ["http://api.github.com/other", false],
    ["https://api.github.com:444/other", false],
  ])("%s: %s", (address, expected) => {
    expect(mayHaveToken(new URL(address), { list: github })).toBe(expected);
  });
});
