import { describe, expect, it } from "vitest";
import { piecesOf } from "./answer-pieces.ts";

describe("the typed text beside the right one", () => {
  it("shows where they differ", () => {
    expect(piecesOf("recieve", "receive")).toEqual([
      { text: "rec", kind: "same" },
      { text: "i", kind: "extra" },
      { text: "e", kind: "same" },
      { text: "i", kind: "missing" },
      { text: "ve", kind: "same" },
    ]);
  });

  it("is shown as it was typed if it is another word", () => {
    expect(piecesOf("bandd", "no")).toEqual([{ text: "bandd", kind: "extra" }]);
    expect(piecesOf("band", "would")).toEqual([{ text: "band", kind: "extra" }]);
  });

  it("is the whole right one if nothing was typed", () => {
    expect(piecesOf("", "no")).toEqual([{ text: "no", kind: "missing" }]);
  });
});
