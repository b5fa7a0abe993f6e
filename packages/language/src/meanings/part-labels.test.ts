import { describe, expect, it } from "vitest";
import { withoutLabels } from "./part-labels.ts";

describe("a meaning without labels of parts of speech", () => {
  it.each([
    ["v. 工作；运转；n. 工作", "工作；运转"],
    ["v. 帮助；n. 帮助", "帮助"],
    ["v. 爱；热爱；n. 爱", "爱；热爱"],
    ["n. 帮助\nv. 帮助", "帮助"],
    ["n.帮助 v.帮助；救", "帮助；救"],
    ["v. 工作，运转；n. 工作，任务", "工作，运转；任务"],
    ["v. test; check; n. test ; exam", "test; check; exam"],
    ["n. love, affection; v. love", "love, affection"],
    ["帮助；帮助", "帮助"],
    ["n. (a; b) stone; v. stone; n. rock", "(a; b) stone; stone; rock"],
  ])("has each sense of %j once: %j", (meaning, shown) => {
    expect(withoutLabels(meaning)).toBe(shown);
  });

  it.each([
    ["interj. there, there; well, well", "there, there; well, well"],
    ["n. 苹果；v. 吃", "苹果；吃"],
    ["n. Essen; v. essen", "Essen; essen"],
    ["a stone (grey; hard); a rock (brown; hard)", "a stone (grey; hard); a rock (brown; hard)"],
    ["n. 1,000; v. 2,000", "1,000; 2,000"],
    ["an end.", "an end."],
    ["", ""],
    [" ; ; ", " ; ; "],
  ])("keeps what %j does not repeat", (meaning, shown) => {
    expect(withoutLabels(meaning)).toBe(shown);
  });

  it("takes no longer for a long meaning than it is worth", () => {
    expect(withoutLabels(`${" ".repeat(20_000)}${"a, b; (".repeat(3_000)}`)).not.toBe("");
  });
});
