import { printMachine } from "./lib/machine.ts";
import { printRow, type Row } from "./lib/row.ts";

/**
 * `npm run bench -- <row>`: one measurement, its bar, and whether it holds; status 1 when not.
 * `npm run bench -- all` runs every row.
 */
const rows: Readonly<Record<string, () => Promise<Row>>> = {
  seed: async () => (await import("./rows/seed.ts")).seed,
  accept: async () => (await import("./rows/accept.ts")).accept,
  apply: async () => (await import("./rows/apply.ts")).apply,
  session: async () => (await import("./rows/session.ts")).session,
  next: async () => (await import("./rows/next.ts")).next,
  start: async () => (await import("./rows/start.ts")).start,
};

const asked = process.argv[2] ?? "all";
const chosen = asked === "all" ? Object.keys(rows) : [asked];
printMachine();

for (const name of chosen) {
  const load = rows[name];
  if (load === undefined) {
    console.error(`No such row: ${name}. There are: ${Object.keys(rows).join(", ")}, all`);
    process.exitCode = 2;
    break;
  }
  if (!printRow(name, await (await load())())) process.exitCode = 1;
}
