import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTestAddress,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { queryForms } from "@wordloom/language";
import { openDatabase } from "../../connection.ts";
import { ftsMatch } from "../../dialect/full-text.ts";
import { queryTokens, tokensOfOwner } from "../../dialect/search-tokens.ts";
import { migrate } from "../../migrate.ts";
import type { Database } from "../../tables.ts";
import { migrations } from "../index.ts";

// A database whose words have readings, of which no search knows yet.
const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };
const before = migrations.filter(({ name }) => name < "0067");

let address: TestAddress;
let database: Database;

beforeEach(async () => {
  address = await createTestAddress();
  database = await openDatabase(address.url, testOptions);
  await migrate(database, clock, { steps: before });
  await addPlainLearners(database, ["ann"]);
});
afterEach(async () => {
  await database.destroy();
  await address.remove();
});

interface Facts {
  readonly text: string;
  readonly language: string;
  readonly meaning?: string;
  readonly reading?: string;
  readonly owner?: string;
}

async function addWord(id: string, facts: Facts): Promise<void> {
  const { text, language, meaning = "", reading = null, owner = null } = facts;
  await sql`
    insert into words (id, text, text_folded, meaning, meaning_folded, difficulty, examples_json,
      tags_json, created_at_ms, updated_at_ms, language, reading, owner_id)
    values (${id}, ${text}, ${text.toLowerCase()}, ${meaning}, ${meaning.toLowerCase()}, 0.5, '[]',
      '[]', 1, 1, ${language}, ${reading}, ${owner})
  `.execute(database);
}

async function addVersion(wordId: string, fields: object): Promise<void> {
  await sql`
    insert into word_versions (user_id, word_id, fields_json, updated_at_ms)
    values ('ann', ${wordId}, ${JSON.stringify(fields)}, 1)
  `.execute(database);
}

async function candidates(query: string, owner: string | null): Promise<string[]> {
  const tokens = queryForms(query).map((form) => tokensOfOwner(queryTokens(form), owner));
  const { rows } = await sql<{ id: string }>`
    select id from words where ${ftsMatch(database, ...tokens)} order by id
  `.execute(database);
  return rows.map(({ id }) => id);
}

describe("the migration of readings", () => {
  it("finds words from before by their reading, those of learners only for them", async () => {
    await addWord("library", { text: "学校", language: "ja", reading: "がっこう" });
    await addWord("own", { text: "学校", language: "zh-Hans", reading: "xuéxiào", owner: "ann" });
    await migrate(database, clock);
    expect(await candidates("gakkou", null)).toEqual(["library"]);
    expect(await candidates("gakkou", "ann")).toEqual([]);
    expect(await candidates("xue xiao", null)).toEqual([]);
    expect(await candidates("xue xiao", "ann")).toEqual(["own"]);
  });

  it("stores keys only where they say more than the folded text", async () => {
    await addWord("a", { text: "Plain", language: "en", meaning: "words\nand lines" });
    await addWord("b", { text: "Crème", language: "fr", meaning: "Rahm\nJus d'été" });
    await addWord("c", { text: "コーヒー", language: "ja", meaning: "coffee" });
    await addWord("d", { text: "女", language: "zh", reading: "nǚ" });
    await migrate(database, clock);
    const { rows } = await sql`
      select text_keys, meaning_keys, reading_keys from words order by id
    `.execute(database);
    expect(rows).toEqual([
      { text_keys: null, meaning_keys: null, reading_keys: null },
      { text_keys: "creme", meaning_keys: "rahm\njus d'ete", reading_keys: null },
      { text_keys: "コーヒー\nｋｏｈｉｉ", meaning_keys: null, reading_keys: null },
      { text_keys: null, meaning_keys: null, reading_keys: "nu\nｎｖ" },
    ]);
  });

  it("reads own versions, also those without a reading", async () => {
    for (const id of ["a", "b", "c"]) {
      await addWord(id, { text: "学校", language: "ja", reading: "がっこう" });
    }
    await addVersion("a", { meaning: "École", reading: "まなび" });
    await addVersion("b", { meaning: "school", reading: null });
    await addVersion("c", { tags: ["x"] });
    await migrate(database, clock);
    const { rows } = await sql`
      select meaning_keys, reading_keys from word_versions order by word_id
    `.execute(database);
    expect(rows).toEqual([
      { meaning_keys: "ecole", reading_keys: "まなび\nｍａｎａｂｉ" },
      { meaning_keys: null, reading_keys: "" },
      { meaning_keys: null, reading_keys: null },
    ]);
  });
});
