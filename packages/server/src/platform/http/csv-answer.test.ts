import { buffer, text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { CSV_ROWS_MAX, csvAnswer, type CsvCell } from "./csv-answer.ts";

const file = (pages: AsyncIterable<readonly (readonly CsvCell[])[]>, total = 2) =>
  csvAnswer({ name: "users", day: "2026-11-22", columns: ["id", "note"], total, pages });

async function* pagesOf(...pages: CsvCell[][][]) {
  yield* pages;
}

describe("csvAnswer", () => {
  it("begins with a byte order mark, has a header row, CRLF, quotes, and no formulas", async () => {
    const { body, extras } = file(pagesOf([["a", 'say "hi"']], [["b", "=1+1"]], [[-2, null]]));
    expect((await buffer(body)).toString()).toBe(
      '\uFEFFid,note\r\na,"say ""hi"""\r\nb,\'=1+1\r\n-2,\r\n',
    );
    expect(extras.headers).toEqual({
      "content-disposition": 'attachment; filename="users-20261122.csv"',
    });
  });

  it("ends after 100,000 rows and says so", async () => {
    const page = Array.from({ length: 60_000 }, () => ["x", true]);
    const { body, extras } = file(pagesOf(page, page, page), 180_000);
    expect((await text(body)).trimEnd().split("\r\n")).toHaveLength(CSV_ROWS_MAX + 1);
    expect(extras.headers?.["x-truncated"]).toBe("true");
  });

  it("closes the connection if the rows cannot be read", async () => {
    async function* failing() {
      yield [["a", "b"]];
      throw new Error("gone");
    }
    await expect(text(file(failing()).body)).rejects.toThrow("gone");
  });
});
