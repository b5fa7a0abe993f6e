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
import manifest from "./package.json" with { type: "json" };

const { version } = manifest;

/** As the learners' app: one build serves every BASE_PATH. */
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
});
