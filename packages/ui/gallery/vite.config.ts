import { defineConfig } from "vite";

/** Every control in every state: to look at while working, and for the tests of this package. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  build: { target: "es2023", assetsInlineLimit: 0, reportCompressedSize: false },
});
