import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";

/** Contained in every file that must never be served. */
export const SECRET = "not for the world";

const PAGE = `<!doctype html>
<html lang="en">
<head><base href="%BASE_PATH%/"><title>NAME</title></head>
<body><script type="module" src="assets/main-B1x_9-aZ.js"></script></body>
</html>
`;

const SCRIPT = `${"export const word = 'reluctant';\n".repeat(100)}`;

/**
 * Writes files like those of a built web app, plus files that must not be served, inside and next
 * to its folder.
 *
 * @returns its folder, and the parent folder to remove
 */
export function makeBuiltWebApp(name: string): { folder: string; around: string } {
  const around = mkdtempSync(join(memoryFolder(), "wordloom-web-"));
  const folder = join(around, "dist");
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  put("index.html", PAGE.replace("NAME", name));
  put("assets/main-B1x_9-aZ.js", SCRIPT);
  put("assets/main-B1x_9-aZ.js.br", brotliCompressSync(SCRIPT));
  put("assets/main-B1x_9-aZ.js.gz", gzipSync(SCRIPT));
  put("assets/newsreader-C2y_8-bY.woff2", Buffer.from("wOF2 a font"));
  put("assets/main-D3z_7-cX.css", "body{color:ink}");
  put("assets/unhashed.js", "1");
  put("sw.js", "self.addEventListener('fetch', () => {});");
  put("manifest.webmanifest", "{}");
  put("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  put("texts.json", "{}");
  put("a name.txt", "plain");
  put("assets/main-B1x_9-aZ.js.map", SECRET);
  put("assets/main-B1x_9-aZ.js.map.gz", SECRET);
  put(".built", SECRET);
  put(".vite/manifest.json", SECRET);
  put("../secret.txt", SECRET);
  put("../around/secret.txt", SECRET);
  symlinkSync("../secret.txt", join(folder, "linked.txt"));
  symlinkSync("../around", join(folder, "linked"));
  return { folder, around };
}
