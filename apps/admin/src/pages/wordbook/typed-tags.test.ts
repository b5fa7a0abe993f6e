import { describe, expect, it } from "vitest";
import { tagsOf } from "./typed-tags.ts";

describe("typed tags", () => {
  it("are separated by commas, without duplicates", () => {
    expect(tagsOf("exam, 中考，小学、exam, ,")).toEqual(["exam", "中考", "小学"]);
    expect(tagsOf(" ")).toEqual([]);
  });
});
