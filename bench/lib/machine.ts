import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import os from "node:os";

/** The machine, for reports. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const memoryGiB = Math.round(os.totalmem() / 2 ** 30);
  const cores = os.cpus().length;
  return `${cpu?.model.trim()}, ${cores} cores, ${memoryGiB} GiB, ${os.type()} ${os.release()}`;
}

/** The measured program, for reports. */
export function describeProgram(): string {
  const commit = git("rev-parse", "--short", "HEAD");
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "packages") !== "";
  return `Node ${process.version}, commit ${commit}${isChanged ? " with changes" : ""}`;
}

/** A name for the committed state of files and folders; null if they have uncommitted changes. */
export function describeSources(paths: readonly string[]): string | null {
  if (git("status", "--porcelain", "--", ...paths) !== "") return null;
  const trees = git("rev-parse", ...paths.map((one) => `HEAD:${one}`));
  return createHash("sha256").update(trees).digest("hex").slice(0, 16);
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
