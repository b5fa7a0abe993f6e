import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describeMachine, describeProgram } from "../../lib/machine.ts";

const RESULTS = new URL("../results/", import.meta.url);
const REPORT = new URL("../../ENGINE.md", import.meta.url);
/** Read at the start, because the commit may have changed by the end of a long run. */
const MACHINE = [describeMachine(), describeProgram()];
const HEADING = `# How well the engine does

Written by \`npm run bench -- engine-…\`; each section by its own run. Differences carry a 95 %
interval from a bootstrap over blocks of 50 reviews. One learner proves little.

What was tried for the students, and what it gave, stands in
[decision 18](../docs/decisions/0018-recall-for-those-who-are-never-done.md).
`;

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Report {
  /** Name of the row in bench/main.ts; also the file name of its results. */
  readonly name: string;
  readonly title: string;
  /** The subject of the measurement, in a few sentences. */
  readonly about: string;
  readonly tables: readonly Table[];
  readonly data: unknown;
  /** SVG. */
  readonly plot?: string;
}

/** Prints the tables, and writes JSON, plot and the row's section of bench/ENGINE.md. */
export function publish(report: Report): void {
  for (const table of report.tables) console.log(`\n${printed(table)}`);
  mkdirSync(RESULTS, { recursive: true });
  const at = new Date(Date.now()).toISOString().slice(0, 10);
  const { name, data } = report;
  const json = JSON.stringify({ name, at, machine: MACHINE, data }, null, 1);
  writeFileSync(new URL(`${report.name}.json`, RESULTS), `${json}\n`);
  if (report.plot !== undefined) {
    writeFileSync(new URL(`${report.name}.svg`, RESULTS), report.plot);
  }
  const old = existsSync(REPORT) ? readFileSync(REPORT, "utf8") : HEADING;
  const date = `${at}; ${MACHINE.join("; ")}`;
  writeFileSync(REPORT, withSection(old, report.name, sectionOf(report, date)));
}

function sectionOf(report: Report, date: string): string {
  const plot = report.plot === undefined ? [] : [`![](engine/results/${report.name}.svg)`];
  const tables = report.tables.map(markdown);
  return [`## ${report.title}`, date, report.about, ...tables, ...plot].join("\n\n");
}

/** Replaces the row's section, or appends it. */
export function withSection(text: string, name: string, section: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  const block = `${start}\n${section}\n\n${end}`;
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${block}\n`;
  return text.slice(0, from) + block + text.slice(to + end.length);
}

function markdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, i) => (i === 0 ? "---" : "---:"));
  return [`**${title}**`, "", line(head), line(rule), ...rows.map(line)].join("\n");
}

function printed({ title, head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const cells = all.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))),
  );
  return [title, ...cells.map((row) => `  ${row.join("  ")}`)].join("\n");
}
