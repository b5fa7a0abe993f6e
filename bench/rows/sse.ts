import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createCrowdOfStreams, type StreamClients } from "../lib/stream-clients.ts";
import { CITY } from "../lib/city-size.ts";
import { tokensOf } from "../lib/city-names.ts";
import { residentMiB, startCityServer, type CityServer } from "../lib/city-server.ts";
import { quantile } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const STREAMS = Number(process.env["WORDLOOM_BENCH_STREAMS"] ?? 10_000);
const RECORDS = 100_000;
const BROADCASTS = 20;
const PAUSE_MS = 1_000;
/** A tenth of the clients reconnects every minute. */
const EXCHANGED_PER_SECOND = Math.ceil(STREAMS / 10 / 60);
/** File descriptors in addition to the streams: database files, metrics, new connections. */
const SPARE_FILES = 500;
const WARM_UP_STREAMS = 200;
const SETTLE_MS = 3_000;
const SCRIPT = new URL("../lib/broadcast-server.ts", import.meta.url).pathname;

/**
 * Ten thousand open streams, two per learner, and twenty broadcasts to them while clients
 * reconnect. The cost of a stream is the growth of the process, without kernel buffers. Clients
 * measure the fan-out, from the request for a broadcast to its receipt.
 */
export const sse: Row = async () => {
  const filesMax = openFilesMax();
  if (filesMax < STREAMS + SPARE_FILES) return [leftOut(filesMax)];
  pinLoadGenerator();
  const server = await startCityServer({
    records: RECORDS,
    script: SCRIPT,
    settings: { LIMITS_MAX_SSE_CONNECTIONS: String(STREAMS * 2) },
  });
  const crowd = createCrowdOfStreams(server.url, tokensOf(Math.min(STREAMS / 2, CITY.learners)));
  try {
    return await measure(server, crowd);
  } finally {
    await crowd.closeAll();
    await server.stop();
  }
};

async function measure(server: CityServer, crowd: StreamClients): Promise<Figure[]> {
  await crowd.open(WARM_UP_STREAMS);
  await pause(SETTLE_MS);
  const before = { files: openFiles(server), mib: residentMiB(server.child.pid) };
  const openedInMs = await timed(() => crowd.open(STREAMS - WARM_UP_STREAMS));
  await pause(SETTLE_MS);
  const grownKiB = (residentMiB(server.child.pid) - before.mib) * 1024;
  const { receivedAfterMs, countMissing } = await broadcastAll(server, crowd);
  const afterMiB = residentMiB(server.child.pid);
  await crowd.closeAll();
  await pause(SETTLE_MS);
  const perStream = grownKiB / (STREAMS - WARM_UP_STREAMS);
  return [
    { name: "streams", value: STREAMS, unit: "" },
    { name: "opened in", value: openedInMs / 1000, unit: "s" },
    { name: "resident per stream", value: perStream, unit: "KiB", bar: { atMost: 60 } },
    { name: "fan-out p50", value: quantile(receivedAfterMs, 0.5), unit: "ms" },
    {
      name: "fan-out p99",
      value: quantile(receivedAfterMs, 0.99),
      unit: "ms",
      bar: { atMost: 1_000 },
    },
    { name: "not heard", value: countMissing, unit: "", bar: { atMost: 0 } },
    { name: "resident after the broadcasts", value: afterMiB, unit: "MiB" },
    { name: "streams left after all hung up", value: await streamsOf(server), unit: "", bar: NONE },
    {
      name: "files left open",
      value: Math.max(0, openFiles(server) - before.files + WARM_UP_STREAMS),
      unit: "",
      bar: NONE,
    },
  ];
}

const NONE = { atMost: 0 } as const;

async function broadcastAll(server: CityServer, crowd: StreamClients) {
  const receivedAfterMs: number[] = [];
  let countMissing = 0;
  for (let n = 0; n < BROADCASTS; n += 1) {
    const hearing = crowd.listen();
    const exchanged = crowd.exchange(EXCHANGED_PER_SECOND);
    await fetch(`${server.url}/api/bench/broadcast`, { method: "POST" });
    await Promise.all([exchanged, pause(PAUSE_MS)]);
    countMissing += hearing.countMissing();
    receivedAfterMs.push(...hearing.receivedAfterMs);
  }
  return { receivedAfterMs, countMissing };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const sinceMs = performance.now();
  await work();
  return performance.now() - sinceMs;
}

function openFiles({ child }: CityServer): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

async function streamsOf(server: CityServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^sse_connections (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** The hard limit, because Node raises its soft limit. */
function openFilesMax(): number {
  const text = execFileSync("sh", ["-c", "ulimit -Hn"]).toString().trim();
  return text === "unlimited" ? Number.POSITIVE_INFINITY : Number(text);
}

function leftOut(filesMax: number): Figure {
  const needed = STREAMS + SPARE_FILES;
  const reason = `a process may open ${filesMax} files (ulimit -Hn), ${needed} are needed`;
  return { name: "streams", value: Number.NaN, unit: "", leftOut: reason };
}
