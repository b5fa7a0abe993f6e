import { setTimeout as pause } from "node:timers/promises";
import { residentMiB, startCityServer } from "../lib/city-server.ts";
import { median } from "../lib/load.ts";
import { BARE_SCRIPT, startPinned } from "../lib/processes.ts";
import type { Row } from "../lib/row.ts";

const ROUNDS = 5;
const SETTLE_MS = 3_000;

/** From the start of the process to the first 200 of /health, on an existing database. */
export const start: Row = async () => {
  const times = { ours: [] as number[], bare: [] as number[] };
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await startPinned(BARE_SCRIPT, [], { healthPath: "/health" });
    times.bare.push(bare.startedInMs);
    await bare.stop();
    const ours = await startCityServer();
    times.ours.push(ours.startedInMs);
    await pause(SETTLE_MS);
    memory.push(residentMiB(ours.child.pid));
    await ours.stop();
  }
  const [our, theirs] = [median(times.ours), median(times.bare)];
  return [
    { name: "start to healthy", value: our / 1000, unit: "s", bar: { atMost: 1.5 } },
    { name: "bare Fastify", value: theirs / 1000, unit: "s" },
    { name: "ratio", value: our / theirs, unit: "", bar: { atMost: 4 } },
    { name: "memory when idle", value: median(memory), unit: "MiB", bar: { atMost: 160 } },
  ];
};
