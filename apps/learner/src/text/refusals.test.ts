import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@wordloom/contract";
import type { Endpoint } from "@wordloom/contract";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "..");

/** What the app sends by itself: nobody waits for a reply. */
const ownCalls = ["refresh", "reportPackInstall", "sendAppEvents", "sendTelemetry"];

/** No learner's act: how much of a session is told at once is up to the app. */
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

describe("what the service refuses a learner", () => {
  const called = calledEndpoints();
  const codes = [...new Set(called.flatMap(codesOf))].filter((code) => !ownFaults.includes(code));

  it.each(contract.Language.options)("has a text of its own in %s", (language) => {
    expect(called.length).toBeGreaterThan(50);
    const texts = textsIn(language);
    expect(codes.filter((code) => texts[code] === undefined)).toEqual([]);
  });

  it.each(contract.Language.options)("is told in %s without names of the interface", (language) => {
    expect(Object.values(textsIn(language)).join("\n")).not.toMatch(
      /\b[a-z]+[A-Z]|[a-z]\.\d|\w_|_\w/,
    );
  });
});
