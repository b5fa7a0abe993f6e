import { sql } from "kysely";
import { foldText } from "@wordloom/language";
import { describe, expect, it } from "vitest";
import { createTestAddress, testOptions } from "@wordloom/testing/databases/test-database";
import { openDatabase } from "../connection.ts";
import { openReports } from "../reports.ts";
import type { Database } from "../tables.ts";
import { foldedText } from "./folded-text.ts";

const TEXTS = [
  ...["ÉTÉ", "Übungen", "Глаголы", "ΟΔΌΣ", "İz", "Easy 100%", "動詞", "cafe\u0301", "don’t"],
  ...["ＵＳＢ", "ﬁsh", "ice\u00a0cream", "give  up", "wo\u200brd", "x\u{e0100}", " a\tb\u2028c "],
  ...["Straße", "ısı", "ｶﾞｲﾄﾞ", "می‌خواهم", "well‑known", "1−1", "`a´b＇", "isnˈt"],
];

async function folded(db: Database, text: string | null): Promise<string | null | undefined> {
  const query = sql<{ text: string | null }>`
    select ${foldedText(db, sql`cast(${text} as text)`)} as text
  `;
  return (await query.execute(db)).rows[0]?.text;
}

describe("foldedText", () => {
  it("folds as everywhere else, on the database and on the handle for reports", async () => {
    const address = await createTestAddress();
    const database = await openDatabase(address.url, testOptions);
    const reports = openReports(address.url, database);
    try {
      for (const db of [database, reports]) {
        for (const text of TEXTS) expect(await folded(db, text)).toBe(foldText(text));
        expect(await folded(db, null)).toBeNull();
      }
    } finally {
      await reports.destroy();
      await database.destroy();
      await address.remove();
    }
  });
});
