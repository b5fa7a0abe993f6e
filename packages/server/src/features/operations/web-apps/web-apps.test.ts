import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildTestApp, type TestReply } from "@wordloom/testing/service/build-test-app";
import {
  BROWSER,
  expectNotFound,
  SCRIPT,
  visitWebApps,
} from "../../../testing/app/web-app-visits.ts";

function expectPage(reply: TestReply, name: string): void {
  expect(reply.text).toContain(`<title>${name}</title>`);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept, accept-encoding",
  });
}

describe("the page of a web app", () => {
  const visit = visitWebApps(["learner", "admin"]);

  it.each([undefined, "*/*", "application/json", BROWSER.accept])(
    "is at its root for any Accept header: %s",
    async (accept) => {
      const headers = accept === undefined ? {} : { accept };
      for (const path of ["/", "/?from=mail"])
        expectPage(await visit.get(path, headers), "learner");
      for (const path of ["/admin", "/admin/"]) expectPage(await visit.get(path, headers), "admin");
    },
  );

  it.each([
    ["/study", "learner"],
    ["/study/done", "learner"],
    ["/words/", "learner"],
    ["/reset-password", "learner"],
    ["/words/e.g.", "learner"],
    ["/words/%E8%BE%9E", "learner"],
    ["/administration", "learner"],
    ["/apiary", "learner"],
    ["/settings/about-me?tab=2", "learner"],
    ["/admin/setup?token=x", "admin"],
    ["/admin/users/u.1", "admin"],
  ])("is sent to a browser at %s", async (path, name) => {
    expectPage(await visit.get(path, BROWSER), name);
  });

  it.each(["/study", "/admin/users", "/words/e.g."])(
    "is not sent to a program at %s",
    async (path) => {
      for (const accept of [
        "",
        "*/*",
        "application/json",
        "image/avif,*/*;q=0.8",
        "text/html;q=0",
      ]) {
        expectNotFound(await visit.get(path, { accept }));
      }
      expectNotFound(await visit.app.send("POST", path, { headers: BROWSER }));
    },
  );

  it.each([
    ...["/api", "/api/nothing", "/health/nothing", "/metrics/nothing", "/packs/nothing"],
    ...["/avatars/a/b", "/index.html", "/favicon.ico", "/assets", "/assets/", "/assets/old.js"],
    ...["/assets/deep/er.css", "/admin/assets/old.js", "/admin/index.html", "/robots.txt"],
  ])("is not sent to a browser at %s", async (path) => {
    expectNotFound(await visit.get(path, BROWSER));
  });

  it("contains the path it is served at", async () => {
    expect((await visit.get("/")).text).toContain('<base href="/">');
    expect((await visit.get("/admin")).text).toContain('<base href="/">');
  });

  it("is compressed as well", async () => {
    const { bytes, headers } = await visit.raw("/", { "accept-encoding": "br" });
    expect(headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(bytes).toString()).toBe((await visit.get("/")).text);
  });
});

describe("web apps", () => {
  const visit = visitWebApps(["learner", "admin"], {
    RATE_LIMIT_ANONYMOUS_MAX: "3",
    STRICT_MODE_ENABLED: "true",
  });

  it("count in no rate limit, and require no device", async () => {
    for (let n = 0; n < 10; n += 1) {
      for (const path of ["/", "/study", SCRIPT, "/nothing.txt"]) {
        const { headers, status } = await visit.get(path, BROWSER);
        expect(status).toBe(path === "/nothing.txt" ? 404 : 200);
        expect(headers["ratelimit-limit"]).toBeUndefined();
      }
    }
    expect((await visit.get("/api/status")).status).toBe(200);
    expect((await visit.get("/api/nothing")).headers["ratelimit-remaining"]).toBe("2");
  });

  it("are served during maintenance, while the API is closed", async () => {
    await visit.app.deps.maintenance.set(true);
    for (const path of ["/", "/study", "/admin/users", SCRIPT]) {
      expect((await visit.get(path, BROWSER)).status, path).toBe(200);
    }
    expect((await visit.get("/api/words", BROWSER)).status).toBe(503);
    await visit.app.deps.maintenance.set(false);
  });

  it("appear in the metrics without unknown paths", async () => {
    for (const path of ["/study", SCRIPT, "/admin/users", "/secret-path.php", "/words/secret-id"]) {
      await visit.get(path, BROWSER);
    }
    const text = await visit.app.deps.metrics.text();
    const paths = [...text.matchAll(/path="([^"]*)"/g)].map(([, path]) => path);
    expect(new Set(paths)).toEqual(
      new Set(["/*", "/admin/*", "unmatched", "/api/status", "/api/words"]),
    );
  });
});

describe("web apps under BASE_PATH", () => {
  const visit = visitWebApps(["learner", "admin"], { BASE_PATH: "/words" });

  it("contain the path they are served at", async () => {
    for (const path of ["/words", "/words/", "/words/study"]) {
      const page = await visit.get(path, BROWSER);
      expectPage(page, "learner");
      expect(page.text).toContain('<base href="/words/">');
    }
    expect((await visit.get(`/words${SCRIPT}`)).status).toBe(200);
    for (const path of ["/words/admin", "/words/admin/users"]) {
      expectPage(await visit.get(path, BROWSER), "admin");
    }
  });

  it.each(["/", "/study", SCRIPT, "/admin", "/wordsmith", "/words/api/nothing"])(
    "are not at %s",
    async (path) => expectNotFound(await visit.get(path, BROWSER)),
  );

  it("have another page, which a browser revalidates", async () => {
    const own = String((await visit.get("/words/")).headers["etag"]);
    const other = await buildTestApp({ webApps: visit.folders, database: visit.app.deps.database });
    const { headers } = await other.send("GET", "/");
    await other.close();
    expect(headers["etag"]).not.toBe(own);
  });
});

describe("without the administrators' app", () => {
  const visit = visitWebApps(["learner"]);

  it.each(["/admin", "/admin/", "/admin/setup?token=x", "/admin/assets/x.js"])(
    "%s is not found",
    async (path) => expectNotFound(await visit.get(path, BROWSER)),
  );
});

describe("without web apps", () => {
  const visit = visitWebApps([]);

  it.each(["/", "/study", "/index.html", "/admin"])("%s is not found", async (path) => {
    expectNotFound(await visit.get(path, BROWSER));
  });
});
