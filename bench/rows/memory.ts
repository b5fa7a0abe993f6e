import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf } from "../lib/process-memory.ts";
import { runPacedLoad, type PacedResult } from "../lib/paced-load.ts";
import { pinLoadGenerator, SERVER_SCRIPT, startPinned } from "../lib/processes.ts";
import type { RunningProcess } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { createCrowdOfStreams } from "../lib/stream-clients.ts";
import { keepSigningIn, registerCrowd, waitForStarterBooks } from "../lib/study-crowd.ts";
import { studyLoad } from "../lib/study-load.ts";

/** Of the load, and of the rest after it. */
const SECONDS = Number(process.env["WORDLOOM_BENCH_MEMORY_SECONDS"] ?? 300);
const LEARNERS = 500;
const CONNECTIONS = 200;
const RATE = 750;
const STREAMS = 50;
const SAMPLE_MS = 1_000;
/** From the first start until its work is over. */
const SETTLE_MS = 10_000;

/** Resident memory of the service: after its first start, while 500 learners study, and after it. */
export const memory: Row = async () => {
  pinLoadGenerator();
  return [...(await measure("", {}, BARS)), ...(await measure("heap of 256 MB: ", SMALL_HEAP, {}))];
};

const SMALL_HEAP = { NODE_OPTIONS: "--max-old-space-size=256" } as const;

/** MB. */
interface Bars {
  readonly first?: number;
  readonly load?: number;
  readonly after?: number;
}
const BARS: Bars = { first: 200, load: 300, after: 220 };

/** One process from its first start to the rest after the load. */
async function measure(
  prefix: string,
  settings: Readonly<Record<string, string>>,
  bars: Bars,
): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-memory-"));
  const server = await startPinned(SERVER_SCRIPT, ["serve"], {
    healthPath: "/health/ready",
    settings: { DATA_DIR: directory, AUTH_RATE_LIMIT_MAX: "1000000", ...settings },
  });
  try {
    await waitForStarterBooks(server.url);
    await pause(SETTLE_MS);
    const first = memoryOf(server.child.pid);
    const { load, peakMb } = await study(server);
    await pause(SECONDS * 1_000);
    const after = memoryOf(server.child.pid);
    const mb = (name: string, value: number, atMost?: number): Figure => ({
      name: prefix + name,
      value,
      unit: "MB",
      ...(atMost !== undefined && { bar: { atMost } }),
    });
    return [
      mb("after the first start", first.residentMb, bars.first),
      mb("largest under load", peakMb, bars.load),
      mb(`after ${SECONDS} s of rest`, after.residentMb, bars.after),
      mb("largest at any moment", after.peakMb),
      { name: `${prefix}requests`, value: load.perSecond, unit: "1/s" },
      { name: `${prefix}p99`, value: load.p99Ms, unit: "ms" },
      { name: `${prefix}errors`, value: load.errors, unit: "", bar: { atMost: 0 } },
    ];
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The learners register, and study for a while. */
async function study(server: RunningProcess): Promise<{ load: PacedResult; peakMb: number }> {
  const { learners, wordIds } = await registerCrowd(server.url, LEARNERS);
  const tokens = learners.map(({ token }) => token);
  const streams = createCrowdOfStreams(server.url, tokens);
  const ended = new AbortController();
  let peakMb = 0;
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(server.child.pid).residentMb);
  }, SAMPLE_MS);
  try {
    await streams.open(STREAMS);
    const signingIn = keepSigningIn(server.url, learners, ended.signal);
    const load = await runPacedLoad(
      {
        ...{ url: server.url, method: "GET", path: "/", tokens },
        ...{ connections: CONNECTIONS, seconds: SECONDS, ...studyLoad(wordIds, tokens.length) },
      },
      RATE,
    );
    ended.abort();
    const { errors } = await signingIn;
    return { load: { ...load, errors: load.errors + errors }, peakMb };
  } finally {
    clearInterval(sampling);
    ended.abort();
    await streams.closeAll();
  }
}
