import { allCodes, codeLines, uncoveredCodes } from "./codes.ts";
import { endpointLines, methodsInUse, uncoveredEndpoints } from "./endpoints.ts";
import { readPromises } from "./promises.ts";

/**
 * docs/interface-coverage.md: every endpoint and error code with its tests, generated from the
 * contract and the tests' sources. The contract and so OpenAPI have the limits.
 */
export function coveragePage(): string {
  const promises = readPromises(searchedWords());
  return `${[
    "# Interface coverage",
    "",
    "Printed by `npm run docs` from the contract and from the tests.",
    "",
    "## Endpoints",
    "",
    "Beside each endpoint stands a test in which it does what it is for, and how many tests about",
    "it show each of its refusals. Those of its access are not among them: every kind of caller",
    "tries every endpoint in `authorization.journey.test.ts`, which finds that each lets in those",
    "it declares and nobody else.",
    "",
    "| Endpoint | Access | Tests | It works | It refuses |",
    "|---|---|---|---|---|",
    ...endpointLines(promises),
    "",
    "## Error codes",
    "",
    "Last come codes of administration that nothing answers with yet.",
    "",
    "| Code | Status | Tests | Among them |",
    "|---|---|---|---|",
    ...codeLines(promises),
  ].join("\n")}\n`;
}

/** Entries without a test, and tests that do not exist; empty if complete. */
export function uncovered(): string[] {
  const promises = readPromises(searchedWords());
  return [...uncoveredEndpoints(promises), ...uncoveredCodes(promises)];
}

/** Words in every test of an endpoint or a code. */
function searchedWords(): Set<string> {
  return new Set([...methodsInUse(), ...allCodes()]);
}
