import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { verifyAsync } from "@noble/ed25519";
import { describe, expect, it, vi } from "vitest";
import { readFlags } from "./app-flags.ts";
import { pathOfTarget } from "./deep-link.ts";
import { suitsVersion } from "./suits-version.ts";
import { isGenuinePack } from "./verify-pack.ts";

describe("pathOfTarget", () => {
  it.each([
    ["review/flashcard", "/study"],
    ["practice/quick-practice", "/study?practise=slipping"],
    ["word/0198-a_b", "/words/0198-a_b"],
    ["tab/home", "/"],
    ["tab/wordbooks", "/books"],
    ["tab/stats", "/progress"],
    ["tab/profile", "/settings"],
  ] as const)("leads %s to %s", (target, path) => expect(pathOfTarget(target)).toBe(path));
});

describe("readFlags", () => {
  const of = (value: unknown) =>
    readFlags({ schema: 1, flags: { announcements_enabled: value, other: [] } });

  it.each([
    [true, true],
    [false, false],
    ["false", false],
    [0, false],
    [1, true],
    ["off", true],
    [null, true],
    [undefined, true],
    [{}, true],
  ])("reads %j as %j", (value, announcementsEnabled) =>
    expect(of(value)).toEqual({ announcementsEnabled }),
  );

  it.each([null, {}, { schema: 1 }, { schema: 2, flags: {} }, { schema: 1, flags: [] }])(
    "rejects %j as a payload",
    (payload) => expect(readFlags(payload)).toBeUndefined(),
  );
});

describe("suitsVersion", () => {
  it.each([
    ["1.3.0", "1.3.0", true],
    ["1.10.0", "1.9.9", true],
    ["v2.0.0", "1.9.9", true],
    ["1.3.0", "1.3.1", false],
    ["0.9.9", "1.0.0", false],
    ["1.4.0-beta", "1.4.0", false],
    ["1.4.0", "1.4.0-beta", true],
    ["v1.4.0-beta.10", "1.4.0-beta.9", true],
    ["1.4.0-beta.2", "1.4.0-beta.11", false],
    ["1.4.0-beta", "1.4.0-beta.1", false],
    ["1.4.0-beta.1", "1.4.0-beta", true],
    ["1.4.0-1", "1.4.0-alpha", false],
    ["1.4.0-rc", "1.4.0-beta.3", true],
    ["1.4.0-beta", "1.3.9", true],
    ["1.4.0+build.7", "1.4.0", true],
    ["1.3.0", "soon", false],
    ["dev", "1.0.0", false],
  ])("compares %s with %s: %j", (version, least, suits) =>
    expect(suitsVersion(version, least)).toBe(suits),
  );
});

describe("isGenuinePack", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const rawOf = (key: typeof publicKey) =>
    Buffer.from(String(key.export({ format: "jwk" }).x), "base64url").toString("base64");
  const bytes = new Uint8Array(Buffer.from('{"schema":1,"slots":{}}'));
  const manifest = {
    packId: "content-slots",
    version: "1.0.0",
    minAppVersion: null,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sizeBytes: bytes.length,
    signature: sign(null, bytes, privateKey).toString("base64"),
  };
  const key = rawOf(publicKey);
  const changed = Uint8Array.from(bytes, (byte, index) => (index === 5 ? byte ^ 1 : byte));
  const sha256 = createHash("sha256").update(changed).digest("hex");
  const otherKey = rawOf(generateKeyPairSync("ed25519").publicKey);

  const judgments = async () => [
    await isGenuinePack(manifest, bytes, key),
    await isGenuinePack(manifest, changed, key),
    await isGenuinePack({ ...manifest, sha256 }, changed, key),
    await isGenuinePack({ ...manifest, sizeBytes: 5 }, bytes, key),
    await isGenuinePack({ ...manifest, signature: "?" }, bytes, key),
    await isGenuinePack({ ...manifest, signature: btoa("short") }, bytes, key),
    await isGenuinePack(manifest, bytes, otherKey),
    await isGenuinePack(manifest, bytes, "no key"),
    await isGenuinePack(manifest, bytes, btoa("short")),
  ];
  const onlyTheFirst = [true, ...Array.from({ length: 8 }, () => false)];

  it("accepts only the signed bytes", async () => {
    expect(await judgments()).toEqual(onlyTheFirst);
  });

  it("gives the same verdict in a browser without Ed25519", async () => {
    const refused = new DOMException("unknown", "NotSupportedError");
    const importing = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(refused);
    const native = vi.spyOn(crypto.subtle, "verify");
    expect(await judgments()).toEqual(onlyTheFirst);
    expect(native).not.toHaveBeenCalled();
    importing.mockRestore();
    native.mockRestore();
  });

  it("agrees with RFC 8032, 7.1, test 1", async () => {
    const rfcKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    const signature =
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555" +
      "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
    const empty = new Uint8Array();
    const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
    expect(await verifyAsync(hex(signature), empty, hex(rfcKey))).toBe(true);
    const described = {
      ...manifest,
      sha256: createHash("sha256").digest("hex"),
      sizeBytes: 0,
      signature: Buffer.from(signature, "hex").toString("base64"),
    };
    const base64 = Buffer.from(rfcKey, "hex").toString("base64");
    expect(await isGenuinePack(described, empty, base64)).toBe(true);
  });
});
