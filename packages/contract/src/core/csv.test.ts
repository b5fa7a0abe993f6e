import { describe, expect, it } from "vitest";
import { csvHead, csvRow, withoutShield } from "./csv.ts";

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

  it.each([
    ...["＝1+1", "＋a", "－able", "＠x", "﹦1"],
    ...["\n=1", "\r\n=1", " =1", "\u00a0=1", "\u200b=1", "\ufeff@x", "\u3000 ＝1", "\n"],
  ])("marks %j as text, which some programs take for a formula as well", (cell) => {
    expect(csvRow([cell])).toMatch(/^"?'/);
    expect(withoutShield(`'${cell}`)).toBe(cell);
  });

  it.each(["-1", "+1.5", "-.5", "-1e3", "1-1", "'x", "a=b"])("leaves %j unchanged", (cell) => {
    expect(csvRow([cell])).toBe(`${cell}\r\n`);
  });
});

describe("withoutShield", () => {
  it("leaves an apostrophe that is part of the text", () => {
    expect(["'tis", "'", "a"].map(withoutShield)).toEqual(["'tis", "'", "a"]);
  });

  it.each(["=x", "'=x", "''=x", "-5", "'-5", "+", " =x", "'tis", "'", ""])(
    "gives %j back as it was before csvRow",
    (cell) => {
      const [first = ""] = csvRow([cell, "end"]).split(",");
      expect(withoutShield(first)).toBe(cell);
    },
  );
});

describe("csvHead", () => {
  it("begins with a byte order mark", () => {
    expect(csvHead(["词", "=a"])).toBe("\uFEFF词,'=a\r\n");
  });
});
