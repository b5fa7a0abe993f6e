import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { startCityServer } from "./city-server.ts";
import { median, runLoad } from "./load.ts";
import { BARE_SCRIPT, pinLoadGenerator, startPinned } from "./processes.ts";
import type { Figure } from "./row.ts";

const READS = 200;
const ROUNDS = 3;
const SECONDS = 2;

/** A read of the service, and what it must at least ask the database. */
export interface ComparedRead {
  readonly name: string;
  readonly path: string;
  readonly statements: readonly RawStatement[];
}

export interface RawStatement {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Reads of one learner over one connection, against the same statements run by hand on the same
 * file: prepared once, no token, no HTTP, no JSON. Medians; the two take turns. What HTTP alone
 * costs is said as well, because it is most of a short read.
 */
export async function compareReads(
  token: string,
  reads: readonly ComparedRead[],
  bar: { readonly atMost: number },
): Promise<Figure[]> {
  pinLoadGenerator();
  const server = await startCityServer();
  const db = new DatabaseSync(server.databaseFile, { readOnly: true });
  const base = { url: server.url, method: "GET", tokens: [token], connections: 1 } as const;
  const figures = [await bareFigure(token)];
  let errors = 0;
  try {
    for (const read of reads) {
      const times = { ours: [] as number[], raw: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const seconds = round === 0 ? 1 : SECONDS;
        const result = await runLoad({ ...base, path: read.path, seconds });
        const rawMs = readRawMs(db, read.statements);
        errors += result.errors;
        if (round === 0) continue;
        times.ours.push(result.p50Ms);
        times.raw.push(rawMs);
      }
      figures.push(...compared(read.name, times, bar));
    }
  } finally {
    db.close();
    await server.stop();
  }
  return [...figures, { name: "errors", value: errors, unit: "", bar: { atMost: 0 } }];
}

async function bareFigure(token: string): Promise<Figure> {
  const bare = await startPinned(BARE_SCRIPT, [], { healthPath: "/health" });
  const target = { method: "GET", path: "/api/bench/hello", url: bare.url } as const;
  try {
    const load = { ...target, tokens: [token], connections: 1, seconds: SECONDS };
    const { p50Ms } = await runLoad(load);
    return { name: "bare Fastify, nothing read", value: p50Ms, unit: "ms" };
  } finally {
    await bare.stop();
  }
}

function compared(
  name: string,
  times: { readonly ours: readonly number[]; readonly raw: readonly number[] },
  bar: { readonly atMost: number },
): Figure[] {
  const ratios = times.ours.map((time, round) => time / (times.raw[round] ?? Number.NaN));
  return [
    { name, value: median(times.ours), unit: "ms" },
    { name: `${name}: raw`, value: median(times.raw), unit: "ms" },
    { name: `${name}: ratio`, value: median(ratios), unit: "", bar },
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
