import { describe, expect, it } from "vitest";
import { proposedLearning } from "./learning-language.ts";

describe("the language that is proposed to a visitor", () => {
  it("is never the visitor's own, and English only where its meanings are in another", () => {
    const readers = ["en-GB", "zh", "ja", "ko", "es", "fr", "de"];
    const proposed = ["es", "en", "es", "es", "fr", "es", "es"];
    expect(readers.map(proposedLearning)).toEqual(proposed);
  });
});
