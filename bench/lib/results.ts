import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { CITY } from "./city-size.ts";
import { describeMachine, describeProgram } from "./machine.ts";
import { figureTexts, type Figure } from "./row.ts";

const FILE = new URL("../RESULTS.md", import.meta.url);

const HEADING = `# Measurements

Written by \`npm run bench -- all --write\`; a single row is updated by
\`npm run bench -- <row> --write\`. Every bar is a ratio inside one run, or a growth factor, because
figures of one machine say little about another. What a row does stands at the top of
\`bench/rows/<row>.ts\`.
`;

/** The result of one row. */
export interface RowReport {
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Functions that took the most time; for rows that missed a bar. */
  readonly profile?: readonly string[] | undefined;
  /** Reason for ending without results. */
  readonly failure?: string | undefined;
}

/** Writes a row to `bench/RESULTS.md`, replacing its earlier section. */
export function writeResult(report: RowReport, order: readonly string[]): void {
  const known = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
  const day = new Date().toISOString().slice(0, 10);
  const records = CITY.records.toLocaleString("en");
  const facts = `${day}, ${describeProgram()}, ${records} records, on ${describeMachine()}`;
  writeFileSync(FILE, withSection(known, { report, facts }, order));
}

/** The text of the file with one section replaced or added, sections in the order of the rows. */
export function withSection(
  text: string,
  entry: { readonly report: RowReport; readonly facts: string },
  order: readonly string[],
): string {
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), `## ${section.trim()}`]),
  );
  sections.set(entry.report.name, sectionOf(entry.report, entry.facts));
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...sections].toSorted(([a], [b]) => place(a) - place(b));
  return `${[HEADING.trim(), ...sorted.map(([, section]) => section)].join("\n\n")}\n`;
}

function sectionOf({ name, figures, profile, failure }: RowReport, facts: string): string {
  const lines = [`## ${name}`, "", `${facts}.`, ""];
  if (failure !== undefined) return [...lines, `Failed: ${failure}`].join("\n");
  lines.push("| Figure | Value | Unit | Bar | Verdict |", "|---|---:|---|---|---|");
  for (const figure of figures) {
    const { value, bar, verdict } = figureTexts(figure);
    lines.push(`| ${figure.name} | ${value} | ${figure.unit} | ${bar} | ${verdict} |`);
  }
  if (profile !== undefined) {
    const text = profile.length === 0 ? "no process was profiled" : profile.join("; ");
    lines.push("", `profile: ${text}`);
  }
  return lines.join("\n");
}
