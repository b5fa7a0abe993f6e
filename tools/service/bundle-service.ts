import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type InlineConfig, type Plugin } from "vite";
import { BUNDLE_ENTRY, BUNDLES, fingerprintOfSources } from "@wordloom/server/cli/service-bundle";

/**
 * Packages of hundreds of small modules. All others stay in place: they have few files, or are
 * CommonJS, which may load files at run time.
 */
const BUNDLED = [/^@wordloom\//, /^kysely(\/|$)/, /^zod(\/|$)/];

/**
 * Bundles the current service unless that is already done, and removes bundles of other sources.
 *
 * @param say  receives one line if there was something to do
 * @returns the folder of the bundle
 * @throws Error if it cannot be built
 */
export async function bundleService(root: string, say: (line: string) => void): Promise<string> {
  const startedMs = performance.now();
  // Taken first: changes during the build give the sources another name.
  const name = fingerprintOfSources(root);
  const bundles = join(root, BUNDLES);
  const folder = join(bundles, name);
  if (existsSync(folder)) return folder;
  // Appears complete or not at all; each process builds its own.
  const building = join(root, "node_modules/.cache/wordloom", `service-${process.pid}`);
  try {
    await build(buildOf(root, { from: building, to: folder }));
    mkdirSync(bundles, { recursive: true });
    if (!existsSync(folder)) renameSync(building, folder);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  for (const other of readdirSync(bundles)) {
    if (other !== name) rmSync(join(bundles, other), { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  say(`${relative(root, folder)} built in ${seconds} s`);
  return folder;
}

/** @param place  written `from`, then moved `to` */
function buildOf(root: string, place: { readonly from: string; readonly to: string }) {
  return {
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [keepPlaces(place.to), latinOnly],
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: join(root, "packages/server/src/cli/command-line.ts"),
      target: "node24",
      outDir: place.from,
      emptyOutDir: true,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          entryFileNames: BUNDLE_ENTRY,
          chunkFileNames: "[name].js",
          comments: { jsdoc: false },
        },
      },
    },
  } satisfies InlineConfig;
}

/**
 * Modules in the bundle still find files next to their source: data, and the scripts of threads,
 * which run from there.
 */
function keepPlaces(bundle: string): Plugin {
  return {
    name: "keep-places",
    enforce: "pre",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("import.meta.")) return undefined;
      const source = `new URL(${JSON.stringify(relative(bundle, id))}, import.meta.url)`;
      const folder = `new URL(${JSON.stringify(relative(bundle, dirname(id)))}, import.meta.url)`;
      return code
        .replaceAll("import.meta.url", `${source}.href`)
        .replaceAll(
          "import.meta.dirname",
          `process.getBuiltinModule("node:url").fileURLToPath(${folder})`,
        );
    },
  };
}

/** V8 stores a program's text with two bytes per character if one of them is beyond Latin 1. */
const latinOnly: Plugin = {
  name: "latin-only",
  enforce: "post",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk") file.code = file.code.replaceAll(/[\u0100-\uffff]/g, escaped);
    }
  },
};

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
