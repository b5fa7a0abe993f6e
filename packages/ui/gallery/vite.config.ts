import { defineConfig } from "vite";

/** Every control in every state: to look at while working, and for the tests of this package. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: "./",
  // React as it is asked for: by what a test run calls its environment, always the slow one.
  define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  oxc: { jsx: { development: mode === "development" } },
  build: { target: "es2023", assetsInlineLimit: 0, reportCompressedSize: false },
}));
