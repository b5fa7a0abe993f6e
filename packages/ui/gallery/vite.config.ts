import { defineConfig } from "vite";

/** Every control in every state, for development and for the tests of this package. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: "./",
  // Selects the requested React build; the NODE_ENV of a test run would always select the slow one.
  define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  oxc: { jsx: { development: mode === "development" } },
  build: { target: "es2023", assetsInlineLimit: 0, reportCompressedSize: false },
}));
