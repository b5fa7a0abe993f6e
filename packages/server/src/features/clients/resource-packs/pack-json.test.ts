import { describe, expect, it } from "vitest";
import { isJsonAside } from "./pack-json.ts";

const MOST = 4 * 1024 * 1024;
const objects = `[${"{},".repeat(MOST / 3 - 2)}{}]`;

describe("isJsonAside", () => {
  it.each([
    ["a small document", '{"a":[1]}', true],
    ["a small text that is none", "{", false],
    ["a large one that lacks its end", "[1,".repeat(100_000), false],
  ])("judges %s", async (_name, text, expected) => {
    expect(await isJsonAside(Buffer.from(text))).toBe(expected);
  });

  it("lets the event loop run while it judges the largest document", async () => {
    let turns = 0;
    const judged = isJsonAside(Buffer.from(objects));
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await judged).toBe(true);
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });
});
