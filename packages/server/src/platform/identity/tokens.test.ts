import { createHmac, generateKeyPairSync, sign as signWithKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { createTokens } from "./tokens.ts";

// Forgeries from RFC 8725 and from practice, one per row. The tokens are built by hand, so that the
// test does not depend on the library under test.
const settings = testSettings();
const NOW = Date.parse("2026-05-01T12:00:00Z");
const HOUR = 3_600_000;

function countingIds() {
  let count = 0;
  return { next: () => `id-${(count += 1)}`, secret: () => "secret" };
}

const tokens = createTokens(settings, countingIds());
const U1 = { accountId: "u1", sessionId: "s1" };
const A1 = { accountId: "a1", sessionId: "s2" };
const good = tokens.issueAccess(U1, NOW, HOUR);
const [goodHeader = "", goodPayload = "", goodSignature = ""] = good.split(".");

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const hmac = (input: string, secret: string, hash = "sha256") =>
  createHmac(hash, secret).update(input).digest("base64url");

const iat = NOW / 1000;
const claims = {
  sub: "u1",
  typ: "user",
  sid: "s1",
  iat,
  exp: iat + 3600,
  jti: "j1",
  aud: "wordloom:user",
};

/** A token with any header and payload, by default signed with our own secret. */
function forge(header: unknown, payload: unknown, secret = settings.JWT_SECRET, hash = "sha256") {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${hmac(input, secret, hash)}`;
}

const plain = { alg: "HS256", typ: "JWT" };
const withClaims = (change: object) => forge(plain, { ...claims, ...change });
const withHeader = (change: object, secret?: string) =>
  forge({ ...plain, ...change }, claims, secret);
const unsigned = (alg: unknown) => `${encode({ alg, typ: "JWT" })}.${encode(claims)}.`;

function without(name: keyof typeof claims) {
  const { [name]: _left, ...rest } = claims;
  return forge(plain, rest);
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const rsaPublic = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const ed = generateKeyPairSync("ed25519");

function signedBy(alg: string, key: typeof rsa.privateKey, hash: string | null) {
  const input = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  return `${input}.${signWithKey(hash, Buffer.from(input), key).toString("base64url")}`;
}

/** The same signature in another encoding: the last character has two unused bits. */
function respelled(token: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return token.slice(0, -1) + (alphabet[alphabet.indexOf(token.at(-1) ?? "") + 1] ?? "");
}

const forgeries: Record<string, string> = {
  nothing: "",
  "alg none": unsigned("none"),
  "alg None": unsigned("None"),
  "alg NONE": unsigned("NONE"),
  "alg empty": unsigned(""),
  "alg missing": unsigned(undefined),
  "alg a list": unsigned(["HS256"]),
  "alg none with our signature": withHeader({ alg: "none" }),
  "alg missing with our signature": withHeader({ alg: undefined }),
  "HS384 with our secret": forge({ ...plain, alg: "HS384" }, claims, settings.JWT_SECRET, "sha384"),
  "HS512 with our secret": forge({ ...plain, alg: "HS512" }, claims, settings.JWT_SECRET, "sha512"),
  "RS256 header, our HMAC": withHeader({ alg: "RS256" }),
  "EdDSA header, our HMAC": withHeader({ alg: "EdDSA" }),
  "RS256, a key of theirs": signedBy("RS256", rsa.privateKey, "sha256"),
  "EdDSA, a key of theirs": signedBy("EdDSA", ed.privateKey, null),
  "HMAC keyed with a public key": withHeader({}, rsaPublic),
  "another secret": withHeader({}, "another-secret-that-is-long-enough-0123"),
  "the empty secret": withHeader({}, ""),
  "the refresh secret": withHeader({}, settings.REFRESH_JWT_SECRET),
  "kid climbing out": withHeader({ kid: "../../../../dev/null" }, ""),
  "kid with SQL": withHeader({ kid: "' union select 'x' --" }, "x"),
  "kid an address": withHeader({ kid: "https://evil.example/key" }, "x"),
  "kid with NUL": withHeader({ kid: "a\u0000b" }, "x"),
  jku: withHeader({ jku: "https://evil.example/jwks" }, "x"),
  jwk: withHeader({ jwk: { kty: "oct", k: encode("x") } }, "x"),
  x5u: withHeader({ x5u: "https://evil.example/x" }, "x"),
  x5c: withHeader({ x5c: ["MIIB"] }, "x"),
  "an unknown crit": withHeader({ crit: ["exotic"], exotic: true }),
  "b64 false": withHeader({ crit: ["b64"], b64: false }),
  expired: withClaims({ iat: iat - 7200, exp: iat - 1 }),
  "expiring this very moment": withClaims({ exp: iat }),
  "nbf ahead": withClaims({ nbf: iat + 60 }),
  "exp as text": withClaims({ exp: String(iat + 3600) }),
  "exp as a fraction": withClaims({ exp: iat + 0.5 }),
  "exp huge": withClaims({ exp: 1e300 }),
  "exp null": withClaims({ exp: null }),
  "exp missing": without("exp"),
  "iat ahead": withClaims({ iat: iat + 3600, exp: iat + 7200 }),
  "iat missing": without("iat"),
  "sub missing": without("sub"),
  "sub a list": withClaims({ sub: ["u1"] }),
  "sub empty": withClaims({ sub: "" }),
  "sid missing": without("sid"),
  "typ of refresh": withClaims({ typ: "refresh" }),
  "typ missing": without("typ"),
  "another audience": withClaims({ aud: "wordloom:admin" }),
  "audience missing": without("aud"),
  "signature empty": `${goodHeader}.${goodPayload}.`,
  "signature stripped": `${goodHeader}.${goodPayload}`,
  "signature short": good.slice(0, -4),
  "signature padded": `${good}=`,
  "signature in another spelling": respelled(good),
  "plain base64": `${goodHeader}.${goodPayload}.${goodSignature.slice(0, -2)}+/`,
  "white space after": `${good} `,
  "a line break inside": `${goodHeader}.\n${goodPayload}.${goodSignature}`,
  "a fourth part": `${good}.${goodSignature}`,
  "a leading dot": `.${good}`,
  "payload exchanged": `${goodHeader}.${encode({ ...claims, sub: "u2" })}.${goodSignature}`,
  "payload not JSON": forge(plain, "{"),
  "payload a list": forge(plain, [claims]),
  "header not JSON": forge("{", claims),
  "a megabyte": `${goodHeader}.${"A".repeat(1_000_000)}.${goodSignature}`,
  "a last claim that repeats typ": forge(
    plain,
    `${JSON.stringify(claims).slice(0, -1)},"typ":"admin"}`,
  ),
};

describe("an access token", () => {
  it("contains its learner and session", () => {
    expect(tokens.readAccess(good, NOW)).toEqual({ accountId: "u1", sessionId: "s1" });
    // The forged ones below fail because of their changes, not because of how they are built.
    expect(tokens.readAccess(withClaims({}), NOW)).toEqual({ accountId: "u1", sessionId: "s1" });
  });

  it("has exactly the documented claims", () => {
    const payload = JSON.parse(Buffer.from(goodPayload, "base64url").toString());
    expect(payload).toEqual({ ...claims, jti: "id-1" });
    expect(JSON.parse(Buffer.from(goodHeader, "base64url").toString())).toEqual(plain);
  });

  it.each(Object.entries(forgeries))("is refused: %s", (_name, token) => {
    expect(tokens.readAccess(token, NOW)).toBeUndefined();
    expect(tokens.readAccess(token, NOW)).toBeUndefined();
  });

  it("expires to the millisecond, even if it was read before", () => {
    expect(tokens.readAccess(good, NOW + HOUR - 1)).toBeDefined();
    expect(tokens.readAccess(good, NOW + HOUR)).toBeUndefined();
    expect(tokens.readAccess(good, NOW + HOUR - 1)).toBeDefined();
  });

  it("survives a clock set back by minutes, not by years", () => {
    expect(tokens.readAccess(good, NOW - 300_000)).toBeDefined();
    expect(tokens.readAccess(good, NOW - 10 * 365 * 24 * HOUR)).toBeUndefined();
  });

  it("is invalid with another secret", () => {
    const rotated = testSettings({ JWT_SECRET: "a-new-secret-after-the-rotation-0123456789" });
    expect(createTokens(rotated, countingIds()).readAccess(good, NOW)).toBeUndefined();
  });

  it("lives for the given time", () => {
    const short = tokens.issueAccess(U1, NOW, 60_000);
    expect(tokens.readAccess(short, NOW + 59_999)).toBeDefined();
    expect(tokens.readAccess(short, NOW + 60_000)).toBeUndefined();
  });
});

describe("the three kinds", () => {
  const refresh = tokens.issueRefresh({ ...U1, refreshId: "r1" }, NOW, 720 * HOUR);
  const admin = tokens.issueAdmin(A1, NOW, 2 * HOUR);

  it("are each read by their own reader", () => {
    expect(tokens.readRefresh(refresh, NOW)).toEqual({
      ...U1,
      refreshId: "r1",
      issuedAtMs: Math.floor(NOW / 1_000) * 1_000,
    });
    expect(tokens.readAdmin(admin, NOW)).toEqual(A1);
  });

  it("are never accepted as another kind", () => {
    for (const token of [refresh, admin]) expect(tokens.readAccess(token, NOW)).toBeUndefined();
    for (const token of [good, admin]) expect(tokens.readRefresh(token, NOW)).toBeUndefined();
    for (const token of [good, refresh]) expect(tokens.readAdmin(token, NOW)).toBeUndefined();
  });

  it("are told apart even when expired", () => {
    const expired = tokens.issueRefresh({ ...U1, refreshId: "r1" }, NOW - HOUR, 1_000);
    expect(tokens.readRefresh(expired, NOW)).toBeUndefined();
    expect([refresh, expired].map(tokens.isRefresh)).toEqual([true, true]);
    expect([good, admin, "", "a.b.c"].map(tokens.isRefresh)).toEqual(Array(4).fill(false));
    const old = tokens.issueAdmin(U1, NOW - HOUR, 1_000);
    expect([good, admin, old].map(tokens.isGenuine)).toEqual([true, true, true]);
    const forged = `${old.slice(0, -4)}AAAA`;
    expect([refresh, forged, "", "a.b.c"].map(tokens.isGenuine)).toEqual(Array(4).fill(false));
  });

  it.each([
    ["access after 1 hour", (atMs: number) => tokens.readAccess(good, atMs), 1],
    ["refresh after 30 days", (atMs: number) => tokens.readRefresh(refresh, atMs), 720],
    ["admin after 2 hours", (atMs: number) => tokens.readAdmin(admin, atMs), 2],
  ])("end in time: %s", (_name, readAt, lifeHours) => {
    expect(readAt(NOW + lifeHours * HOUR - 1)).toBeDefined();
    expect(readAt(NOW + lifeHours * HOUR)).toBeUndefined();
  });
});
