import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./connection.ts";
import { transactErasing } from "./erasing.ts";
import { migrate } from "./migrate.ts";
import type { Database } from "./tables.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";

let directory: string;
let database: Database;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "wordloom-erasing-"));
  const url = `sqlite:${join(directory, "learning.db")}`;
  database = await openDatabase(url, { busyTimeoutMs: 1_000, poolSize: 1 });
  await migrate(database, { nowMs: () => 1, monotonicMs: () => 1 });
});
afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true, force: true });
});

const SECRET = "ada.lovelace@example.org";

/** Enough rows that deleting them frees whole pages; each is updated once, so that it moves. */
async function fill(): Promise<void> {
  const rows = Array.from({ length: 300 }, (_, id) => ({
    user_id: `u${id}`,
    url: `https://${SECRET}/${id}/${"x".repeat(200)}`,
  }));
  await addPlainLearners(
    database,
    rows.map(({ user_id }) => user_id),
  );
  await database.insertInto("wordbook_center_settings").values(rows).execute();
  await database
    .updateTable("wordbook_center_settings")
    .set({ url: sql`url || '-and-longer'` })
    .execute();
}

/** How often the secret occurs in the files of the database. */
function traces(): number {
  const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1"));
  return texts.reduce((sum, text) => sum + text.split(SECRET).length - 1, 0);
}

describe("transactErasing", () => {
  it("leaves no traces of deleted data", async () => {
    await fill();
    expect(traces()).toBeGreaterThan(300);
    await transactErasing(database, (tx) => tx.deleteFrom("wordbook_center_settings").execute());
    expect(traces()).toBe(0);
  });

  it("deletes nothing if its work fails", async () => {
    await fill();
    const failing = transactErasing(database, async (tx) => {
      await tx.deleteFrom("wordbook_center_settings").execute();
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const rows = await database.selectFrom("wordbook_center_settings").selectAll().execute();
    expect(rows).toHaveLength(300);
  });

  it("restores fast deletion for ordinary transactions", async () => {
    await transactErasing(database, async () => undefined);
    const { rows } = await sql<{ secure_delete: number }>`pragma secure_delete`.execute(database);
    expect(rows).toEqual([{ secure_delete: 2 }]);
  });
});
