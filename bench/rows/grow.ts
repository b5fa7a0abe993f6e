import { existsSync } from "node:fs";
import { cityFile } from "../lib/city.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { tokensOf } from "../lib/city-names.ts";
import { median, runLoad, type Load } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";

const SMALLEST = 100_000;
const LARGEST = 10_000_000;
const SIZES = [SMALLEST, 1_000_000, LARGEST] as const;
const GROWTH_MOST = 1.5;

const ROUNDS = 3;
const SECONDS = 3;
const SETTLE_SECONDS = 2;

type Work = Pick<Load, "method" | "path" | "connections"> & { readonly name: string };

/**
 * Reads are sequential, so that only their own work is measured. Answers are concurrent, and last,
 * because they leave work for the outbox worker.
 */
const WORKS: readonly Work[] = [
  { name: "next", method: "POST", path: "/api/learning/next-words", connections: 1 },
  { name: "due", method: "GET", path: "/api/word-states/due/list", connections: 1 },
  { name: "statistics", method: "GET", path: "/api/records/statistics", connections: 1 },
  { name: "accept", method: "POST", path: "/api/records", connections: 16 },
];

/** Readings of one kind of work on one data set. */
interface Reading {
  readonly work: string;
  readonly records: number;
  readonly p50Ms: number;
  readonly errors: number;
}

/**
 * Whether the service stays as fast while its history grows a hundredfold: the same learners and
 * words, but more records. The largest data set is used only if it has been built.
 */
export const grow: Row = async () => {
  pinLoadGenerator();
  const sizes = SIZES.filter((records) => records < LARGEST || existsSync(cityFile(records)));
  const servers = new Map<number, CityServer>();
  try {
    for (const records of sizes) servers.set(records, await startCityServer({ records }));
    const readings = await measureAll(servers);
    return figuresOf(readings);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
};

/** The sizes alternate, so that disturbances affect all of them. */
async function measureAll(servers: ReadonlyMap<number, CityServer>): Promise<Reading[]> {
  const tokens = tokensOf(1_000);
  const readings: Reading[] = [];
  for (const { name: work, ...target } of WORKS) {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [records, { url }] of servers) {
        const seconds = round === 0 ? SETTLE_SECONDS : SECONDS;
        const body = (n: number) =>
          work === "accept" ? answerBody(`grow-${round}-${n}`, n) : { excludeWordIds: [] };
        const payload = target.method === "POST" ? { body } : {};
        const { p50Ms, errors } = await runLoad({ ...target, url, tokens, seconds, ...payload });
        if (round > 0) readings.push({ work, records, p50Ms, errors });
      }
    }
  }
  return readings;
}

function figuresOf(readings: readonly Reading[]): Figure[] {
  const errors = readings.reduce((sum, reading) => sum + reading.errors, 0);
  const p50 = (work: string, records: number) =>
    median(readings.filter((r) => r.work === work && r.records === records).map((r) => r.p50Ms));
  const figures = WORKS.flatMap(({ name }) => [
    ...SIZES.map((records): Figure => {
      const value = p50(name, records);
      const text = `${name}, ${records.toLocaleString("en")} records: p50`;
      return { name: text, value, unit: "ms", ...notBuilt(value, records) };
    }),
    growth(`${name}: growth`, p50(name, LARGEST) / p50(name, SMALLEST)),
  ]);
  return [...figures, { name: "errors", value: errors, unit: "", bar: { atMost: 0 } }];
}

function growth(name: string, value: number): Figure {
  return { name, value, unit: "", bar: { atMost: GROWTH_MOST }, ...notBuilt(value, LARGEST) };
}

function notBuilt(value: number, records: number): { readonly leftOut?: string } {
  if (!Number.isNaN(value)) return {};
  return { leftOut: `WORDLOOM_BENCH_RECORDS=${records} npm run bench -- seed builds it` };
}
