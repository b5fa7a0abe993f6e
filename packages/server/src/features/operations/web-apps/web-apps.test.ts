import { rmSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp, type TestReply } from "../../../testing/build-test-app.ts";
import { makeBuiltWebApp, SECRET } from "../../../testing/built-web-app.ts";
import { closeCleanDatabase } from "../../../testing/database-cleaner.ts";

// Nothing here touches the database, so the rows of a suite share an app.

const built = { learner: makeBuiltWebApp("Learn"), admin: makeBuiltWebApp("Administer") };
const learner = built.learner.folder;
const webApps = { learner, admin: built.admin.folder };

const SCRIPT = "/assets/main-B1x_9-aZ.js";
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const FOR_EVER = "public, max-age=31536000, immutable";

let app: TestApp;

/** Runs a suite on an app with these web apps and settings. */
function withApp(parts: Parameters<typeof buildTestApp>[0], tests: () => void): void {
  beforeAll(async () => void (app = await buildTestApp(parts)));
  afterAll(() => app.close());
  tests();
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.send("GET", path, { headers });

function expectNotFound({ status, headers, body }: TestReply): void {
  expect({ status, body }).toMatchObject({ status: 404, body: { success: false } });
  expect(body.code).toBe("NOT_FOUND");
  expect(headers["cache-control"]).toBe("no-store");
}

function expectPage(reply: TestReply, name: string): void {
  expect(reply.text).toContain(`<title>${name}</title>`);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept, accept-encoding",
  });
}

afterAll(async () => {
  for (const { around } of Object.values(built)) rmSync(around, { recursive: true });
  await closeCleanDatabase();
});

describe("a file of a web app", () => {
  withApp({ webApps }, () => {
    it.each([
      ["a script", SCRIPT, "text/javascript; charset=utf-8", FOR_EVER],
      ["a style", "/assets/main-D3z_7-cX.css", "text/css; charset=utf-8", FOR_EVER],
      ["a font", "/assets/newsreader-C2y_8-bY.woff2", "font/woff2", FOR_EVER],
      [
        "a file without a hash",
        "/assets/unhashed.js",
        "text/javascript; charset=utf-8",
        "no-cache",
      ],
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
      const { status, headers } = await get(path);
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
    ])("is sent as %s to those who prefer it", async (encoding, accepted, decompress) => {
      const { port } = await listening();
      const plain = await fetch(`http://127.0.0.1:${port}${SCRIPT}`, {
        headers: { "accept-encoding": "identity" },
      });
      const raw = await rawBody(port, SCRIPT, accepted);
      expect(raw.headers).toMatchObject({
        "content-encoding": encoding,
        vary: "accept-encoding",
        "content-length": String(raw.bytes.length),
      });
      expect(raw.bytes.length).toBeLessThan(200);
      expect(decompress(raw.bytes).toString()).toBe(await plain.text());
      expect(raw.headers["etag"]).not.toBe(plain.headers.get("etag"));
    });

    it("is sent as it is to those who name no encoding, or where there is only one", async () => {
      for (const [path, vary] of [
        [SCRIPT, "accept-encoding"],
        ["/sw.js", undefined],
      ] as const) {
        const { headers } = await get(path, path === SCRIPT ? {} : { "accept-encoding": "br" });
        expect(headers["content-encoding"]).toBeUndefined();
        expect(headers["vary"]).toBe(vary);
      }
    });

    it.each([SCRIPT, "/sw.js", "/", "/study", "/admin/users"])(
      "is not sent again to those who have it: %s",
      async (path) => {
        const first = await get(path, browser);
        const etag = String(first.headers["etag"]);
        expect(etag).toMatch(/^"[\w-]{20}"$/);
        for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
          const again = await get(path, { ...browser, "if-none-match": held });
          expect(again).toMatchObject({ status: 304, text: "" });
          expect(again.headers["content-length"]).toBeUndefined();
          for (const name of ["etag", "cache-control", "vary", "content-security-policy"]) {
            expect(again.headers[name], name).toBe(first.headers[name]);
          }
        }
        expect((await get(path, { ...browser, "if-none-match": '"old"' })).status).toBe(200);
      },
    );

    it("in another encoding is another one", async () => {
      const { headers } = await get(SCRIPT);
      const compressed = { "accept-encoding": "br", "if-none-match": String(headers["etag"]) };
      expect((await get(SCRIPT, compressed)).status).toBe(200);
    });

    it("answers HEAD without the bytes", async () => {
      for (const path of [SCRIPT, "/", "/study"]) {
        const whole = await get(path, browser);
        const head = await app.send("HEAD", path, { headers: browser });
        expect(head).toMatchObject({ status: 200, text: "" });
        expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(whole.text)));
        expect(head.headers["etag"]).toBe(whole.headers["etag"]);
      }
    });

    it("is sent whole to those who ask for a part", async () => {
      const { status, headers } = await get(SCRIPT, { range: "bytes=0-9" });
      expect({ status, part: headers["content-range"] }).toEqual({ status: 200 });
    });

    it.each([
      ["POST", "/"],
      ["PUT", "/sw.js"],
      ["DELETE", SCRIPT],
      ["POST", "/admin"],
    ])("refuses %s %s", async (method, path) => {
      const { status, headers, body } = await app.send(method, path, { headers: browser });
      expect({ status, code: body.code }).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
      expect(headers["allow"]).toBe("GET, HEAD, OPTIONS");
    });

    it("answers OPTIONS", async () => {
      const { status, headers } = await app.send("OPTIONS", "/sw.js");
      expect({ status, allow: headers["allow"] }).toEqual({
        status: 204,
        allow: "GET, HEAD, OPTIONS",
      });
    });
  });
});

describe("the headers of a web app", () => {
  const POLICY = {
    ...{ "default-src": "'none'", "script-src": "'self'", "style-src": "'self'" },
    ...{ "img-src": "'self' data: blob:", "font-src": "'self'", "connect-src": "'self'" },
    ...{ "media-src": "'self' blob:", "worker-src": "'self'", "manifest-src": "'self'" },
    ...{ "base-uri": "'self'", "form-action": "'self'", "frame-ancestors": "'none'" },
  };

  withApp({ webApps, settings: { TRUST_PROXY: "true" } }, () => {
    it.each(["/", "/study", "/admin", SCRIPT, "/sw.js", "/icon.svg"])(
      "are safe: %s",
      async (path) => {
        const { headers } = await get(path, browser);
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
        for (const name of [
          "set-cookie",
          "access-control-allow-origin",
          "x-powered-by",
          "server",
        ]) {
          expect(headers[name], name).toBeUndefined();
        }
      },
    );

    it("ask for https only where https is used", async () => {
      const { headers } = await get("/", { "x-forwarded-proto": "https" });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
      expect((await get("/")).headers["strict-transport-security"]).toBeUndefined();
    });

    it("leave those of the API and of the health page as they are", async () => {
      const pages = await get("/health", browser);
      expect(pages.headers["content-security-policy"]).toMatch(/style-src 'sha256-/);
      const missing = await get("/nothing.txt");
      expect(missing.headers["content-security-policy"]).toMatch(/^default-src 'self'; /);
      for (const { headers } of [pages, missing, await get("/api/status")]) {
        expect(headers["permissions-policy"]).toBeUndefined();
      }
    });
  });
});

describe("the page of a web app", () => {
  withApp({ webApps }, () => {
    it.each([undefined, "*/*", "application/json", browser.accept])(
      "is at its root whatever is accepted: %s",
      async (accept) => {
        const headers = accept === undefined ? {} : { accept };
        for (const path of ["/", "/?from=mail"]) expectPage(await get(path, headers), "Learn");
        for (const path of ["/admin", "/admin/"])
          expectPage(await get(path, headers), "Administer");
      },
    );

    it.each([
      ["/study", "Learn"],
      ["/study/done", "Learn"],
      ["/words/", "Learn"],
      ["/reset-password", "Learn"],
      ["/words/e.g.", "Learn"],
      ["/words/%E8%BE%9E", "Learn"],
      ["/administration", "Learn"],
      ["/apiary", "Learn"],
      ["/settings/about-me?tab=2", "Learn"],
      ["/admin/setup?token=x", "Administer"],
      ["/admin/users/u.1", "Administer"],
    ])("is what a browser gets at %s", async (path, name) => {
      expectPage(await get(path, browser), name);
    });

    it.each(["/study", "/admin/users", "/words/e.g."])(
      "is not what a program gets at %s",
      async (path) => {
        for (const accept of [
          "",
          "*/*",
          "application/json",
          "image/avif,*/*;q=0.8",
          "text/html;q=0",
        ]) {
          expectNotFound(await get(path, { accept }));
        }
        expectNotFound(await app.send("POST", path, { headers: browser }));
      },
    );

    it.each([
      ...["/api", "/api/nothing", "/health/nothing", "/metrics/nothing", "/packs/nothing"],
      ...["/avatars/a/b", "/index.html", "/favicon.ico", "/assets", "/assets/", "/assets/old.js"],
      ...["/assets/deep/er.css", "/admin/assets/old.js", "/admin/index.html", "/robots.txt"],
    ])("is not what a browser gets at %s", async (path) => {
      expectNotFound(await get(path, browser));
    });

    it("knows where it is served", async () => {
      expect((await get("/")).text).toContain('<base href="/">');
      expect((await get("/admin")).text).toContain('<base href="/">');
    });

    it("is compressed, too", async () => {
      const { port } = await listening();
      const { bytes, headers } = await rawBody(port, "/", "br");
      expect(headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(bytes).toString()).toBe((await get("/")).text);
    });
  });
});

describe("what is no file of a web app", () => {
  const up = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%c0%ae%c0%ae", "..;", "...", "%2e"];
  const slashes = ["/", "%2f", "%5c", "\\", "%252f", "%c0%af", "//", "/./"];
  const targets = up.flatMap((dots) =>
    slashes.flatMap((slash) => [
      `/${dots}${slash}secret.txt`,
      `/assets/${dots}${slash}${dots}${slash}secret.txt`,
    ]),
  );
  const hidden = [
    ...["/.built", "/.vite/manifest.json", "/.env", "/.git/config", "/%2ebuilt", "/%2evite/x"],
    ...["/linked.txt", "/secret.txt", `${SCRIPT}.map`, `${SCRIPT}.map.gz`, "/admin/.built"],
  ];
  const names = [
    ...hidden,
    "/linked/secret.txt",
    ...[`${SCRIPT}.br`, `${SCRIPT}.gz`, `${SCRIPT}/`, `${SCRIPT}%00`, `${SCRIPT}%00.txt`],
    ...["/%00", "/sw.js%0d%0aset-cookie:a=b", "/sw.js%20", "/sw.js.", "/SW.JS", "/%73w.js"],
    ...["/nul", "/con.txt", "/c:/windows/win.ini", "/etc/passwd", "//etc/passwd", "/%2fetc/passwd"],
    ...["/file:///etc/passwd", "/%", "/%zz", "/%ff", `/${"a".repeat(300)}`, "/~root/x", "/a?/../b"],
    ...["/constructor", "/__proto__", "/assets/__proto__", "/admin/../secret.txt"],
    ...["/admin/%2e%2e/%2e%2e/secret.txt", "/assets\\..\\..\\secret.txt"],
  ];

  withApp({ webApps }, () => {
    it(`leads nowhere: ${targets.length + names.length} ways out`, async () => {
      for (const path of [...targets, ...names, `${learner}/../secret.txt`]) {
        for (const headers of [{}, browser]) {
          const reply = await get(path, headers);
          expect(reply.text, path).not.toContain(SECRET);
          expect(reply.text, path).not.toContain("root:");
          const isPage = reply.headers["content-type"] === "text/html; charset=utf-8";
          expect([reply.status, isPage], path).toBeOneOf([
            [404, false],
            [200, true],
          ]);
          expect(reply.headers["set-cookie"], path).toBeUndefined();
        }
      }
      expect(app.faults).toEqual([]);
    });

    it.each(hidden)("is not found by a browser either: %s", async (path) => {
      expectNotFound(await get(path, browser));
    });

    it("leads nowhere on the wire, where nothing tidies the path", async () => {
      const { port } = await listening();
      for (const path of ["/../secret.txt", "/assets/../../secret.txt", "/./../secret.txt"]) {
        const { bytes, headers } = await rawBody(port, path, "identity", browser.accept);
        expect(bytes.toString(), path).toContain('"code":"NOT_FOUND"');
        expect(headers["content-type"], path).toMatch(/json/);
      }
    });
  });
});

describe("web apps", () => {
  withApp(
    { webApps, settings: { RATE_LIMIT_ANONYMOUS_MAX: "3", STRICT_MODE_ENABLED: "true" } },
    () => {
      it("do not count in any rate limit, nor ask for a device", async () => {
        for (let n = 0; n < 10; n += 1) {
          for (const path of ["/", "/study", SCRIPT, "/nothing.txt"]) {
            const { headers, status } = await get(path, browser);
            expect(status).toBe(path === "/nothing.txt" ? 404 : 200);
            expect(headers["ratelimit-limit"]).toBeUndefined();
          }
        }
        expect((await get("/api/status")).status).toBe(200);
        expect((await get("/api/nothing")).headers["ratelimit-remaining"]).toBe("2");
      });

      it("are served during maintenance, while the API is closed", async () => {
        await app.deps.maintenance.set(true);
        for (const path of ["/", "/study", "/admin/users", SCRIPT]) {
          expect((await get(path, browser)).status, path).toBe(200);
        }
        expect((await get("/api/words", browser)).status).toBe(503);
        await app.deps.maintenance.set(false);
      });

      it("appear in the metrics without the paths of strangers", async () => {
        for (const path of [
          "/study",
          SCRIPT,
          "/admin/users",
          "/secret-path.php",
          "/words/secret-id",
        ]) {
          await get(path, browser);
        }
        const text = await app.deps.metrics.text();
        const paths = [...text.matchAll(/path="([^"]*)"/g)].map(([, path]) => path);
        expect(new Set(paths)).toEqual(
          new Set(["/*", "/admin/*", "unmatched", "/api/status", "/api/words"]),
        );
      });
    },
  );
});

describe("web apps under BASE_PATH", () => {
  withApp({ webApps, settings: { BASE_PATH: "/words" } }, () => {
    it("know where they are served", async () => {
      for (const path of ["/words", "/words/", "/words/study"]) {
        const page = await get(path, browser);
        expectPage(page, "Learn");
        expect(page.text).toContain('<base href="/words/">');
      }
      expect((await get(`/words${SCRIPT}`)).status).toBe(200);
      for (const path of ["/words/admin", "/words/admin/users"]) {
        expectPage(await get(path, browser), "Administer");
      }
    });

    it.each(["/", "/study", SCRIPT, "/admin", "/wordsmith", "/words/api/nothing"])(
      "are not at %s",
      async (path) => expectNotFound(await get(path, browser)),
    );

    it("have another page, which a browser asks for again", async () => {
      const own = String((await get("/words/")).headers["etag"]);
      const other = await buildTestApp({ webApps, database: app.deps.database });
      const { headers } = await other.send("GET", "/");
      await other.close();
      expect(headers["etag"]).not.toBe(own);
    });
  });
});

describe("without the administrators' app", () => {
  withApp({ webApps: { learner } }, () => {
    it.each(["/admin", "/admin/", "/admin/setup?token=x", "/admin/assets/x.js"])(
      "%s is not found",
      async (path) => expectNotFound(await get(path, browser)),
    );
  });
});

describe("without web apps", () => {
  withApp({}, () => {
    it.each(["/", "/study", "/index.html", "/admin"])("%s is not found", async (path) => {
      expectNotFound(await get(path, browser));
    });
  });
});

let listens: Promise<{ port: number }> | undefined;
let listener: TestApp | undefined;

/** The app on a port: the network shows what an injected request hides. */
function listening(): Promise<{ port: number }> {
  if (listener !== app) listens = app.listen();
  listener = app;
  return listens ?? Promise.reject(new Error("no app"));
}

/** The bytes as sent, for which `fetch` is too helpful. */
async function rawBody(port: number, path: string, encodings: string, accept = "*/*") {
  const { request } = await import("node:http");
  const headers = { "accept-encoding": encodings, accept, connection: "close" };
  return new Promise<{ bytes: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => resolve({ bytes: Buffer.concat(chunks), headers: reply.headers }));
    });
    sent.on("error", reject);
    sent.end();
  });
}
