import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseReleaseTag } from "@wordloom/server/platform/release/release-tags";
import { readJournal } from "@wordloom/server/platform/release/update-journal";
import { checkInstalled } from "@wordloom/server/platform/release/verify-release";
import { processesIn } from "./processes-in.ts";

/** An installation, and its address. */
export interface Place {
  readonly folder: string;
  readonly dataDir: string;
  readonly url: string;
}

/** The version that answers and is healthy; undefined while there is none. */
export async function servingVersion({ url }: Place): Promise<string | undefined> {
  const reply = await fetch(`${url}/api/health`).catch(() => undefined);
  const body = (await reply?.json().catch(() => undefined)) as { version?: string } | undefined;
  return reply?.ok === true ? body?.version : undefined;
}

/** A part of an update that is still in progress, or was left behind. */
export async function unsettled(place: Place, target: string): Promise<string | undefined> {
  const services = servicesIn(place);
  if (services.length !== 1) return `${services.length} processes serve`;
  const version = await servingVersion(place);
  if (version === undefined) return "nothing serves";
  const fault = await unsettledFiles(place, version, target);
  if (fault !== undefined) return fault;
  // Otherwise the process that answered may be gone by now.
  return String(servicesIn(place)) === String(services) ? undefined : "the process has changed";
}

function servicesIn({ folder }: Place): number[] {
  const services = processesIn(folder).filter(({ command }) => command.includes("main.ts"));
  return services.map(({ pid }) => pid);
}

async function unsettledFiles(place: Place, version: string, target: string) {
  const launcher = await readFile(join(place.folder, "wordloom"), "utf8");
  if (!launcher.includes(`tag='${version}'`)) return `${version} serves, with another launcher`;
  const strange = (await readdir(place.folder)).filter((name) => !isUsual(name));
  if (strange.length > 0) return `there is ${strange.join(", ")}`;
  const journal = await readJournal(place.dataDir);
  if (existsSync(join(place.dataDir, "update/maintenance.flag"))) return "maintenance is on";
  if (journal?.reported === false) return `its journal tells of the phase ${journal.phase}`;
  if (journal?.targetVersion !== target) return version === target ? "no journal" : undefined;
  const phase = version === target ? "completed" : "failed";
  return journal.phase === phase ? undefined : `${version} serves, the task is ${journal.phase}`;
}

/** Launcher, program and web apps, current or kept. */
function isUsual(name: string): boolean {
  const [, part = "", tag] = /^(lib|static|wordloom)(?:-(.+))?$/.exec(name) ?? [];
  return part !== "" && (tag === undefined || parseReleaseTag(tag) !== undefined);
}

/** Faults in the files of a serving version. */
export async function faultsOf(place: Place, version: string): Promise<string[]> {
  const faults: string[] = [];
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  await checkInstalled(place.folder, version, "running", watch).catch((error: unknown) => {
    faults.push(`the files of ${version}: ${String(error)}`);
  });
  return faults;
}
