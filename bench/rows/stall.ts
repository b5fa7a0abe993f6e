import { heavyCatalogue } from "../../packages/server/src/testing/heavy/heavy-catalogue.ts";
import { startHeavyService } from "../../packages/server/src/testing/heavy/heavy-service.ts";
import { startRemoteFiles } from "../../packages/server/src/testing/heavy/remote-files.ts";
import {
  measureAgain,
  runCatalogue,
  worstOf,
  type MeasuredEntry,
} from "../../packages/server/src/testing/heavy/run-catalogue.ts";
import { createStallMeter } from "../../packages/server/src/testing/heavy/stall-meter.ts";
import type { Row } from "../lib/row.ts";

/** A large library, and a learner of many years. */
const SIZE = { words: 30_000, states: 20_000, records: 100_000, sessions: 1_000, notes: 2_000 };
/** Work that goes on after a reply is measured too. */
const SETTLE_MS = 20;
const SHOWN = 5;
/**
 * Other programs delay an answer now and then, but a request that stops the others does so each
 * time.
 */
const REPEATS = { tries: 4, maxMs: 100, settleMs: SETTLE_MS } as const;
/** How long `/health/live` alone is asked for, to know the machine. */
const ALONE_MS = 20_000;

/**
 * The worst legal and illegal input of every endpoint and the largest remote files, one at a time,
 * while another connection asks for `/health/live`. What delays it is repeated.
 */
export const stall: Row = async () => {
  const remote = await startRemoteFiles();
  const service = await startHeavyService(SIZE, { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" });
  const meter = createStallMeter(service.server.url, service.server.pid);
  try {
    const alone = await meter.measure({ method: "GET", path: "/health/live" }, ALONE_MS);
    const entries = [...heavyCatalogue(service), ...remote.entries(service)];
    const first = await runCatalogue(meter, entries, SETTLE_MS);
    for (const by of ["longestMs", "peakMiB", "growthMiB"] as const) print(first, by);
    const slow = first.filter(({ longestMs }) => longestMs > REPEATS.maxMs);
    const again = await measureAgain(meter, entries, slow, REPEATS);
    print(again, "longestMs");
    const quick = first.filter((measured) => !slow.includes(measured));
    const broken = first.filter(({ status }) => status === 0 || status >= 500);
    const live = "longest answer of /health/live";
    return [
      { name: "requests", value: first.length, unit: "" },
      { name: `${live}, alone`, value: alone.longestMs, unit: "ms" },
      { name: `${live}, first time`, value: largest(first, "longestMs"), unit: "ms" },
      { name: "requests that were repeated", value: slow.length, unit: "" },
      {
        name: live,
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
};

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
