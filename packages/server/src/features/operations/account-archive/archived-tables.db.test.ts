import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../../features.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { tablesOf } from "../../../testing/rows/mentions.ts";
import { archivedTables } from "./archived-columns.ts";
import { leftOut, leftOutColumns, retoldTables } from "./archived-tables.ts";

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeAll(async () => (needs = await openLearningNeeds()));
afterAll(() => needs.close());

const asTheyAre = Object.values(archivedTables);
const personal = features.flatMap(({ personalTables = [] }) =>
  personalTables.map(({ table }) => table as string),
);

describe("the archive of an account", () => {
  it("has every table with rows of learners, or tells why not", () => {
    const told = [...asTheyAre.map(({ table }) => table), ...retoldTables, ...Object.keys(leftOut)];
    expect(told.toSorted()).toEqual([...new Set(personal)].toSorted());
  });

  it("has every column of its tables, or names it as left out", async () => {
    const tables = await tablesOf(needs.database);
    for (const { table, columns } of asTheyAre) {
      const all = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name);
      const told = ["user_id", ...Object.keys(columns), ...(leftOutColumns[table] ?? [])];
      expect([table, ...new Set(told)].toSorted()).toEqual([table, ...(all ?? [])].toSorted());
    }
  });
});
