import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@wordloom/contract";
import type { Endpoint } from "@wordloom/contract";
import { refusalText } from "@wordloom/web/reading/refusal-text";
import { createTranslator } from "@wordloom/web/text/translator";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "..");

/** Calls the app makes on its own, whose replies nobody waits for. */
const ownCalls = ["refresh", "reportPackInstall", "sendAppEvents", "sendTelemetry"];

/** Errors no learner can cause: the app decides how much of a session it reports at once. */
const ownFaults = ["LEARNING_EVENTS_TOO_LARGE"];

/** The endpoints that the app calls for a learner. */
function calledEndpoints(): string[] {
  const files = globSync("**/*.{ts,tsx}", { cwd: source });
  const imports = files.flatMap((file) => [
    ...readFileSync(join(source, file), "utf8").matchAll(
      /import \{([^}]*)\} from "virtual:endpoints"/g,
    ),
  ]);
  const names = imports.flatMap(([, list = ""]) => list.match(/\b[a-z]\w*/g) ?? []);
  return [...new Set(names)].filter((name) => name !== "type" && !ownCalls.includes(name));
}

function codesOf(name: string): string[] {
  const { errors, faults = {} } = (contract as unknown as Record<string, Endpoint>)[name]!;
  return [...errors, ...Object.values(faults)];
}

const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, "errors.json"), "utf8"));

describe("each refusal to a learner", () => {
  const called = calledEndpoints();
  const codes = [...new Set(called.flatMap(codesOf))].filter((code) => !ownFaults.includes(code));

  it.each(contract.Language.options)("has a text of its own in %s", (language) => {
    expect(called.length).toBeGreaterThan(50);
    const texts = textsIn(language);
    expect(codes.filter((code) => texts[code] === undefined)).toEqual([]);
  });

  it.each(contract.Language.options)("is worded in %s without interface names", (language) => {
    expect(Object.values(textsIn(language)).join("\n")).not.toMatch(
      /\b[a-z]+[A-Z]|[a-z]\.\d|\w_|_\w/,
    );
  });
});

/** What a learner reads of a refusal that has one fault. */
function saidOf(language: contract.Language, fault: object): string {
  const texts = Object.entries(textsIn(language)).map(([key, text]) => [`errors.${key}`, text]);
  const faults = [{ rule: "", ...fault }];
  const error = new contract.ApiError(400, { code: "IMPORT_TOO_LARGE", faults });
  return refusalText(error, createTranslator(language, Object.fromEntries(texts)));
}

describe.each(contract.Language.options)("a refusal in %s", (language) => {
  it.each(contract.countedUnits)("says the limit and the number of %s", (unit) => {
    const said = saidOf(language, { unit, limit: 41, count: 43, used: 42 });
    expect(said).toMatch(/41(?!\d).*43(?!\d)|43(?!\d).*41(?!\d)/);
  });

  it.each(contract.cappedUnits)("says the limit of %s", (unit) => {
    expect(saidOf(language, { unit, limit: 41, used: 42 })).toMatch(/(?<!\d)41(?!\d)/);
  });

  it.each(contract.fileProblems)("says what is wrong with a file: %s", (problem) => {
    const said = saidOf(language, { problem, path: "words.3.spelling" });
    expect(said).not.toBe(saidOf(language, {}));
    expect(said.includes("words.3.spelling")).toBe(["no_book", "no_word"].includes(problem));
  });
});
