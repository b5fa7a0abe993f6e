import { readFileSync } from "node:fs";
import * as contract from "../../packages/contract/src/index.ts";
import { errors, endpointsOf, type Endpoint } from "../../packages/contract/src/index.ts";
import { limits } from "./limits.ts";
import { readPromises, type TestPromise } from "./promises.ts";

/** Tests named beside each entry; the rest is counted. */
const NAMED_MAX = 3;

/** Codes and endpoints of parts of the interface that do not exist yet. */
const LATER = new RegExp(
  [
    "^(DEVICE_|APP_EVENT|MISSING_|CLIENT_|CANNOT_|LAST_SUPER",
    "INVALID_(DEVICE_ID|TELEMETRY|PAYLOAD|ADMIN_ROLE|REPLY)",
    "USER_INVALID_ROLE|VERSION_CONFLICT|VALIDATION_ERROR)",
  ].join("|"),
);

/**
 * docs/interface-coverage.md: every endpoint, error code and limit of the learner interface with
 * the tests that show it. Printed from the contract and from the names of the tests.
 */
export function coveragePage(): string {
  const promises = readPromises().filter(({ file }) => file.startsWith("packages/"));
  return `${[
    "# Interface coverage",
    "",
    "Printed by `npm run docs` from the contract and from the tests. Every entry names tests that",
    "show it; “later” marks what belongs to a part of the interface that does not exist yet.",
    "",
    "## Endpoints",
    "",
    "| Endpoint | Access | Tests | Among them |",
    "|---|---|---|---|",
    ...endpointsOf(contract)
      .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
      .map((endpoint) => endpointLine(endpoint, promises)),
    "",
    "## Error codes",
    "",
    "| Code | Status | Tests | Among them |",
    "|---|---|---|---|",
    ...Object.entries(errors).map(([code, { status }]) => codeLine(code, status, promises)),
    "",
    "## Limits",
    "",
    "| Limit | Value | Tests | Among them |",
    "|---|---|---|---|",
    ...limits.map(({ name, value, shownBy }) => {
      const shown = promises.filter((promise) => shownBy.test(fullName(promise)));
      return `| ${name} | ${value} | ${shown.length} | ${namesOf(shown)} |`;
    }),
  ].join("\n")}\n`;
}

/** What no test shows; empty when all is well. */
export function uncovered(): string[] {
  return coveragePage()
    .split("\n")
    .filter((line) => /^\| .*\| 0 \|  \|$/.test(line))
    .map((line) => line.split("|")[1]?.trim() ?? line);
}

function endpointLine(endpoint: Endpoint, promises: readonly TestPromise[]): string {
  const shown = promises.filter((promise) => isAbout(endpoint, promise));
  const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
  return [
    `| \`${endpoint.method} ${path}\``,
    endpoint.access,
    shown.length,
    `${namesOf(shown)} |`,
  ].join(" | ");
}

/** A test is about an endpoint when its suite names it, or when it sends to it. */
function isAbout({ method, path }: Endpoint, { suites, text }: TestPromise): boolean {
  const pattern = path
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/\"'`?]+" : escape(part)))
    .join("/");
  const named = new RegExp(`\\b${method}\\b.*${pattern}(?![\\w/{:$-])`);
  const sent = new RegExp(`"${method}",?\\s*\`?"?${pattern}["'\`?]`);
  return suites.some((suite) => named.test(suite)) || sent.test(text);
}

function codeLine(code: string, status: number, promises: readonly TestPromise[]): string {
  const said = new RegExp(`\\b${code}\\b`);
  const shown = promises.filter(
    (promise) => said.test(promise.text) || usesConstant(code, promise),
  );
  const marked = shown.length === 0 && LATER.test(code);
  return `| \`${code}\` | ${status} | ${marked ? "later" : shown.length} | ${namesOf(shown)} |`;
}

/** Rows spell common refusals as a constant of their file: `...stranger`, `...tooLarge`. */
function usesConstant(code: string, { file, text }: TestPromise): boolean {
  return constantsWith(code, file).some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

const sources = new Map<string, string>();

function constantsWith(code: string, file: string): string[] {
  const source = sources.get(file) ?? readFileSync(file, "utf8");
  sources.set(file, source);
  if (!source.includes(code)) return [];
  return [...source.matchAll(/^\s*const (\w+) =([^;]*);/gm)].flatMap(([, name, value]) =>
    name !== undefined && new RegExp(`\\b${code}\\b`).test(value ?? "") ? name : [],
  );
}

function namesOf(shown: readonly TestPromise[]): string {
  const names = shown.slice(0, NAMED_MAX).map(({ name }) => name.replaceAll("|", "\\|"));
  return names.join("; ");
}

function fullName({ suites, name }: TestPromise): string {
  return [...suites, name].join(" / ");
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
