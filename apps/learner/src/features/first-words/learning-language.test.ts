import { describe, expect, it } from "vitest";
import { proposedLearning } from "./learning-language.ts";

describe("the language that is proposed to a visitor", () => {
  it("is English, but another one to who reads English", () => {
    const readers = ["zh", "ja", "ko", "es", "fr", "de"];
    expect(new Set(readers.map(proposedLearning))).toEqual(new Set(["en"]));
    expect(["en", "en-GB"].map(proposedLearning)).toEqual(["es", "es"]);
  });
});
