import { execFileSync } from "node:child_process";
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../packages/server/src/platform/database/connection.ts";
import { migrate } from "../../packages/server/src/platform/database/migrate.ts";
import { fillAccounts, fillLibrary, fillRecords, fillStates } from "./city-tables.ts";

/** The data set "city": what a grown-up installation looks like. Deterministic. */
export const CITY = {
  learners: 10_000,
  words: 30_000,
  wordbooks: 8,
  records: Number(process.env["WORDLOOM_BENCH_RECORDS"] ?? 5_000_000),
  /** The learner with a large library: row `next`. */
  deepLearner: { selected: 5_000, memories: 4_000 },
  memoriesEach: 60,
} as const;

/** All of the past lies before this moment; sessions end long after it. */
export const CITY_NOW_MS = Date.UTC(2026, 0, 1);

const VERSION = 1;

/** Where the built data set is kept between runs: outside the repository. */
export function cityFile(): string {
  const folder = path.join(os.homedir(), ".cache", "wordloom-bench");
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `city-v${VERSION}-${CITY.records}.db`);
}

/**
 * A copy of the data set to work on, written through to the disk: while the disk is still busy with
 * the copy, every commit of the measurement would wait for it.
 */
export function copyCity(directory: string): string {
  const file = path.join(directory, "learning.db");
  copyFileSync(cityFile(), file, constants.COPYFILE_FICLONE);
  execFileSync("sync");
  return file;
}

/** Builds the data set unless it is there. @returns milliseconds it took, 0 when it was there */
export async function buildCity(): Promise<number> {
  const file = cityFile();
  if (existsSync(file)) return 0;
  const startedMs = performance.now();
  const building = `${file}.building`;
  rmSync(building, { force: true });
  const schema = await openDatabase(`sqlite:${building}`, { busyTimeoutMs: 1_000, poolSize: 1 });
  await migrate(schema, { nowMs: () => CITY_NOW_MS, monotonicMs: () => 0 });
  await schema.destroy();
  fill(building);
  renameSync(building, file);
  return performance.now() - startedMs;
}

function fill(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000");
  fillAccounts(db);
  fillLibrary(db);
  fillStates(db);
  fillRecords(db);
  db.exec("analyze; pragma journal_mode = wal");
  db.close();
}
