import type { Plugin } from "vite";

/** The same order as in the base styles of `@wordloom/ui`. */
const ORDER = "@layer reset,tokens,base,ui;";

/**
 * Puts the order of the cascade layers at the top of every style sheet. The first style sheet that
 * a browser reads decides the order, and which one that is depends on how the build splits them.
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
