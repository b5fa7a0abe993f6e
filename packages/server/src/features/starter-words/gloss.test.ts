import { describe, expect, it } from "vitest";
import { parseGloss, shortenDefinition } from "./gloss.ts";

describe("parseGloss", () => {
  it("separates the definition from its examples", () => {
    expect(parseGloss('make a mark; draw; "Draw a line"; "He drew it" - Jane')).toEqual({
      definition: "make a mark; draw",
      examples: ["Draw a line", "He drew it"],
    });
  });

  it("returns no examples if there are none", () => {
    expect(parseGloss("water frozen in the solid state").examples).toEqual([]);
  });

  it("omits offensive and long examples", () => {
    const long = "on and ".repeat(40);
    expect(parseGloss(`go; "Hitler went there"; "${long}"; "Go home"`).examples).toEqual([
      "Go home",
    ]);
  });

  it.each([
    ["(physics) a stream of particles", "a stream of particles"],
    ["(plural) any group of human beings", "(plural) any group of human beings"],
    ["hold on; e.g., `keep clean'", "hold on"],
    ["followed by `of'", "followed by “of”"],
  ])("cleans up %j", (gloss, definition) => {
    expect(parseGloss(gloss).definition).toBe(definition);
  });
});

describe("shortenDefinition", () => {
  const clause = "a rather long clause that says one thing about the word and then goes on";

  it("keeps what fits", () => {
    expect(shortenDefinition(clause)).toBe(clause);
  });

  it("drops brackets first", () => {
    expect(shortenDefinition(`${clause} (${clause})`)).toBe(clause);
  });

  it("then cuts at the last clause that fits", () => {
    expect(shortenDefinition(`${clause}; ${clause}`)).toBe(clause);
    expect(shortenDefinition(`${"word ".repeat(15)}which ${"word ".repeat(15)}`)).toBe(
      "word ".repeat(15).trim(),
    );
  });

  it("cuts between words as a last resort and adds an ellipsis", () => {
    const cut = shortenDefinition("word ".repeat(40));
    expect(cut).toMatch(/^(word )+word…$/);
    expect(cut.length).toBeLessThanOrEqual(120);
  });
});
