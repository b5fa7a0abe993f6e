import { speechPath } from "@wordloom/language";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../app-settings/app-settings.ts";
import { studyWord } from "../study-session/testing/study-words.ts";
import { kitSounds } from "./kit-sounds.ts";

const { kinds } = defaultSettings;
const made = studyWord("river", { kind: "new" });
/** Only the second example has the word, so it is the one that is asked by ear. */
const examples = ["Nobody names it here.", `Nobody reads the ${made.word.text} aloud.`];
const soundOf = (part: "text" | "example:0" | "example:1") => ({
  path: speechPath({ wordId: made.word.id, part, text: part }),
  language: null,
});
const all = [soundOf("text"), soundOf("example:0"), soundOf("example:1")];
const entry = (sentence?: string) => {
  const contexts = sentence === undefined ? [] : [{ sentence, source: "example" as const }];
  const word = { ...made.word, examples };
  return { ...made, sounds: all, word, content: { ...made.content, contexts } };
};

describe("the sounds of a kit that are kept", () => {
  it("leave out the example that is only asked by ear", () => {
    expect(kitSounds([entry(examples[0])], kinds)).toEqual(all.slice(0, 2));
    expect(kitSounds([entry()], kinds)).toEqual(all.slice(0, 2));
  });

  it("have it if the card shows it, or if a kind that asks it is chosen", () => {
    expect(kitSounds([entry(examples[1])], kinds)).toEqual(all);
    for (const kind of ["gap-dictation", "sentence-dictation"]) {
      expect(kitSounds([entry(examples[0])], { ...kinds, [kind]: true })).toEqual(all);
    }
  });
});
