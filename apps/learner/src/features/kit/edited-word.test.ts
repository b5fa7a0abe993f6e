import { describe, expect, it } from "vitest";
import { editedWord } from "./edited-word.ts";
import type { StudyWord } from "./study-word.ts";

const options = {
  "word-to-meaning": { options: ["a", "b"], wordIds: ["w2", "w1"], correctIndex: 1 },
  "meaning-to-word": null,
};
const entry = {
  word: { id: "w1", text: "loom", meaning: "b" },
  options,
  otherOptions: options,
} as unknown as StudyWord;

describe("an edited word of the kit", () => {
  it("has its new meaning as the right option", () => {
    const edited = editedWord(entry, { meaning: "Webstuhl" });
    expect(edited.word.meaning).toBe("Webstuhl");
    expect(edited.options["word-to-meaning"]?.options).toEqual(["a", "Webstuhl"]);
    expect(edited.otherOptions["word-to-meaning"]?.options).toEqual(["a", "Webstuhl"]);
  });

  it("offers no options where a wrong one is what the learner typed", () => {
    expect(editedWord(entry, { meaning: "a" }).options["word-to-meaning"]).toBeNull();
  });

  it("stays as it is without an edit", () => {
    expect(editedWord(entry, undefined)).toBe(entry);
  });
});
