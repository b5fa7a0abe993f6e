import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, preview } from "vite";

/**
 * Builds the gallery like an app, and serves it on a free port of this machine.
 * @param mode  in development, React is slow and reports warnings on the console
 */
export async function serveGallery(
  mode: "production" | "development" = "production",
): Promise<{ url: string; close: () => Promise<void> }> {
  const configFile = path.join(import.meta.dirname, "../gallery/vite.config.ts");
  const outDir = await mkdtemp(path.join(tmpdir(), "wordloom-gallery-"));
  await build({ configFile, mode, logLevel: "error", build: { outDir } });
  const server = await preview({
    configFile,
    logLevel: "error",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the gallery is not served");
  return {
    url,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
