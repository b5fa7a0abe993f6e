import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { Deps } from "../../../deps.ts";
import {
  LAUNCHER,
  holdsNothing,
  libOf,
  namesIn,
} from "../../../platform/release/install-layout.ts";
import { parseReleaseTag } from "../../../platform/release/release-tags.ts";
import { listInstances } from "../instances/instances.service.ts";
import type { Hindrance } from "./hindrance-texts.ts";
import { listUrl } from "./release-source.ts";

type Needs = Pick<Deps, "clock" | "database" | "installation" | "instance" | "settings">;

const UPDATE_SOURCES = "git pull && npm ci && npm start";
const UPDATE_CONTAINER = "docker compose pull && docker compose up -d";

/** The install folder; undefined if there is none. */
export function installDirOf({
  installation,
  settings,
}: Pick<Needs, "installation" | "settings">): string | undefined {
  const { UPDATE_INSTALL_DIR: given } = settings;
  return given === undefined ? installation.folder : resolve(given);
}

/** The first reason why this installation cannot update itself. */
export async function findHindrance(needs: Needs): Promise<Hindrance | undefined> {
  const { installation, settings } = needs;
  if (installation.arch === undefined) return { code: "platform", args: {} };
  if (listUrl(needs) === undefined) return { code: "disabled", args: {} };
  const folder = installDirOf(needs);
  if (folder === undefined || !(await isForReleases(folder))) {
    return { code: "source_checkout", args: { command: UPDATE_SOURCES } };
  }
  if (installation.inContainer && settings.UPDATE_INSTALL_DIR === undefined) {
    return { code: "container", args: { command: UPDATE_CONTAINER } };
  }
  if (await hasOthers(needs)) return { code: "several_processes", args: {} };
  const isWritable = await canWriteIn(needs, folder);
  return isWritable ? undefined : readOnly(folder);
}

function readOnly(folder: string): Hindrance {
  const user = process.getuid?.() ?? 0;
  return { code: "read_only", args: { folder, command: `chown -R ${user} ${folder}` } };
}

/** Whether a folder contains a release, or only the updater's own files. */
async function isForReleases(folder: string): Promise<boolean> {
  if (folder.split("/").includes("node_modules") || existsSync(join(folder, ".git"))) return false;
  if (await holdsNothing(folder)) return true;
  const tags = (await namesIn(join(folder, "lib"))).filter((tag) => parseReleaseTag(tag));
  const hasProgram = tags.some((tag) => existsSync(join(libOf(folder, tag), "RELEASE.json")));
  return hasProgram && existsSync(join(folder, LAUNCHER));
}

async function canWriteIn({ installation }: Needs, folder: string): Promise<boolean> {
  const folders = [folder, join(folder, "lib")].filter((each) => existsSync(each));
  const answers = await Promise.all(folders.map((each) => installation.isWritable(each)));
  return answers.length > 0 && answers.every(Boolean);
}

/** Ignores dead processes of this machine, even with a recent heartbeat. */
async function hasOthers(needs: Needs): Promise<boolean> {
  const processes = await listInstances(needs);
  return processes.some(({ self, host, pid }) => {
    if (self) return false;
    return host !== hostname() || (pid !== process.pid && isThere(pid));
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
