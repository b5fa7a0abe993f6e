import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestAddress, testOptions } from "@wordloom/testing/databases/test-database";
import { openDatabase } from "../connection.ts";
import { openReports } from "../reports.ts";
import type { Database } from "../tables.ts";
import { foldCase } from "./fold-case.ts";

const TEXTS = ["ÉTÉ", "Übungen", "Глаголы", "ΟΔΌΣ", "İz", "Easy 100%", "動詞"];

async function folded(db: Database, text: string | null): Promise<string | null | undefined> {
  const query = sql<{ text: string | null }>`
    select ${foldCase(db, sql`cast(${text} as text)`)} as text
  `;
  return (await query.execute(db)).rows[0]?.text;
}

describe("foldCase", () => {
  it("folds as JavaScript does, on the database and on the handle for reports", async () => {
    const address = await createTestAddress();
    const database = await openDatabase(address.url, testOptions);
    const reports = openReports(address.url, database);
    try {
      for (const db of [database, reports]) {
        for (const text of TEXTS) expect(await folded(db, text)).toBe(text.toLowerCase());
        expect(await folded(db, null)).toBeNull();
      }
    } finally {
      await reports.destroy();
      await database.destroy();
      await address.remove();
    }
  });
});
