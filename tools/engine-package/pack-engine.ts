import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const ENGINE = join(ROOT, "packages/engine");

/** Fields of the workspace manifest, whose exports are sources. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
}

/** The oldest Node that runs the package. */
const OLDEST_NODE = ">=20";

/**
 * Packs the engine for people outside this repository: JavaScript modules with their type
 * declarations, for Node, browsers and Deno, without dependencies.
 *
 * @param into  an existing folder
 * @returns     the path of the package, `wordloom-engine-<version>.tgz`
 */
export async function packEngine(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-engine-"));
  try {
    await compile(join(folder, "dist"));
    const manifest = JSON.parse(await readFile(join(ENGINE, "package.json"), "utf8")) as Manifest;
    await writeFile(join(folder, "package.json"), `${JSON.stringify(packed(manifest), null, 2)}\n`);
    await cp(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
    const readme = await readFile(join(ENGINE, "README.md"), "utf8");
    const linked = readme.replaceAll("../../docs/engine/", "docs/");
    await writeFile(join(folder, "README.md"), withoutOutside(linked));
    await copyGuide(join(folder, "docs"));
    const pack = ["pack", "--json", "--pack-destination", into];
    const { stdout } = await run("npm", pack, { cwd: folder });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(into, filename);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function copyGuide(into: string): Promise<void> {
  await cp(join(ROOT, "docs/engine"), into, { recursive: true });
  for (const name of await readdir(into)) {
    const page = join(into, name);
    await writeFile(page, withoutOutside(await readFile(page, "utf8")));
  }
}

/** Turns links to files of the repository into plain text, and removes its pictures. */
function withoutOutside(page: string): string {
  return page
    .replace(/!\[[^\]]*\]\(\.\.\/[^)]*\)\n*/g, "")
    .replace(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, "$1");
}

async function compile(outDir: string): Promise<void> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const flags = [
    ...["--project", join(ENGINE, "tsconfig.json"), "--noEmit", "false", "--outDir", outDir],
    ...["--rootDir", join(ENGINE, "src"), "--rewriteRelativeImportExtensions", "--declaration"],
    ...["--target", "es2023", "--removeComments", "false"],
  ];
  await run(process.execPath, [tsc, ...flags]);
  // Only the golden files need it, and they stay here.
  await rm(join(outDir, "testing"), { recursive: true });
}

function packed({ name, version, description, license, exports }: Manifest): object {
  const built = Object.entries(exports).map(([path, source]) => {
    const file = source.replace("./src/", "./dist/").replace(/\.ts$/, "");
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    exports: Object.fromEntries(built),
    engines: { node: OLDEST_NODE },
    keywords: ["spaced-repetition", "fsrs", "vocabulary", "scheduling"],
  };
}

if (import.meta.main) console.log(await packEngine(process.cwd()));
