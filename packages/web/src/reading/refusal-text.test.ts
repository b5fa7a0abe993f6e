import { ApiError } from "@wordloom/contract/client";
import { describe, expect, it } from "vitest";
import type { Translator } from "../text/translator.ts";
import { refusalText } from "./refusal-text.ts";

const KNOWN = ["IMPORT_TOO_LARGE", "over_lines", "limit_megabytes", "file_no_word", "wait"];

/** Shows which text was taken, and with what. */
const words = {
  t: (key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`,
  has: (key: string) => KNOWN.includes(key.replace("errors.", "")),
  duration: (secs: number) => `${secs} s`,
} as unknown as Translator;

const told = (status: number, facts: object) =>
  refusalText(new ApiError(status, facts as ConstructorParameters<typeof ApiError>[1]), words);

describe("refusalText", () => {
  it("says the limit and what came before what the code says", () => {
    const faults = [{ rule: "", unit: "lines", limit: 2_000, count: 2_001 }];
    expect(told(400, { code: "IMPORT_TOO_LARGE", faults })).toBe(
      'errors.over_lines {"limit":2000,"used":0,"count":2001,"path":""}',
    );
  });

  it("says the limit alone where nobody counted", () => {
    const faults = [{ rule: "", unit: "megabytes", limit: 50 }];
    expect(told(400, { code: "IMPORT_TOO_LARGE", faults })).toMatch(/^errors\.limit_megabytes /);
  });

  it("says what is wrong with a file, and where", () => {
    const faults = [{ rule: "", problem: "no_word", path: "words.3.spelling" }];
    expect(told(400, { code: "WB_CENTER_PARSE_FAILED", faults })).toMatch(
      /^errors\.file_no_word .*"path":"words\.3\.spelling"/,
    );
  });

  it("goes by the code where there is no text for that, or there are several faults", () => {
    const fault = { rule: "", unit: "parsecs", limit: 1, count: 2 };
    const lines = { rule: "", unit: "lines", limit: 1, count: 2 };
    for (const faults of [[fault], [lines, lines], [], [{ rule: "" }]]) {
      expect(told(400, { code: "IMPORT_TOO_LARGE", faults })).toBe("errors.IMPORT_TOO_LARGE {}");
    }
  });
});
