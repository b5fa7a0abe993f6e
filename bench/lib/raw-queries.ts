import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { startCityServer } from "./city-server.ts";
import { median, runLoad } from "./load.ts";
import { BARE_SCRIPT, pinLoadGenerator, startPinned } from "./processes.ts";
import type { Figure } from "./row.ts";

const READS = 200;
const ROUNDS = 3;
const SECONDS = 2;

/** A read of the service, and its minimal queries. */
export interface ComparedRead {
  readonly name: string;
  readonly path: string;
  readonly statements: readonly RawStatement[];
}

interface RawStatement {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Compares one learner's reads over one connection with the same statements run directly in this
 * process (prepared once, no token, no HTTP, no JSON), and with a bare server that verifies the
 * same token and sends the rows. The target applies to the second comparison, because a bare
 * request takes as long as a short statement. Uses medians, and all three alternate.
 */
export async function compareReads(
  token: string,
  reads: readonly ComparedRead[],
  bar: { readonly atMost: number },
): Promise<Figure[]> {
  pinLoadGenerator();
  const server = await startCityServer();
  const bare = await startBare(server.databaseFile, reads);
  const db = new DatabaseSync(server.databaseFile, { readOnly: true });
  const base = { method: "GET", tokens: [token], connections: 1 } as const;
  const figures: Figure[] = [];
  let errors = 0;
  try {
    for (const [place, read] of reads.entries()) {
      const times = { ours: [] as number[], bare: [] as number[], raw: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const load = { ...base, seconds: round === 0 ? 1 : SECONDS };
        const ours = await runLoad({ ...load, url: server.url, path: read.path });
        const path = `/api/bench/reads/${place}`;
        const theirs = await runLoad({ ...load, url: bare.url, path });
        errors += ours.errors + theirs.errors;
        if (round === 0) continue;
        times.ours.push(ours.p50Ms);
        times.bare.push(theirs.p50Ms);
        times.raw.push(readRawMs(db, read.statements));
      }
      figures.push(...compared(read.name, times, bar));
    }
  } finally {
    db.close();
    await Promise.all([server.stop(), bare.stop()]);
  }
  return [...figures, { name: "errors", value: errors, unit: "", bar: { atMost: 0 } }];
}

function startBare(databaseFile: string, reads: readonly ComparedRead[]) {
  const statements = reads.map((read) => read.statements);
  return startPinned(BARE_SCRIPT, [], {
    healthPath: "/health",
    settings: { BENCH_DATABASE: databaseFile, BENCH_READS: JSON.stringify(statements) },
  });
}

function compared(
  name: string,
  times: Readonly<Record<"ours" | "bare" | "raw", readonly number[]>>,
  bar: { readonly atMost: number },
): Figure[] {
  const ratiosTo = (others: readonly number[]) =>
    median(times.ours.map((time, round) => time / (others[round] ?? Number.NaN)));
  return [
    { name, value: median(times.ours), unit: "ms" },
    { name: `${name}: behind a bare route`, value: median(times.bare), unit: "ms" },
    { name: `${name}: raw`, value: median(times.raw), unit: "ms" },
    { name: `${name}: to the bare route`, value: ratiosTo(times.bare), unit: "", bar },
    { name: `${name}: to raw`, value: ratiosTo(times.raw), unit: "" },
  ];
}

function readRawMs(db: DatabaseSync, statements: readonly RawStatement[]): number {
  const prepared = statements.map(({ text, values }) => ({ query: db.prepare(text), values }));
  const times = Array.from({ length: READS }, () => {
    const startedMs = performance.now();
    for (const { query, values } of prepared) query.all(...values);
    return performance.now() - startedMs;
  });
  return median(times);
}
