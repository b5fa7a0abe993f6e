import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildCity, cityFile, copyCity } from "./city.ts";
import { SERVER_SCRIPT, startPinned, type RunningProcess } from "./processes.ts";

export interface CityServer extends RunningProcess {
  readonly databaseFile: string;
}

/** The service on a fresh copy of the data set, on its own core. */
export async function startCityServer(
  settings: Readonly<Record<string, string>> = {},
  script: string = SERVER_SCRIPT,
): Promise<CityServer> {
  await buildCity();
  const directory = mkdtempSync(path.join(path.dirname(cityFile()), "run-"));
  const databaseFile = copyCity(directory);
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

/** Kilobytes of memory a process has in use. */
export function residentMiB(pid: number | undefined): number {
  if (pid === undefined || os.platform() !== "linux") return Number.NaN;
  const text = readStatus(pid);
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN) / 1024;
}

function readStatus(pid: number): string {
  return process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/status`, "utf8");
}
