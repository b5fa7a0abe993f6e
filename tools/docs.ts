import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { schemaSnapshot } from "@wordloom/server/platform/database/schema-snapshot";
import { addressPage } from "./address-page.ts";
import { coveragePage, uncovered } from "./coverage/coverage-page.ts";
import { settingsPage } from "./settings-page.ts";
import { brokenPromises, STABLE_API, stableApiPage } from "./stable-api.ts";

/** Pages generated from the code; `--check` reports those that are out of date. */
const pages: Readonly<Record<string, () => string>> = {
  [STABLE_API]: stableApiPage,
  "docs/api/addresses.md": addressPage,
  "docs/interface-coverage.md": coveragePage,
  "docs/operating/settings.md": settingsPage,
  "packages/server/src/platform/database/schema.snapshot.sql": schemaSnapshot,
};

const root = `${import.meta.dirname}/..`;
const checkOnly = process.argv.includes("--check");

/** Prevents publishing a broken promise by accident: delete the page to publish a new one. */
const broken = brokenPromises();
for (const change of broken) console.error(`breaks clients of the stable interface: ${change}`);

const stale = Object.entries(pages).filter(([path, print]) => {
  const present = existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, "utf8") : "";
  const fresh = print();
  const mayWrite = !checkOnly && (path !== STABLE_API || broken.length === 0);
  if (present !== fresh && mayWrite) writeFileSync(`${root}/${path}`, fresh);
  return present !== fresh;
});

for (const [path] of stale) {
  console.log(checkOnly ? `${path} is stale: run npm run docs` : `${path} printed`);
}
const uncoveredItems = uncovered();
for (const entry of uncoveredItems) console.error(`no test shows ${entry}`);
if (broken.length > 0 || uncoveredItems.length > 0 || (checkOnly && stale.length > 0)) {
  process.exitCode = 1;
}
