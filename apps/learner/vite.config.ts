import { appConfig } from "@wordloom/web/build";
import { defineConfig } from "vite";
import { fileGroups } from "./build/file-groups.ts";
import { preloadedApp } from "./build/preloaded-app.ts";
import { serviceWorker } from "./build/service-worker.ts";
import manifest from "./package.json" with { type: "json" };

const { version } = manifest;
const plugins = [preloadedApp(), serviceWorker()];

export default defineConfig({
  ...appConfig({ root: import.meta.dirname, version, fileGroups, plugins }),
  server: {
    port: 5173,
    proxy: proxied(process.env["WORDLOOM_SERVICE"] ?? "http://127.0.0.1:3000"),
  },
});

/** In development the service answers requests that are not for the app's files. */
function proxied(target: string) {
  return Object.fromEntries(
    ["/api", "/avatars", "/health"].map((path) => [path, { target, changeOrigin: false }]),
  );
}
