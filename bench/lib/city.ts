import { execFileSync } from "node:child_process";
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { openDatabase } from "@wordloom/server/platform/database/connection";
import { migrate } from "@wordloom/server/platform/database/migrate";
import { fillAnswers } from "./city-answers.ts";
import { CITY, CITY_NOW_MS } from "./city-size.ts";
import { fillAccounts, fillLibrary, fillStates } from "./city-tables.ts";

const VERSION = 2;
const LEARNERS_AT_ONCE = 500;

/** Where the built data set is kept between runs, outside the repository. */
export function cityFile(records: number = CITY.records): string {
  const folder = path.join(os.homedir(), ".cache", "wordloom-bench");
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `city-v${VERSION}-${records}.db`);
}

/**
 * A working copy of the data set, flushed to disk, because otherwise the commits of the measurement
 * would wait for the copy.
 */
export function copyCity(directory: string, records: number = CITY.records): string {
  const file = path.join(directory, "learning.db");
  copyFileSync(cityFile(records), file, constants.COPYFILE_FICLONE);
  execFileSync("sync");
  return file;
}

/**
 * Builds the data set unless it exists with the current schema. An interrupted build continues
 * where it stopped.
 *
 * @returns milliseconds it took, 0 if it existed
 */
export async function buildCity(records: number = CITY.records): Promise<number> {
  const file = cityFile(records);
  const startedMs = performance.now();
  const wanted = await schemaOf(":memory:");
  if (existsSync(file)) {
    if ((await schemaOf(file).catch(() => "another")) === wanted) return 0;
    rmSync(file);
  }
  const building = `${file}.building`;
  if (stepsDone(building) === 0) {
    for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(building + part, { force: true });
    await schemaOf(building);
  }
  fill(building, records);
  renameSync(building, file);
  return performance.now() - startedMs;
}

/** Migrates a file. @returns the text of its schema */
async function schemaOf(file: string): Promise<string> {
  const db = await openDatabase(`sqlite:${file}`, { busyTimeoutMs: 1_000, poolSize: 1 });
  try {
    await migrate(db, { nowMs: () => CITY_NOW_MS, monotonicMs: () => 0 });
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
      where sql is not null and name not like 'sqlite_%' order by sql`.execute(db);
    return rows.map((row) => row.sql).join("\n");
  } finally {
    await db.destroy();
  }
}

type Step = (db: DatabaseSync) => void;

/** Each step is a transaction that also increments the file's `user_version`. */
function fill(file: string, records: number): void {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = truncate; pragma synchronous = off; pragma cache_size = -500000");
  const done = stepsDone(file);
  for (const [index, step] of stepsOf(records).entries()) {
    if (index < done) continue;
    db.exec("begin");
    step(db);
    db.exec(`pragma user_version = ${index + 1}; commit`);
  }
  db.exec("pragma user_version = 0; pragma journal_mode = wal");
  db.close();
}

function stepsOf(records: number): Step[] {
  const answers = Array.from({ length: CITY.learners / LEARNERS_AT_ONCE }, (_, part): Step => {
    const learners = { first: part * LEARNERS_AT_ONCE, count: LEARNERS_AT_ONCE };
    return (db) => fillAnswers(db, records, learners);
  });
  const basis = [fillAccounts, fillLibrary, fillStates];
  return [...basis, setIndexesAside, ...answers, makeIndexes, (db) => db.exec("analyze")];
}

function stepsDone(file: string): number {
  if (!existsSync(file)) return 0;
  // Not opened read-only, because an interrupted step must be rolled back first.
  const db = new DatabaseSync(file);
  const version = db.prepare("pragma user_version").get()?.["user_version"];
  db.close();
  return Number(version);
}

/** Creating the indexes after the rows takes a fraction of the time. */
function setIndexesAside(db: DatabaseSync): void {
  db.exec(`create table bench_indexes as select name, sql from sqlite_schema
    where type = 'index' and tbl_name = 'records' and sql is not null`);
  for (const { name } of db.prepare("select name from bench_indexes").all()) {
    db.exec(`drop index ${name}`);
  }
}

function makeIndexes(db: DatabaseSync): void {
  for (const { sql: text } of db.prepare("select sql from bench_indexes").all()) {
    db.exec(String(text));
  }
  db.exec("drop table bench_indexes");
}
