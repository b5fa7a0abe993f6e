import { Readable } from "node:stream";
import type { LogLine } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { fitsFilters, readLogLine, type LogFilters } from "./log-lines.ts";

type Needs = Pick<Deps, "instance" | "logLines">;

/** The last matching lines of this process, newest first. */
export async function listLogs(
  needs: Needs,
  filters: LogFilters & { readonly limit: number },
): Promise<LogLine[]> {
  const found: LogLine[] = [];
  for await (const line of fitting(needs, needs.logLines.lines().toReversed(), filters)) {
    found.push(line);
    if (found.length === filters.limit) break;
  }
  return found;
}

/** All matching lines as NDJSON, oldest first. */
export function exportLogs(needs: Needs, filters: LogFilters): Readable {
  return Readable.from(ndjson(fitting(needs, needs.logLines.lines(), filters)), {
    objectMode: false,
  });
}

async function* ndjson(lines: AsyncIterable<LogLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

async function* fitting(
  { instance }: Needs,
  texts: readonly string[],
  filters: LogFilters,
): AsyncGenerator<LogLine> {
  for (const text of texts) {
    const turn = takeTurns();
    if (turn !== undefined) await turn;
    const line = readLogLine(text, instance.id);
    if (fitsFilters(line, filters)) yield line;
  }
}
