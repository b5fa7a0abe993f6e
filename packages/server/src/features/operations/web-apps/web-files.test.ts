import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SECRET } from "../../../testing/app/built-web-app.ts";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import {
  BROWSER,
  expectNotFound,
  SCRIPT,
  visitWebApps,
} from "../../../testing/app/web-app-visits.ts";
import { readWebFiles } from "./web-files.ts";

describe("a path that is not a file of a web app", () => {
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

  const visit = visitWebApps(["learner", "admin"]);

  it(`leads nowhere: ${targets.length + names.length} ways out`, async () => {
    for (const path of [...targets, ...names, `${visit.folders.learner}/../secret.txt`]) {
      for (const headers of [{}, BROWSER]) {
        const reply = await visit.get(path, headers);
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
    expect(visit.app.faults).toEqual([]);
  });

  it.each(hidden)("is not found by a browser either: %s", async (path) => {
    expectNotFound(await visit.get(path, BROWSER));
  });

  it("leads nowhere on the wire, where nothing normalizes the path", async () => {
    for (const path of ["/../secret.txt", "/assets/../../secret.txt", "/./../secret.txt"]) {
      const { bytes, headers } = await visit.raw(path, BROWSER);
      expect(bytes.toString(), path).toContain('"code":"NOT_FOUND"');
      expect(headers["content-type"], path).toMatch(/json/);
    }
  });
});

describe("readWebFiles", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(memoryFolder(), "wordloom-files-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it("refuses a folder without an index page", () => {
    writeFileSync(join(folder, "sw.js"), "1");
    expect(() => readWebFiles(folder, "")).toThrow(/has no index.html$/);
  });

  it("refuses a folder that cannot be a web app", () => {
    writeFileSync(join(folder, "index.html"), "");
    mkdirSync(join(folder, "assets"));
    for (let n = 0; n < 2_000; n += 1) writeFileSync(join(folder, `assets/${n}.js`), "");
    expect(() => readWebFiles(folder, "")).toThrow(/is no web app: over 2000 files/);
    rmSync(join(folder, "assets/0.js"));
    expect(readWebFiles(folder, "").files.size).toBe(1_999);
    truncateSync(join(folder, "index.html"), 64 * 1024 * 1024 + 1);
    expect(() => readWebFiles(folder, "")).toThrow(/or 67108864 bytes/);
  });

  it("inserts the installation's path everywhere in the page, and nowhere else", () => {
    writeFileSync(join(folder, "index.html"), "%BASE_PATH%/ %BASE_PATH%/a");
    writeFileSync(join(folder, "sw.js"), "%BASE_PATH%");
    const { page, files } = readWebFiles(folder, "/words");
    expect(page.identity.toString()).toBe("/words/ /words/a");
    expect(files.get("sw.js")?.identity.toString()).toBe("%BASE_PATH%");
  });
});
