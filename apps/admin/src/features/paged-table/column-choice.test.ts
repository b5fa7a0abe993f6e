import { describe, expect, it } from "vitest";
import { chosenColumns, withColumn } from "./column-choice.ts";

const columns = [{ key: "name" }, { key: "email" }, { key: "seen" }, { key: "id", extra: true }];
const shown = (address: string) => chosenColumns(columns, address).map(({ key }) => key);

describe("the choice of columns", () => {
  it.each([
    ["", ["name", "email", "seen"]],
    ["id,email", ["name", "email", "id"]],
    ["name", ["name"]],
    ["gone,seen", ["name", "seen"]],
  ])("shows for %j %j", (address, keys) => {
    expect(shown(address)).toEqual(keys);
  });

  it("adds and removes columns in the table's order", () => {
    expect(withColumn(columns, "", "id")).toBe("name,email,seen,id");
    expect(withColumn(columns, "", "email")).toBe("name,seen");
    expect(withColumn(columns, "name,seen", "seen")).toBe("name");
  });

  it("leaves the address empty for the default columns", () => {
    expect(withColumn(columns, "name,seen", "email")).toBe("");
    expect(withColumn(columns, "name,email,seen,id", "id")).toBe("");
  });
});
