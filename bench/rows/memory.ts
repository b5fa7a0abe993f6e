import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { memoryOf } from "../lib/process-memory.ts";
import { runPacedLoad, type PacedResult } from "../lib/paced-load.ts";
import { pinLoadGenerator, SERVER_SCRIPT, startPinned } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { createCrowdOfStreams } from "../lib/stream-clients.ts";
import { keepSigningIn, registerCrowd, waitForStarterBooks } from "../lib/study-crowd.ts";
import { studyLoad } from "../lib/study-load.ts";

/** Duration of the load, and of the rest after it. */
const SECONDS = Number(process.env["WORDLOOM_BENCH_MEMORY_SECONDS"] ?? 300);

/** Number of learners, their load and its duration. */
export interface StudySize {
  readonly learners: number;
  readonly streams: number;
  readonly connections: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  readonly restSeconds: number;
  /** Time from the first start until its work is done. */
  readonly settleSeconds: number;
}

const FULL: StudySize = {
  learners: 500,
  streams: 50,
  connections: 200,
  rate: 750,
  seconds: SECONDS,
  restSeconds: SECONDS,
  settleSeconds: 10,
};

const SAMPLE_MS = 1_000;

/** Upper bounds, MB. */
interface Bars {
  readonly first?: number;
  readonly load?: number;
  readonly after?: number;
}

/**
 * Resident memory of the service: after its first start, while five hundred learners study, and
 * after a rest; then the same work with a small heap.
 */
export const memory: Row = async () => {
  pinLoadGenerator();
  const usual = await measureMemory("", {}, FULL, { first: 200, load: 300, after: 220 });
  return [...usual, ...(await measureMemory("heap of 256 MB: ", SMALL_HEAP, FULL))];
};

export const SMALL_HEAP = { NODE_OPTIONS: "--max-old-space-size=256" } as const;

/** Runs one process from its first start to the rest after the load. */
export async function measureMemory(
  prefix: string,
  settings: Readonly<Record<string, string>>,
  size: StudySize,
  bars: Bars = {},
): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-memory-"));
  const server = await startPinned(SERVER_SCRIPT, ["serve"], {
    healthPath: "/health/ready",
    settings: { DATA_DIR: directory, AUTH_RATE_LIMIT_MAX: "1000000", ...settings },
  });
  try {
    await waitForStarterBooks(server.url);
    await pause(size.settleSeconds * 1_000);
    const first = memoryOf(server.child.pid);
    const { load, largestMb } = await study(server, size);
    await pause(size.restSeconds * 1_000);
    const after = memoryOf(server.child.pid);
    const mb = (name: string, value: number, atMost?: number): Figure => ({
      name: prefix + name,
      value,
      unit: "MB",
      ...(atMost !== undefined && { bar: { atMost } }),
    });
    return [
      mb("after the first start", first.residentMb, bars.first),
      mb("largest under load", largestMb, bars.load),
      mb(`after ${size.restSeconds} s of rest`, after.residentMb, bars.after),
      mb("of it heaps, stacks, buffers", after.anonymousMb),
      mb("largest at any moment, the first import included", after.peakMb),
      { name: `${prefix}requests`, value: load.perSecond, unit: "1/s" },
      { name: `${prefix}p99`, value: load.p99Ms, unit: "ms" },
      { name: `${prefix}errors`, value: load.errors, unit: "", bar: { atMost: 0 } },
    ];
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Registers the learners, who then study for a while. */
async function study(
  { url, child }: HealthyProcess,
  size: StudySize,
): Promise<{ load: PacedResult; largestMb: number }> {
  const { learners, wordIds } = await registerCrowd(url, size.learners);
  const tokens = learners.map(({ token }) => token);
  const streams = createCrowdOfStreams(url, tokens);
  const ended = new AbortController();
  let largestMb = memoryOf(child.pid).residentMb;
  const sampling = setInterval(() => {
    largestMb = Math.max(largestMb, memoryOf(child.pid).residentMb);
  }, SAMPLE_MS);
  try {
    await streams.open(size.streams);
    const signingIn = keepSigningIn(url, learners, ended.signal);
    const { connections, seconds } = size;
    const endpoints = studyLoad(wordIds, tokens.length);
    const load = await runPacedLoad(
      { url, method: "GET", path: "/", tokens, connections, seconds, ...endpoints },
      size.rate,
    );
    ended.abort();
    const { errors } = await signingIn;
    return { load: { ...load, errors: load.errors + errors }, largestMb };
  } finally {
    clearInterval(sampling);
    ended.abort();
    await streams.closeAll();
  }
}
