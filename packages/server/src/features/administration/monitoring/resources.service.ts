import { availableParallelism, totalmem } from "node:os";
import type { MonitoringHealth } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { poolStatus } from "../../../platform/database/dialect/pool-status.ts";
import { readDiskRooms } from "../../operations/health/disk-room.service.ts";
import { perApp } from "../../../platform/memory/per-app.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;
type Resources = MonitoringHealth["resources"];

/** Shorter samples of processor time are not meaningful. */
const SAMPLE_MIN_MS = 1_000;

interface CpuSample {
  readonly atMs: number;
  /** Processor time of this process so far, microseconds. */
  readonly usedUs: number;
  readonly pct: number;
}

const cpu = perApp((needs: Pick<Deps, "clock" | "database">): { last: CpuSample } => ({
  last: { atMs: needs.clock.monotonicMs(), usedUs: usedUs(), pct: 0 },
}));

/** Processor, memory, disk and connections of this process. */
export async function readResources(needs: Needs, walSizeBytes: number | null): Promise<Resources> {
  return {
    cpuPct: cpuPct(needs),
    memoryRssBytes: process.memoryUsage.rss(),
    memoryTotalBytes: totalmem(),
    ...(await readDisk(needs)),
    walSizeBytes,
    pool: poolStatus(needs.database),
    inflightRequests: needs.metrics.inflightNow(),
  };
}

/** Takes a sample, and publishes it to monitoring programs. */
export async function sampleResources(needs: Needs): Promise<void> {
  const { cpuPct: pct, diskFreeBytes, pool } = await readResources(needs, null);
  const { metrics } = needs;
  metrics.gauge("process_cpu_percent", "Processor time, of all processors.").set(pct);
  metrics.gauge("database_connections", "Open connections to the database.").set(pool.connections);
  metrics.gauge("database_connections_idle", "Unused ones of them.").set(pool.idle);
  if (diskFreeBytes === null) return;
  metrics
    .gauge("disk_free_bytes", "Free space of the fullest disk that data is on.")
    .set(diskFreeBytes);
}

/** Share of all processors of the machine since the previous sample, 0 to 100. */
function cpuPct(needs: Needs): number {
  const state = cpu(needs);
  const { last } = state;
  const nowMs = needs.clock.monotonicMs();
  if (nowMs - last.atMs < SAMPLE_MIN_MS) return last.pct;
  const used = usedUs();
  const share = (used - last.usedUs) / 1_000 / (nowMs - last.atMs) / availableParallelism();
  const pct = Math.min(100, Math.round(share * 1_000) / 10);
  state.last = { atMs: nowMs, usedUs: used, pct };
  return pct;
}

function usedUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The fullest disk that the service stores on; null if the file system does not report it. */
export async function readDisk(needs: Pick<Needs, "settings">) {
  const { fullest } = await readDiskRooms(needs);
  return {
    diskTotalBytes: fullest?.totalBytes ?? null,
    diskFreeBytes: fullest?.freeBytes ?? null,
  };
}
