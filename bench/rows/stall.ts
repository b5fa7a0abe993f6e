import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "@wordloom/testing/databases/postgres-databases";
import { startPostgres } from "@wordloom/testing/databases/postgres-server";
import { heavyCatalog } from "@wordloom/testing/heavy/heavy-catalog";
import { startHeavyService } from "@wordloom/testing/heavy/heavy-service";
import { startRemoteFiles } from "@wordloom/testing/heavy/remote-files";
import {
  measureAgain,
  runCatalog,
  worstOf,
  type MeasuredEntry,
} from "@wordloom/testing/heavy/run-catalog";
import { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import type { Figure, Row } from "../lib/row.ts";

/** A large library, and a learner with many years of data. */
const SIZE = { words: 30_000, states: 20_000, records: 100_000, sessions: 1_000, notes: 2_000 };
/** Work that continues after a reply is measured, too. */
const SETTLE_MS = 20;
const SHOWN = 5;
const LIVE = "longest answer of /health/live";
/**
 * Other programs delay a reply at times, but a request that stops the others does so every time.
 */
const REPEATS = { tries: 4, maxMs: 100, settleMs: SETTLE_MS } as const;
/** Only the entries whose name contains this. */
const ONLY = process.env["WORDLOOM_BENCH_STALL"] ?? "";
/** How long to measure `/health/live` alone, as a baseline of the machine. */
const ALONE_MS = 20_000;

/**
 * The worst legal and illegal input of every endpoint and the largest remote files, one at a time,
 * while another connection requests `/health/live`. Anything that delays it is repeated.
 */
export const stall: Row = () => measureStall();

/** The same on PostgreSQL, without disk flushes: it measures the work of our process. */
export const stallPostgres: Row = async () => {
  const source = findPostgres(process.env);
  if (source === undefined) {
    const leftOut = "there is no PostgreSQL";
    return [{ name: LIVE, value: Number.NaN, unit: "ms", leftOut }];
  }
  const postgres = await startPostgres(source);
  const name = await createDatabase(postgres.url, "template0");
  try {
    return await measureStall(databaseUrl(postgres.url, name));
  } finally {
    await dropDatabase(postgres.url, name);
    await postgres.stop();
  }
};

async function measureStall(url?: string): Promise<Figure[]> {
  const remote = await startRemoteFiles();
  const service = await startHeavyService(SIZE, url);
  const meter = createStallMeter(service.server.url, service.server.pid);
  try {
    const alone = await meter.measure({ method: "GET", path: "/health/live" }, ALONE_MS);
    const all = [...heavyCatalog(service), ...remote.entries(service)];
    const entries = all.filter(({ name }) => name.includes(ONLY));
    const first = await runCatalog(meter, entries, SETTLE_MS);
    for (const by of ["longestMs", "peakMiB", "growthMiB"] as const) print(first, by);
    const slow = first.filter(({ longestMs }) => longestMs > REPEATS.maxMs);
    const again = await measureAgain(meter, entries, slow, REPEATS);
    print(again, "longestMs");
    const quick = first.filter((measured) => !slow.includes(measured));
    const broken = first.filter(({ status }) => status === 0 || status >= 500);
    return [
      { name: "requests", value: first.length, unit: "" },
      { name: `${LIVE}, alone`, value: alone.longestMs, unit: "ms" },
      { name: `${LIVE}, first time`, value: largest(first, "longestMs"), unit: "ms" },
      { name: "requests that were repeated", value: slow.length, unit: "" },
      {
        name: LIVE,
        value: largest([...quick, ...again], "longestMs"),
        unit: "ms",
        bar: { atMost: 100 },
      },
      {
        name: "memory of the process",
        value: largest(first, "peakMiB"),
        unit: "MiB",
        // 400 MB.
        bar: { atMost: 381 },
      },
      { name: "faults and missing replies", value: broken.length, unit: "", bar: { atMost: 0 } },
    ];
  } finally {
    meter.close();
    await service.close();
    await remote.close();
  }
}

type Measure = "longestMs" | "peakMiB" | "growthMiB";

function print(measured: readonly MeasuredEntry[], by: Measure): void {
  console.log(
    [by, ...worstOf(measured, by, SHOWN)]
      .map((line, n) => (n === 0 ? line : `  ${line}`))
      .join("\n"),
  );
}

function largest(measured: readonly MeasuredEntry[], by: Measure): number {
  return Math.max(...measured.map(({ [by]: value }) => value));
}
