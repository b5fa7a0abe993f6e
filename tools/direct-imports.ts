import { registerHooks } from "node:module";

const marks = globalThis as { wordloomImportsAreDirect?: true };

/**
 * Runs before the tests of a worker: resolves relative imports of sources directly. Otherwise Node
 * searches the disk and the enclosing package for each of thousands of imports, and vitest reports
 * each to its main process for watch mode.
 */
if (marks.wordloomImportsAreDirect === undefined) {
  marks.wordloomImportsAreDirect = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier.startsWith("node:")) {
        return { url: specifier, format: "builtin", shortCircuit: true };
      }
      const { parentURL } = context;
      const isOwn = parentURL !== undefined && !parentURL.includes("/node_modules/");
      if (!isOwn || !/^\.{1,2}\/.*\.ts$/.test(specifier)) return nextResolve(specifier, context);
      const url = new URL(specifier, parentURL).href;
      return { url, format: "module-typescript", shortCircuit: true };
    },
  });
}
