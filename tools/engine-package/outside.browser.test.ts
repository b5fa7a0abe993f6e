import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContext } from "@wordloom/testing/browser/pages";
import { packEngine } from "./pack-engine.ts";

// The engine as users outside this repository get it: the packed file, installed into an empty
// folder with the example of its README and nothing else.

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** Programs of other Node versions and of Deno, as CI downloads them. */
const OTHER_NODES = (process.env["OTHER_NODES"] ?? "").split(":").filter(Boolean);
const DENO = process.env["DENO_PROGRAM"] ?? "";
const NODES = [process.execPath, ...OTHER_NODES];
const PROGRAMS = [...NODES.map((node) => [node]), ...(DENO === "" ? [] : [[DENO, "run"]])];

let folder: string;
let example: string;
let goalExample: string;
/** Both examples as one program, with the result of a fit in between. */
let fittedExample: string;
/** Imports of every part. */
let imports: string;
/** Output of the example: the interval in seconds, and tomorrow's chance to recall the word. */
const PRINTED = /^\d+ 0\.\d+$/;
/** Replaces the fit between the examples. */
const FITTED = `
learner = {
  ...learner,
  fit: {
    ...learner.fit,
    weights: [...parameters.memoryModel.w],
    costs: { recallSecs: 4, forgetSecs: 10 },
  },
};
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "outside-"));
  const file = await packEngine(folder);
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const install = ["install", "--offline", "--no-audit", "--no-fund", file];
  await run("npm", install, { cwd: folder });
  const readme = await readFile(join(folder, "node_modules/@wordloom/engine/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
  [example = "", goalExample = ""] = examples;
  fittedExample = `${example}\n${FITTED}\n${goalExample}`;
  imports = parts((await manifestOf("packages/engine/package.json")).exports).join("\n");
});
afterAll(() => rm(folder, { recursive: true }));

describe("the packed engine", () => {
  it.each(PROGRAMS)("runs the example of its README in %s", async (program, ...more) => {
    await writeFile(join(folder, "example.js"), example);
    const { stdout } = await run(program ?? "", [...more, "example.js"], { cwd: folder });
    expect(stdout.trim()).toMatch(PRINTED);
  });

  it("follows the goal of a fitted learner as its README says", async () => {
    await writeFile(join(folder, "goal.mjs"), stripTypeScriptTypes(fittedExample));
    const { stdout } = await run(process.execPath, ["goal.mjs"], { cwd: folder });
    expect(stdout.trim().split("\n").at(-1)).toMatch(/^policy \d+$/);
    await writeFile(join(folder, "first.mjs"), stripTypeScriptTypes(`${example}\n${goalExample}`));
    const first = await run(process.execPath, ["first.mjs"], { cwd: folder });
    expect(first.stdout.trim().split("\n").at(-1)).toMatch(/^recall \d+$/);
  });

  it("declares its types: examples and parts are strict TypeScript", async () => {
    await expectTypes({
      "example.ts": example,
      "goal.ts": fittedExample,
      "parts.ts": imports,
    });
  });

  it.each(PROGRAMS)("has every part that its README names, in %s", async (program, ...more) => {
    const { exports } = await manifestOf("packages/engine/package.json");
    const readme = await readFile(join(ROOT, "packages/engine/README.md"), "utf8");
    for (const path of Object.keys(exports)) expect(readme).toContain(`\`${path.slice(1)}`);
    await writeFile(join(folder, "parts.js"), imports);
    const { stdout } = await run(program ?? "", [...more, "parts.js"], { cwd: folder });
    expect(stdout.trim()).toMatch(/^(\d+ ?)+$/);
  });

  it("links only to pages that come with it", async () => {
    const root = join(folder, "node_modules/@wordloom/engine");
    const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".md"));
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) {
      const text = await readFile(join(root, page), "utf8");
      for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        const file = join(root, dirname(page), target);
        expect(existsSync(file), `${page} links to ${target}`).toBe(true);
      }
    }
  });

  it("runs the same example in a browser", async () => {
    const server = await serve(join(folder, "node_modules/@wordloom/engine"));
    const { port } = server.address() as AddressInfo;
    const context = await openContext(`http://127.0.0.1:${port}`);
    try {
      const page = await context.newPage();
      const printed = page.waitForEvent("console", (message) => message.type() === "log");
      await page.goto("/");
      expect((await printed).text()).toMatch(PRINTED);
    } finally {
      await context.close();
      server.close();
    }
  });
});

interface Exporting {
  readonly exports: Readonly<Record<string, string>>;
}

async function manifestOf(path: string): Promise<Exporting> {
  return JSON.parse(await readFile(join(ROOT, path), "utf8")) as Exporting;
}

/** A program that imports every part and prints the number of its exports. */
function parts(exports: Exporting["exports"]): string[] {
  const names = Object.keys(exports).map((path) => path.replace(/^\./, "@wordloom/engine"));
  const loading = names.map((name, at) => `import * as part${at} from "${name}";`);
  const counts = names.map((_, at) => `Object.keys(part${at}).length`);
  return [...loading, `console.log(${counts.join(", ")});`];
}

/**
 * Checks programs as a user's strict compiler would, including the package's declarations. All at
 * once, because most of the work is reading their common imports.
 */
async function expectTypes(programs: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(programs);
  await Promise.all(
    Object.entries(programs).map(([name, code]) => writeFile(join(folder, name), code)),
  );
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
  const check = run(process.execPath, [tsc, ...flags, ...types, ...names], { cwd: folder });
  await expect(check).resolves.toMatchObject({ stdout: "" });
}

/** The files of the package, and a page with the example. */
async function serve(directory: string) {
  const map = { "@wordloom/engine": "/dist/index.js" };
  const page =
    `<!doctype html><link rel="icon" href="data:,">` +
    `<script type="importmap">${JSON.stringify({ imports: map })}</script>` +
    `<script type="module">${example}</script>`;
  const server = createServer((request, response) => {
    if (request.url === "/") {
      response.setHeader("content-type", "text/html");
      response.end(page);
      return;
    }
    readFile(join(directory, request.url ?? "")).then(
      (file) => response.setHeader("content-type", "text/javascript").end(file),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
