import type { Plugin } from "vite";

/** As in the base styles of `@wordloom/ui`. */
const ORDER = "@layer reset,tokens,base,ui;";

/**
 * Puts the order of the cascade layers at the head of every style sheet: which of them a browser
 * reads first depends on how the build splits them, and the first decides.
 */
export function layerOrder(): Plugin {
  return {
    name: "layer-order",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== "asset" || !part.fileName.endsWith(".css")) continue;
        part.source = ORDER + String(part.source);
      }
    },
  };
}
