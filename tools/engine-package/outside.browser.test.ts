import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeBrowser, openContext } from "../../apps/learner/testing/browser.ts";
import { packEngine } from "./pack-engine.ts";

// The engine as someone else gets it: the packed file, installed into an empty folder, with the
// example of its README and nothing of this repository.

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** Programs of other Node versions, as the gate fetches them. */
const OTHER_NODES = (process.env["OTHER_NODES"] ?? "").split(":").filter(Boolean);

let folder: string;
let example: string;
/** What the example prints: the interval in seconds, and the chance to recall the word tomorrow. */
const PRINTED = /^\d+ 0\.\d+$/;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "outside-"));
  const file = await packEngine(folder);
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const install = ["install", "--offline", "--no-audit", "--no-fund", file];
  await run("npm", install, { cwd: folder });
  const readme = await readFile(join(folder, "node_modules/@wordloom/engine/README.md"), "utf8");
  example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
});
afterAll(async () => {
  await closeBrowser();
  await rm(folder, { recursive: true });
});

describe("the packed engine", () => {
  it.each([process.execPath, ...OTHER_NODES])(
    "runs the example of its README in %s",
    async (node) => {
      await writeFile(join(folder, "example.js"), example);
      const { stdout } = await run(node, ["example.js"], { cwd: folder });
      expect(stdout.trim()).toMatch(PRINTED);
    },
  );

  it("declares its types: the example is strict TypeScript", async () => {
    await writeFile(join(folder, "example.ts"), example);
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
    const check = run(process.execPath, [tsc, ...flags, ...types, "example.ts"], { cwd: folder });
    await expect(check).resolves.toMatchObject({ stdout: "" });
  });

  it("has every part that its README names", async () => {
    const manifest = join(ROOT, "packages/engine/package.json");
    const { exports } = JSON.parse(await readFile(manifest, "utf8")) as { exports: object };
    const names = Object.keys(exports).map((path) => path.replace(/^\./, "@wordloom/engine"));
    const readme = await readFile(join(ROOT, "packages/engine/README.md"), "utf8");
    for (const path of Object.keys(exports)) expect(readme).toContain(`\`${path.slice(1)}`);
    const loading = names.map((name) => `import "${name}";`).join("\n");
    await writeFile(join(folder, "parts.js"), loading);
    await expect(run(process.execPath, ["parts.js"], { cwd: folder })).resolves.toBeDefined();
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

/** The files of the package, and a page with the example. */
async function serve(directory: string) {
  const imports = { "@wordloom/engine": "/dist/index.js" };
  const page =
    `<!doctype html><link rel="icon" href="data:,">` +
    `<script type="importmap">${JSON.stringify({ imports })}</script>` +
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
