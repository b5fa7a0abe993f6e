import { execFileSync } from "node:child_process";
import os from "node:os";

/** Figures mean nothing without the machine they were read on. */
export function printMachine(): void {
  const [cpu] = os.cpus();
  const memoryGiB = Math.round(os.totalmem() / 2 ** 30);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const cores = os.cpus().length;
  console.log(
    `${cpu?.model.trim()}, ${cores} cores, ${memoryGiB} GiB, ${os.type()} ${os.release()}`,
  );
  console.log(`Node ${process.version}, commit ${commit}`);
}
