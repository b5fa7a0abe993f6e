import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import { mentions } from "./codes.ts";
import { nameInTable, type TestPromise } from "./promises.ts";

const endpoints = endpointsOf(contract).toSorted(
  (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
);

/** The methods with which endpoints are called. */
export function methodsInUse(): Set<string> {
  return new Set(endpoints.map(({ method }) => method));
}

/** Rows of the table of endpoints. */
export function endpointLines(promises: readonly TestPromise[]): string[] {
  return endpoints.map((endpoint) => {
    const shown = aboutOf(endpoint, promises);
    const works = shown.find(succeeds);
    const refusals = refusalsOf(endpoint).map(
      (code) => `\`${code}\` ${shown.filter((promise) => mentions(promise, code)).length}`,
    );
    const cells = [
      `\`${nameOf(endpoint)}\``,
      endpoint.access,
      shown.length,
      works === undefined ? "" : nameInTable(works),
      refusals.join(", "),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

/** Endpoints without a test of success or of one of their refusals. */
export function uncoveredEndpoints(promises: readonly TestPromise[]): string[] {
  return endpoints.flatMap((endpoint) => {
    const shown = aboutOf(endpoint, promises);
    const missing = refusalsOf(endpoint).filter(
      (code) => !shown.some((promise) => mentions(promise, code)),
    );
    const works = shown.some(succeeds) ? [] : [`that ${nameOf(endpoint)} works`];
    return [...works, ...missing.map((code) => `${nameOf(endpoint)} refusing with ${code}`)];
  });
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;
}

/**
 * The documented codes of an endpoint, including those of its fields. Access refusals are left out:
 * one test calls every endpoint as every caller.
 */
function refusalsOf({ errors, faults }: Endpoint): string[] {
  return [...new Set([...Object.values(faults ?? {}), ...errors])];
}

function succeeds({ text }: TestPromise): boolean {
  return /\bstatus: (2\d\d|304)|\btoBe\(2\d\d\)/.test(text);
}

/** Tests whose suite names the endpoint. */
function aboutOf({ method, path }: Endpoint, promises: readonly TestPromise[]): TestPromise[] {
  // In the title of a `describe.each`, a placeholder may represent any path segment.
  const variable = String.raw`\$\{\w+\}|%s`;
  const parts = path
    .split("/")
    .map((part) =>
      part.startsWith(":") ? `(?::\\w+|\\{\\w+\\}|${variable})` : `(?:${part}|${variable})`,
    );
  // A whole path, not the end of a longer one.
  const named = new RegExp(`\\b${method}\\b.*(?<![\\w/}-])${parts.join("/")}(?![\\w/{:$-])`);
  const { ofSuite, placeOf } = sorted(promises);
  const about = (ofSuite.get(method) ?? []).flatMap(([suite, those]) =>
    named.test(suite) ? those : [],
  );
  return [...new Set(about)].toSorted((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
}

interface Sorted {
  /** For each method, the suites that name it, with their tests. */
  readonly ofSuite: ReadonlyMap<string, readonly (readonly [string, readonly TestPromise[]])[]>;
  readonly placeOf: ReadonlyMap<TestPromise, number>;
}

const kept = new WeakMap<readonly TestPromise[], Sorted>();

/** Sorted once: every endpoint searches all suites, and most suites concern none. */
function sorted(promises: readonly TestPromise[]): Sorted {
  const known = kept.get(promises);
  if (known !== undefined) return known;
  const testsIn = new Map<string, TestPromise[]>();
  for (const promise of promises) {
    for (const suite of promise.suites) {
      const those = testsIn.get(suite) ?? [];
      testsIn.set(suite, those);
      those.push(promise);
    }
  }
  const naming = (method: string) => [...testsIn].filter(([suite]) => suite.includes(method));
  const made: Sorted = {
    ofSuite: new Map([...methodsInUse()].map((method) => [method, naming(method)])),
    placeOf: new Map(promises.map((promise, place) => [promise, place])),
  };
  kept.set(promises, made);
  return made;
}
