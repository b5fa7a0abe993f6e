import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeSources } from "../lib/machine.ts";

/** All that a life depends on besides its seed. */
const SOURCES = ["packages/engine", "bench/engine", "package-lock.json"];

/**
 * What a student lived through, from an earlier run of the same program or by living now. A row of
 * many students takes hours; broken off, it goes on where it stopped.
 *
 * @param name  of the life, unique within its row
 * @returns plain data
 */
export async function keptLife<T>(row: string, name: string, live: () => Promise<T>): Promise<T> {
  const program = describeSources(SOURCES);
  if (program === null) return live();
  const folder = path.join(os.homedir(), ".cache", "wordloom-bench", "lives", program, row);
  const file = path.join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  const life = await live();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(life));
  renameSync(`${file}.${process.pid}`, file);
  return life;
}
