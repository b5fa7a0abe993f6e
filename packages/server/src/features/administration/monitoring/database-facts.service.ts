import { stat } from "node:fs/promises";
import type { MonitoredDatabase } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { sqliteFile } from "../../../platform/database/connection.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { createCachedValue } from "../../../platform/memory/cached-value.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  countTable,
  listServerTables,
  listSqliteTables,
  readPages,
  readServerSize,
} from "./database-facts.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports" | "settings">;

/** How long a count is reused, because counting reads whole tables. */
const COUNTS_FRESH_MS = 60_000;

const counts = perApp(({ clock, reports }: Needs) =>
  createCachedValue(clock, COUNTS_FRESH_MS, () => countTables(reports)),
);

/** Size and tables of the database. */
export async function readDatabaseFacts(needs: Needs): Promise<MonitoredDatabase> {
  const tables = await counts(needs).read();
  const common = { tableCount: tables.length, tables };
  if (dialectOf(needs.database) === "postgres") {
    const none = { pageSize: null, pageCount: null, walEnabled: null, walSizeBytes: null };
    return { sizeOnDisk: await readServerSize(needs.reports), ...common, ...none };
  }
  const { pageSize, pageCount, journalMode } = await readPages(needs.reports);
  return {
    sizeOnDisk: pageSize * pageCount,
    ...common,
    pageSize,
    pageCount,
    walEnabled: journalMode === "wal",
    walSizeBytes: await sizeOfLog(needs),
  };
}

/** Bytes of the database, and of SQLite's log; null for other databases. */
export async function readDatabaseSize(
  needs: Pick<Needs, "database" | "settings">,
): Promise<{ sizeBytes: number; walSizeBytes: number | null }> {
  if (dialectOf(needs.database) === "postgres") {
    return { sizeBytes: await readServerSize(needs.database), walSizeBytes: null };
  }
  const { pageSize, pageCount } = await readPages(needs.database);
  return { sizeBytes: pageSize * pageCount, walSizeBytes: await sizeOfLog(needs) };
}

async function countTables(db: Deps["reports"]): Promise<{ name: string; rows: number }[]> {
  const tables = dialectOf(db) === "postgres" ? await listServerTables(db) : await countAll(db);
  return tables.toSorted((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1));
}

async function countAll(db: Deps["reports"]): Promise<{ name: string; rows: number }[]> {
  const tables: { name: string; rows: number }[] = [];
  for (const name of await listSqliteTables(db)) {
    tables.push({ name, rows: await countTable(db, name) });
  }
  return tables;
}

/** An in-memory database has no file. */
async function sizeOfLog({ settings }: Pick<Needs, "settings">): Promise<number> {
  const file = sqliteFile(settings.DATABASE_URL);
  const found = await stat(`${file}-wal`).catch(() => undefined);
  return found?.size ?? 0;
}
