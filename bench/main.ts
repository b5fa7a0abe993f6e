import { printMachine } from "./lib/machine.ts";
import { printRow, type Row } from "./lib/row.ts";
import { accept } from "./rows/accept.ts";
import { apply } from "./rows/apply.ts";
import { next } from "./rows/next.ts";
import { seed } from "./rows/seed.ts";
import { session } from "./rows/session.ts";
import { start } from "./rows/start.ts";

/**
 * `npm run bench -- <row>`: one measurement, its bar, and whether it holds; status 1 when not.
 * `npm run bench -- all` runs every row.
 */
const rows: Readonly<Record<string, Row>> = { seed, accept, apply, session, next, start };

const asked = process.argv[2] ?? "all";
const chosen = asked === "all" ? Object.keys(rows) : [asked];
printMachine();

for (const name of chosen) {
  const row = rows[name];
  if (row === undefined) {
    console.error(`No such row: ${name}. There are: ${Object.keys(rows).join(", ")}, all`);
    process.exitCode = 2;
    break;
  }
  if (!printRow(name, await row())) process.exitCode = 1;
}
