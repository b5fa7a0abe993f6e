import { describe, expect, it } from "vitest";
import { line, linePerPage, oneLine } from "./export-lines.ts";

async function* pagesOf(...pages: (readonly unknown[] | Error)[]) {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("line", () => {
  it("is always a single line", () => {
    expect(line("profile", { name: "a\nb" })).toBe('{"table":"profile","data":{"name":"a\\nb"}}\n');
  });
});

describe("linePerPage", () => {
  it("writes one line for each non-empty page", async () => {
    const text = await textOf(linePerPage("records", pagesOf([1, 2], [], [3])));
    expect(text).toBe('{"table":"records","data":[1,2]}\n{"table":"records","data":[3]}\n');
  });
});

describe("oneLine", () => {
  it("writes one line for all pages", async () => {
    const text = await textOf(oneLine("notes", pagesOf([], [{ a: 1 }, { a: 2 }], [{ a: 3 }])));
    expect(text).toBe('{"table":"notes","data":[{"a":1},{"a":2},{"a":3}]}\n');
  });

  it("leaves out an empty table", async () => {
    expect(await textOf(oneLine("notes", pagesOf()))).toBe("");
    expect(await textOf(oneLine("notes", pagesOf([])))).toBe("");
  });

  it("closes its line before it fails", async () => {
    const pieces: string[] = [];
    const reading = async () => {
      for await (const piece of oneLine("notes", pagesOf([1], new Error("broken")))) {
        pieces.push(piece);
      }
    };
    await expect(reading()).rejects.toThrow("broken");
    expect(pieces.join("")).toBe('{"table":"notes","data":[1]}\n');
  });

  it("writes nothing when the first page fails", async () => {
    await expect(textOf(oneLine("notes", pagesOf(new Error("broken"))))).rejects.toThrow("broken");
  });
});
