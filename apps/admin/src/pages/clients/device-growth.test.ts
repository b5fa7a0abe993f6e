import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import texts from "../../text/en/clients.json" with { type: "json" };
import type { Translator } from "../../text/use-text.ts";
import { growthText } from "./device-growth.ts";

const named = Object.entries(texts).map(([key, value]) => [`clients.${key}`, value]);
const text = createTranslator("en", Object.fromEntries(named)) as unknown as Translator;

describe("the growth of a platform", () => {
  it.each([
    [1, 0, "None 30 days ago."],
    [40, 0, "None 30 days ago."],
    [4, 3, "3 of them 30 days ago."],
    [15, 10, "+50% in 30 days."],
    [10, 10, "0% in 30 days."],
  ])("to %s devices from %s is no percentage of almost none", (total, total30dAgo, said) => {
    expect(growthText({ total, total30dAgo }, text)).toBe(said);
  });
});
