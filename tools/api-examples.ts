import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

/**
 * Writes the examples of the OpenAPI document: one request and reply per operation, as recorded by
 * the endpoint tests, with secrets replaced. Arguments select the tests to run; examples of other
 * operations stay.
 */
const root = `${import.meta.dirname}/..`;
const file = `${root}/packages/server/src/features/operations/health/examples.json`;
const folder = mkdtempSync(`${tmpdir()}/api-examples-`);
const tests = process.argv.length > 2 ? process.argv.slice(2) : [".routes.test.ts"];
const { status } = spawnSync("npx", ["vitest", "run", "--project", "sqlite", ...tests], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, API_EXAMPLES: folder },
});
if (status === 0) {
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const examples = existsSync(file) ? read(file) : {};
  for (const name of readdirSync(folder)) {
    examples[name.replace(".json", "")] = read(`${folder}/${name}`);
  }
  const sorted = Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
  console.log(`${sorted.length} operations have an example`);
}
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
