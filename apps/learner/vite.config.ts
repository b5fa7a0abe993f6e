import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import {
  basePathInDevelopment,
  layerOrder,
  parsedTexts,
  sharedFiles,
  strippedEndpoints,
} from "@wordloom/web/build";
import { fileGroups } from "./build/file-groups.ts";
import { preloadedApp } from "./build/preloaded-app.ts";
import { serviceWorker } from "./build/service-worker.ts";
import manifest from "./package.json" with { type: "json" };

const { version } = manifest;

/**
 * Addresses in the built files are relative to `<base href>`, which the server writes into the
 * index page: one build serves every BASE_PATH.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [
    react(),
    strippedEndpoints(),
    basePathInDevelopment(),
    layerOrder(),
    parsedTexts(),
    sharedFiles(),
    preloadedApp(),
    serviceWorker(),
  ],
  define: { __APP_VERSION__: JSON.stringify(version) },
  css: { modules: { generateScopedName: "[name]-[local]-[hash:base64:4]" } },
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: fileGroups } } },
  },
  server: {
    port: 5173,
    proxy: proxied(process.env["WORDLOOM_SERVICE"] ?? "http://127.0.0.1:3000"),
  },
});

/** In development the service answers what is not the app's. */
function proxied(target: string) {
  return Object.fromEntries(
    ["/api", "/avatars", "/health"].map((path) => [path, { target, changeOrigin: false }]),
  );
}
