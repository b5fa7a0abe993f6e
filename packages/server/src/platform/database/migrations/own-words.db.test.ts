import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTestAddress,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { openDatabase } from "../connection.ts";
import { migrate } from "../migrate.ts";
import type { Database } from "../tables.ts";
import { migrations } from "./index.ts";

const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };
const before = migrations.filter(({ name }) => name < "0065");

let address: TestAddress;
let database: Database;

beforeEach(async () => {
  address = await createTestAddress();
  database = await openDatabase(address.url, testOptions);
  await migrate(database, clock, { steps: before });
});
afterEach(async () => {
  await database.destroy();
  await address.remove();
});

async function addWord(id: string, meaning: string): Promise<void> {
  await sql`
    insert into words (id, text, text_folded, meaning, meaning_folded, difficulty, examples_json,
      tags_json, created_at_ms, updated_at_ms)
    values (${id}, ${id}, ${id}, ${meaning}, ${meaning}, 0.5, '[]', '[]', 1, 1)
  `.execute(database);
}

describe("languages of words from before", () => {
  it("are English, and Chinese where the meaning has a Chinese character", async () => {
    await addWord("a", "to give up");
    await addWord("b", "v. 放弃");
    await addWord("c", "");
    await migrate(database, clock);
    const { rows } = await sql`
      select id, language, meaning_language, reading, example_meanings_json, audio_url, owner_id,
        based_on
      from words order by id
    `.execute(database);
    const rest = { reading: null, example_meanings_json: "[]", audio_url: null };
    const ofLibrary = { language: "en", ...rest, owner_id: null, based_on: null };
    expect(rows).toEqual([
      { id: "a", meaning_language: "en", ...ofLibrary },
      { id: "b", meaning_language: "zh", ...ofLibrary },
      { id: "c", meaning_language: "en", ...ofLibrary },
    ]);
  });
});
