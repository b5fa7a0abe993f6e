import { describe, expect, it } from "vitest";
import { csvRow, withoutShield } from "./csv.ts";

describe("csvRow", () => {
  it("quotes cells with commas, quotes and line breaks, and no others", () => {
    expect(csvRow(["a b", "a,b", 'a"b', "a\nb", "a\rb", "", "a;b"])).toBe(
      'a b,"a,b","a""b","a\nb","a\rb",,a;b\r\n',
    );
  });

  it.each(["=1+1", "+a", "-able", "@x", "\tx", "--", "+1-1", "-1e", "=cmd|' /c calc'!A0"])(
    "marks %j as text",
    (cell) => {
      const row = csvRow([cell, "b"]);
      expect(row).toMatch(/^"?'/);
      expect(withoutShield(`'${cell}`)).toBe(cell);
    },
  );

  it.each(["-1", "+1.5", "-.5", "-1e3", "1-1", "'x", "a=b"])("leaves %j as it is", (cell) => {
    expect(csvRow([cell])).toBe(`${cell}\r\n`);
  });
});

describe("withoutShield", () => {
  it("leaves an apostrophe that is part of the text", () => {
    expect(["'tis", "'", "a"].map(withoutShield)).toEqual(["'tis", "'", "a"]);
  });
});
