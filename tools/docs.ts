import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { schemaSnapshot } from "../packages/server/src/platform/database/schema-snapshot.ts";
import { coveragePage, uncovered } from "./coverage/coverage-page.ts";
import { settingsPage } from "./settings-page.ts";

/** Pages generated from the code; `--check` reports those that are out of date. */
const pages: Readonly<Record<string, () => string>> = {
  "docs/interface-coverage.md": coveragePage,
  "docs/operating/settings.md": settingsPage,
  "packages/server/src/platform/database/schema.snapshot.sql": schemaSnapshot,
};

const root = `${import.meta.dirname}/..`;
const checkOnly = process.argv.includes("--check");

const stale = Object.entries(pages).filter(([path, print]) => {
  const present = existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, "utf8") : "";
  const fresh = print();
  if (present !== fresh && !checkOnly) writeFileSync(`${root}/${path}`, fresh);
  return present !== fresh;
});

for (const [path] of stale) {
  console.log(checkOnly ? `${path} is stale: run npm run docs` : `${path} printed`);
}
const uncoveredItems = uncovered();
for (const entry of uncoveredItems) console.error(`no test shows ${entry}`);
if (uncoveredItems.length > 0 || (checkOnly && stale.length > 0)) process.exitCode = 1;
