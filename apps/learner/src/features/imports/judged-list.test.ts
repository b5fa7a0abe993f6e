import type { WordListResult, WordListRow } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { countsOf, judgedList, partsOf, silentOf, type Choice } from "./judged-list.ts";

const row = (line: number, fields: Partial<WordListRow>): WordListRow => ({
  line,
  text: `word ${line}`,
  meaning: "mine",
  outcome: "own",
  wordId: null,
  message: null,
  problem: null,
  ...fields,
});

const result = (rows: WordListRow[]) => ({ rows }) as WordListResult;

const TEXT = "text,meaning\r\nGift,poison\n# remark\nzzz,mine\nBank,bench";
/** The first and the last line differ from the library; the library has no zzz. */
const { lines } = judgedList(
  result([row(2, {}), row(4, {}), row(5, {})]),
  result([
    row(2, { outcome: "found", wordId: "w1", meaning: "present" }),
    row(4, {}),
    row(5, { outcome: "duplicate", wordId: "w2", meaning: "money house" }),
  ]),
);
const chosen = (first: Choice, last: Choice) => (line: { line: number }) =>
  line.line === 2 ? first : last;

describe("a pasted list", () => {
  it("asks about lines whose words the library has with another meaning", () => {
    expect(lines.map(({ library }) => library?.meaning)).toEqual([
      "present",
      undefined,
      "money house",
    ]);
  });

  it("asks nothing where the meaning is the same", () => {
    const same = row(1, { outcome: "found", wordId: "w1" });
    expect(judgedList(result([same]), result([same])).lines[0]?.library).toBeUndefined();
  });

  it("counts the words to be added under the choices", () => {
    expect(countsOf(lines, chosen("link", "link"), false)).toEqual({
      added: 2,
      unknown: 0,
      duplicates: 1,
    });
    expect(countsOf(lines, chosen("skip", "own"), false).added).toBe(2);
    const { lines: unknown } = judgedList(result([row(1, { outcome: "unknown" })]), result([]));
    expect([false, true].map((keep) => countsOf(unknown, () => "own", keep).added)).toEqual([0, 1]);
  });

  it("counts unknown words among those without a meaning once they are to be added", () => {
    const rows = [row(1, { outcome: "unknown" }), row(2, { meaning: "n." }), row(3, {})];
    const list = judgedList({ ...result(rows), withoutMeaning: 1 }, result([]));
    expect([false, true].map((keep) => silentOf(list, keep))).toEqual([1, 2]);
  });

  it("is added in parts, each with the header and without skipped lines", () => {
    expect(partsOf(TEXT, lines, chosen("own", "own"))).toEqual([
      { onDuplicate: "own", text: "text,meaning\nGift,poison\n# remark\nzzz,mine\nBank,bench" },
    ]);
    expect(partsOf(TEXT, lines, chosen("link", "skip"))).toEqual([
      { onDuplicate: "own", text: "text,meaning\n# remark\nzzz,mine" },
      { onDuplicate: "link", text: "text,meaning\nGift,poison\n# remark" },
    ]);
  });
});
