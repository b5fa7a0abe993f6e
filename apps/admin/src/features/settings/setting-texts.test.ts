import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsTable } from "@wordloom/server/platform/settings/settings-table";

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Record<string, string>;

test("every environment setting has a Chinese explanation, and nothing else has", () => {
  const told = Object.keys(read("../../text/zh/told.json"));
  const named = told.flatMap((key) => /^about_(.+)$/.exec(key)?.[1] ?? []);
  expect(named.toSorted()).toEqual(Object.keys(settingsTable).toSorted());
});
