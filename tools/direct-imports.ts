import { registerHooks } from "node:module";

const marks = globalThis as { wordloomImportsAreDirect?: true };

/**
 * Before the tests of a worker: what the sources import by a relative path is where the path says,
 * and is TypeScript. Node looks for it on the disk and for the package it is in, for each of
 * thousands of imports, and vitest reports each to its main process, for when it watches files.
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
