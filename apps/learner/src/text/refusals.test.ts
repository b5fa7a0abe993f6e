import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@wordloom/contract";
import type { Endpoint } from "@wordloom/contract";
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
