import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { buildCity, cityFile, copyCity } from "./city.ts";
import { CITY } from "./city-size.ts";
import { SERVER_SCRIPT, startPinned } from "./processes.ts";

export interface CityServer extends HealthyProcess {
  readonly databaseFile: string;
}

export interface CityServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** The script to start; default: the service. */
  readonly script?: string;
  /** Size of the data set. */
  readonly records?: number;
  /** Changes the copy before the service opens it. */
  prepare?(databaseFile: string): void;
}

/** The service on a fresh copy of the data set, on its own core. */
export async function startCityServer(options: CityServerOptions = {}): Promise<CityServer> {
  const { settings, script = SERVER_SCRIPT, records = CITY.records } = options;
  await buildCity(records);
  const directory = mkdtempSync(path.join(path.dirname(cityFile()), "run-"));
  const databaseFile = copyCity(directory, records);
  options.prepare?.(databaseFile);
  const server = await startPinned(script, ["serve"], {
    healthPath: "/health/ready",
    settings: { DATA_DIR: directory, STARTER_WORDBOOKS: "false", ...settings },
  });
  return {
    ...server,
    databaseFile,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Mebibytes of memory a process has in use. */
export function residentMiB(pid: number | undefined): number {
  if (pid === undefined || os.platform() !== "linux") return Number.NaN;
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN) / 1024;
}
