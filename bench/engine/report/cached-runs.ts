import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeSources } from "../../lib/machine.ts";

/** Everything a run depends on except its seed. */
const SOURCES = ["packages/engine", "bench/engine", "package-lock.json"];

/**
 * The result of a simulated student, from a cache of the same program version or by running it. A
 * row of many students takes hours; after an interruption it continues where it stopped.
 *
 * @param name  name of the run, unique within its row
 * @returns plain data
 */
export async function cachedRun<T>(row: string, name: string, run: () => Promise<T>): Promise<T> {
  const program = describeSources(SOURCES);
  if (program === null) return run();
  const folder = path.join(os.homedir(), ".cache", "wordloom-bench", "lives", program, row);
  const file = path.join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  const life = await run();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(life));
  renameSync(`${file}.${process.pid}`, file);
  return life;
}
