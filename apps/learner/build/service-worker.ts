import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SOURCE = join(import.meta.dirname, "service-worker-source.js");
const PUBLIC = join(import.meta.dirname, "../public");

/**
 * Writes `sw.js`: the hand-written worker with the list of files to store. The list's hash names
 * the cache, so each changed build fills a new cache before the old one is dropped.
 */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const built = Object.values(bundle).filter(({ fileName }) => isKept(fileName));
      const names = [...built.map(({ fileName }) => fileName), ...readdirSync(PUBLIC)].sort();
      const hash = createHash("sha256");
      for (const part of built) hash.update("code" in part ? part.code : part.source);
      for (const name of readdirSync(PUBLIC)) hash.update(readFileSync(join(PUBLIC, name)));
      const source = readFileSync(SOURCE, "utf8")
        .replace('"%VERSION%"', JSON.stringify(hash.digest("hex").slice(0, 16)))
        .replace('"%FILES%"', JSON.stringify(names));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/** Texts of other languages are stored once used. */
function isKept(fileName: string): boolean {
  return fileName !== "index.html" && !/\/texts-[a-z]{2}-/.test(fileName);
}
