import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createPreparedStatements } from "./prepared-statements.ts";

const connection = new DatabaseSync(":memory:");

describe("createPreparedStatements", () => {
  it("prepares a text once", () => {
    const prepared = createPreparedStatements(connection, 2);
    expect(prepared("select 1")).toBe(prepared("select 1"));
  });

  it("drops the least recently used text", () => {
    const prepared = createPreparedStatements(connection, 2);
    const [one, two] = [prepared("select 1"), prepared("select 2")];
    expect(prepared("select 1")).toBe(one);
    prepared("select 3");
    expect(prepared("select 1")).toBe(one);
    expect(prepared("select 2")).not.toBe(two);
  });

  it.each([
    ["a query", "select 1", true],
    ["a write", "create table if not exists t (a)", false],
    ["a pragma that answers", "pragma user_version", true],
  ])("knows whether %s returns rows", (_name, text, hasRows) => {
    expect(createPreparedStatements(connection, 2)(text).hasRows).toBe(hasRows);
  });

  it("names the columns of rows, even those added after it was prepared", () => {
    connection.exec("create table words (text)");
    const all = createPreparedStatements(connection, 2)("select * from words");
    connection.exec("insert into words values ('ant')");
    expect(all.readRows([])).toEqual([{ text: "ant" }]);
    connection.exec("alter table words add column length");
    expect(all.readRows([])).toEqual([{ text: "ant", length: null }]);
  });
});
