import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { partialDeps } from "../../testing/app/partial-deps.ts";
import { openTestDatabase } from "@wordloom/testing/databases/test-database";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import { platformWorkers } from "./platform-workers.ts";

const signal = new AbortController().signal;

describe("wal_checkpoint", () => {
  it("runs only on SQLite", async () => {
    const { database, close } = await openTestDatabase();
    const worker = platformWorkers().find(({ name }) => name === "wal_checkpoint");
    const deps = partialDeps({ database });
    const onSqlite = dialectOf(database) === "sqlite";
    expect(worker?.enabled?.(deps)).toBe(onSqlite);
    if (onSqlite) await expect(worker?.run(deps, signal)).resolves.toBeUndefined();
    await close();
  });
});

describe("clock_probe", () => {
  const probe = platformWorkers().find(({ name }) => name === "clock_probe");

  it("measures how far the clock is from the database's, and warns from two seconds", async () => {
    const { database, close } = await openTestDatabase();
    const warned: unknown[] = [];
    const drifts: number[] = [];
    const look = async (aheadMs: number) => {
      const nowMs = () => Date.now() + aheadMs;
      const deps = partialDeps({
        clock: { nowMs },
        database,
        log: { warn: (fields) => void warned.push(fields) },
        metrics: { gauge: () => ({ set: (value) => void drifts.push(value) }) },
      });
      await probe?.run(deps, signal);
    };
    await look(0);
    expect(warned).toEqual([]);
    await look(3_600_000);
    expect(warned).toHaveLength(1);
    expect(Math.abs(drifts[0] ?? Infinity)).toBeLessThan(2);
    expect(drifts[1]).toBeCloseTo(-3_600, -1);
    await close();
  });
});

describe("log_export", () => {
  it("removes the oldest log files and nothing else", async () => {
    const worker = platformWorkers().find(({ name }) => name === "log_export");
    const folder = mkdtempSync(join(tmpdir(), "wordloom-logs-"));
    const days = ["2026-05-01", "2026-05-02", "2026-05-03"];
    for (const day of days) writeFileSync(join(folder, `wordloom-${day}.log`), "");
    writeFileSync(join(folder, "notes.log"), "");
    const settings = { ENABLE_FILE_LOGS: true, LOG_DIR: folder, MAX_LOG_FILES: 2 };
    const deps = partialDeps({ settings });
    expect(worker?.enabled?.(deps)).toBe(true);
    await worker?.run(deps, signal);
    expect(readdirSync(folder).toSorted()).toEqual([
      "notes.log",
      "wordloom-2026-05-02.log",
      "wordloom-2026-05-03.log",
    ]);
    rmSync(folder, { recursive: true });
  });
});
