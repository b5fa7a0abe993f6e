import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "../public");

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", svg: "image/svg+xml" };

/** Files at the root of every app: the icon, and the script that runs before the first paint. */
export function sharedFiles(): Plugin {
  const names = readdirSync(FOLDER);
  const read = (fileName: string) => readFileSync(join(FOLDER, fileName));
  return {
    name: "shared-files",
    generateBundle() {
      for (const fileName of names) {
        this.emitFile({ type: "asset", fileName, source: read(fileName) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = names.find((one) => request.url?.split("?")[0]?.endsWith(`/${one}`));
        if (name === undefined) return next();
        response.setHeader("content-type", TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain");
        response.end(read(name));
      });
    },
  };
}
