import { ApiError } from "@wordloom/contract/client";
import { describe, expect, it } from "vitest";
import type { Translator } from "../text/translator.ts";
import { refusalText } from "./refusal-text.ts";

const KNOWN = ["IMPORT_TOO_LARGE", "over_lines", "limit_megabytes", "file_no_word", "wait"];

/** Returns the key that was used, and its values. */
const words = {
  t: (key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`,
  has: (key: string) => KNOWN.includes(key.replace("errors.", "")),
  duration: (secs: number) => `${secs} s`,
} as unknown as Translator;

const textOf = (status: number, facts: object) =>
  refusalText(new ApiError(status, facts as ConstructorParameters<typeof ApiError>[1]), words);

describe("refusalText", () => {
  it("prefers the limit and the actual size to the text of the code", () => {
    const faults = [{ rule: "", unit: "lines", limit: 2_000, count: 2_001 }];
    expect(textOf(400, { code: "IMPORT_TOO_LARGE", faults })).toBe(
      'errors.over_lines {"limit":2000,"used":0,"count":2001,"path":""}',
    );
  });

  it("states only the limit if the actual size is unknown", () => {
    const faults = [{ rule: "", unit: "megabytes", limit: 50 }];
    expect(textOf(400, { code: "IMPORT_TOO_LARGE", faults })).toMatch(/^errors\.limit_megabytes /);
  });

  it("names the fault of a file and its place", () => {
    const faults = [{ rule: "", problem: "no_word", path: "words.3.spelling" }];
    expect(textOf(400, { code: "WB_CENTER_PARSE_FAILED", faults })).toMatch(
      /^errors\.file_no_word .*"path":"words\.3\.spelling"/,
    );
  });

  it("uses the text of the code if the fault has no text or there are several faults", () => {
    const fault = { rule: "", unit: "parsecs", limit: 1, count: 2 };
    const lines = { rule: "", unit: "lines", limit: 1, count: 2 };
    for (const faults of [[fault], [lines, lines], [], [{ rule: "" }]]) {
      expect(textOf(400, { code: "IMPORT_TOO_LARGE", faults })).toBe("errors.IMPORT_TOO_LARGE {}");
    }
  });

  it("says that a file is too large if a proxy refuses it without our code", () => {
    for (const code of ["UNREADABLE", "UNKNOWN"]) {
      expect(textOf(413, { code })).toBe("errors.too_large {}");
    }
    expect(textOf(413, { code: "IMPORT_TOO_LARGE" })).toBe("errors.IMPORT_TOO_LARGE {}");
    expect(textOf(400, { code: "UNREADABLE" })).toBe("errors.refused {}");
  });
});
