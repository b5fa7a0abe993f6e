import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { schemaSnapshot } from "../packages/server/src/platform/database/schema-snapshot.ts";

/** Prints the page of the schema; `--check` only says whether it agrees with the migrations. */
const page = "packages/server/src/platform/database/schema.snapshot.sql";
const file = path.join(import.meta.dirname, "..", page);

const fresh = schemaSnapshot();
const present = existsSync(file) ? readFileSync(file, "utf8") : "";

if (present !== fresh && process.argv.includes("--check")) {
  console.error(`${page} does not agree with the migrations: run node tools/schema.ts`);
  process.exitCode = 1;
} else if (present !== fresh) {
  writeFileSync(file, fresh);
  console.log(`${page} printed`);
}
