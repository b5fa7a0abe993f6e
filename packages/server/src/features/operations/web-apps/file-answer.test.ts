import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BROWSER, SCRIPT, visitWebApps } from "../../../testing/app/web-app-visits.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

describe("a file of a web app", () => {
  const visit = visitWebApps(["learner", "admin"]);

  it.each([
    ["a script", SCRIPT, "text/javascript; charset=utf-8", FOR_EVER],
    ["a style", "/assets/main-D3z_7-cX.css", "text/css; charset=utf-8", FOR_EVER],
    ["a font", "/assets/newsreader-C2y_8-bY.woff2", "font/woff2", FOR_EVER],
    ["a file without a hash", "/assets/unhashed.js", "text/javascript; charset=utf-8", "no-cache"],
    ["the worker", "/sw.js", "text/javascript; charset=utf-8", "no-cache"],
    ["a drawing", "/icon.svg", "image/svg+xml", "no-cache"],
    ["data", "/texts.json", "application/json; charset=utf-8", "no-cache"],
    ["a name with a space", "/a%20name.txt", "text/plain; charset=utf-8", "no-cache"],
    ["the other app's worker", "/admin/sw.js", "text/javascript; charset=utf-8", "no-cache"],
    ["the other app's script", `/admin${SCRIPT}`, "text/javascript; charset=utf-8", FOR_EVER],
    [
      "the manifest",
      "/manifest.webmanifest",
      "application/manifest+json; charset=utf-8",
      "no-cache",
    ],
  ])("has type and lifetime: %s", async (_name, path, type, lifetime) => {
    const { status, headers } = await visit.get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": type,
      "cache-control": lifetime,
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["br", "gzip, deflate, br, zstd", (bytes: Buffer) => brotliDecompressSync(bytes)],
    ["gzip", "gzip, br;q=0", (bytes: Buffer) => gunzipSync(bytes)],
  ])("is sent as %s to clients that prefer it", async (encoding, accepted, decompress) => {
    const plain = await visit.get(SCRIPT);
    const raw = await visit.raw(SCRIPT, { "accept-encoding": accepted });
    expect(raw.headers).toMatchObject({
      "content-encoding": encoding,
      vary: "accept-encoding",
      "content-length": String(raw.bytes.length),
    });
    expect(raw.bytes.length).toBeLessThan(200);
    expect(decompress(raw.bytes).toString()).toBe(plain.text);
    expect(raw.headers["etag"]).not.toBe(plain.headers["etag"]);
  });

  it("is sent uncompressed without an accepted encoding, or if no copy exists", async () => {
    for (const [path, vary] of [
      [SCRIPT, "accept-encoding"],
      ["/sw.js", undefined],
    ] as const) {
      const { headers } = await visit.get(path, path === SCRIPT ? {} : { "accept-encoding": "br" });
      expect(headers["content-encoding"]).toBeUndefined();
      expect(headers["vary"]).toBe(vary);
    }
  });

  it.each([SCRIPT, "/sw.js", "/", "/study", "/admin/users"])(
    "is not sent again to clients that have it: %s",
    async (path) => {
      const first = await visit.get(path, BROWSER);
      const etag = String(first.headers["etag"]);
      expect(etag).toMatch(/^"[\w-]{20}"$/);
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await visit.get(path, { ...BROWSER, "if-none-match": held });
        expect(again).toMatchObject({ status: 304, text: "" });
        expect(again.headers["content-length"]).toBeUndefined();
        for (const name of ["etag", "cache-control", "vary", "content-security-policy"]) {
          expect(again.headers[name], name).toBe(first.headers[name]);
        }
      }
      expect((await visit.get(path, { ...BROWSER, "if-none-match": '"old"' })).status).toBe(200);
    },
  );

  it("has another etag in another encoding", async () => {
    const { headers } = await visit.get(SCRIPT);
    const compressed = { "accept-encoding": "br", "if-none-match": String(headers["etag"]) };
    expect((await visit.get(SCRIPT, compressed)).status).toBe(200);
  });

  it("answers HEAD without the bytes", async () => {
    for (const path of [SCRIPT, "/", "/study"]) {
      const whole = await visit.get(path, BROWSER);
      const head = await visit.app.send("HEAD", path, { headers: BROWSER });
      expect(head).toMatchObject({ status: 200, text: "" });
      expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(whole.text)));
      expect(head.headers["etag"]).toBe(whole.headers["etag"]);
    }
  });

  it("is sent whole for a range request", async () => {
    const { status, headers } = await visit.get(SCRIPT, { range: "bytes=0-9" });
    expect({ status, part: headers["content-range"] }).toEqual({ status: 200 });
  });

  it.each([
    ["POST", "/"],
    ["PUT", "/sw.js"],
    ["DELETE", SCRIPT],
    ["POST", "/admin"],
  ])("refuses %s %s", async (method, path) => {
    const { status, headers, body } = await visit.app.send(method, path, { headers: BROWSER });
    expect({ status, code: body.code }).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
    expect(headers["allow"]).toBe("GET, HEAD, OPTIONS");
  });

  it("answers OPTIONS", async () => {
    const { status, headers } = await visit.app.send("OPTIONS", "/sw.js");
    expect({ status, allow: headers["allow"] }).toEqual({
      status: 204,
      allow: "GET, HEAD, OPTIONS",
    });
  });
});

describe("the headers of a web app", () => {
  const POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "media-src": "'self' blob:",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };

  const visit = visitWebApps(["learner", "admin"], { TRUST_PROXY: "true" });

  it.each(["/", "/study", "/admin", SCRIPT, "/sw.js", "/icon.svg"])(
    "are safe: %s",
    async (path) => {
      const { headers } = await visit.get(path, BROWSER);
      const policy = String(headers["content-security-policy"]).split("; ");
      const split = policy.map((rule) => rule.split(/ (.*)/s).slice(0, 2));
      expect(Object.fromEntries(split)).toEqual(POLICY);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringMatching(/^([a-z-]+=\(\)(, |$))+$/),
        "x-request-id": expect.stringMatching(/./),
        "x-server-time": expect.stringMatching(/^\d+$/),
      });
      for (const name of ["set-cookie", "access-control-allow-origin", "x-powered-by", "server"]) {
        expect(headers[name], name).toBeUndefined();
      }
    },
  );

  it("require https only where https is used", async () => {
    const { headers } = await visit.get("/", { "x-forwarded-proto": "https" });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    expect((await visit.get("/")).headers["strict-transport-security"]).toBeUndefined();
  });

  it("keep those of the API and of the health page", async () => {
    const pages = await visit.get("/health", BROWSER);
    expect(pages.headers["content-security-policy"]).toMatch(/style-src 'sha256-/);
    const missing = await visit.get("/nothing.txt");
    expect(missing.headers["content-security-policy"]).toMatch(/^default-src 'self'; /);
    for (const { headers } of [pages, missing, await visit.get("/api/status")]) {
      expect(headers["permissions-policy"]).toBeUndefined();
    }
  });
});

describe("the policy of a web app", () => {
  const hosts = "Images.example.org, https://cdn.example.org:8443/";
  const visit = visitWebApps(["learner"], { PACK_IMAGE_HOSTS: hosts });

  it("allows pictures from the hosts of resource packs, over https only", async () => {
    const { headers } = await visit.get("/", BROWSER);
    const rules = String(headers["content-security-policy"]).split("; ");
    const allowed = "https://images.example.org https://cdn.example.org:8443";
    expect(rules).toContain(`img-src 'self' data: blob: ${allowed}`);
    expect(rules).toContain("connect-src 'self'");
  });
});
