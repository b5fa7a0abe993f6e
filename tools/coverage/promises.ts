import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync } from "vite";
import { constantsOf, isNode, textOf, type Node, type Source } from "./test-source.ts";

/** One test: its title and its source. */
export interface TestPromise {
  readonly file: string;
  /** Names of the suites around it, outermost first. */
  readonly suites: readonly string[];
  readonly name: string;
  /** Its own source, followed by that of the constants it uses. */
  readonly text: string;
}

/** Every test of the repository, read from its source. Rows of `scenarios` are tests too. */
export function readPromises(): TestPromise[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.test.ts"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter(Boolean)
    .toSorted()
    .flatMap((file) => promisesIn(file, readFileSync(file, "utf8")));
}

/** `words.routes: refuses 501 ids`; file names are unique, so that no path is needed. */
export function nameInTable({ file, name }: TestPromise): string {
  return `${shortName(file)}: ${name.replaceAll("|", "\\|")}`;
}

/** `packages/server/src/features/library/words/words.routes.test.ts` is `words.routes`. */
export function shortName(file: string): string {
  return basename(file, ".test.ts");
}

/** The tests of one file, in its order. */
export function promisesIn(file: string, source: string): TestPromise[] {
  const { program } = parseSync(file, source);
  const read: Source = { text: source, constants: constantsOf(program) };
  const spread = spreadCalls(program);
  const found: TestPromise[] = [];
  const add = (node: Node, suites: readonly string[], name: string) =>
    found.push({ file, suites, name, text: textOf(node, read) });

  const visit = (value: unknown, suites: readonly string[]): void => {
    if (Array.isArray(value)) return value.forEach((entry) => visit(entry, suites));
    if (!isNode(value)) return;
    const call = value.type === "CallExpression" ? callOf(value, source) : undefined;
    if (call?.name === "describe") return visit(value["arguments"], [...suites, call.title]);
    const name = call?.name === "it" ? call.title : rowName(value, source);
    if (name !== undefined) return void add(value, suites, name);
    // Rows created by a function are tests of every suite that spreads them.
    if (value.type === "FunctionDeclaration" && spread.has(nameOf(value["id"]))) return;
    const rows = value.type === "SpreadElement" ? spreadRows(value, program) : undefined;
    for (const child of Object.values(rows ?? value)) visit(child, suites);
  };
  visit(program.body, []);
  return found;
}

/** `describe("title", …)`, `it.each(…)("title", …)`. */
function callOf(node: Node, source: string): { name: string; title: string } | undefined {
  const callee = node["callee"] as Node;
  const name = /^(describe|it)\b/.exec(source.slice(callee.start, callee.end))?.[1];
  const [first] = node["arguments"] as Node[];
  const title = first === undefined ? undefined : literalOf(first, source);
  return name === undefined || title === undefined ? undefined : { name, title };
}

/** Rows of `scenarios` are properties whose name is a sentence, or that have `send`. */
function rowName(node: Node, source: string): string | undefined {
  if (node.type !== "Property") return undefined;
  const name = literalOf(node["key"] as Node, source);
  const value = node["value"] as Node;
  const sends = /^\{[^]*\bsend\b/.test(source.slice(value.start, value.end));
  return name !== undefined && (name.includes(" ") || sends) ? name : undefined;
}

function literalOf(node: Node, source: string): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  return node.type === "TemplateLiteral" ? source.slice(node.start + 1, node.end - 1) : undefined;
}

/** Names of functions whose rows are spread somewhere: `...faults("GET", path)`. */
function spreadCalls(program: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === "SpreadElement") names.add(calledIn(value));
    Object.values(value).forEach(visit);
  };
  visit(program);
  return names;
}

function spreadRows(node: Node, program: { readonly body: unknown }): Node | undefined {
  const called = calledIn(node);
  return (program.body as Node[]).find(
    (one) => one.type === "FunctionDeclaration" && nameOf(one["id"]) === called,
  );
}

function calledIn(spread: Node): string {
  const argument = spread["argument"] as Node;
  return argument.type === "CallExpression" ? nameOf(argument["callee"]) : "";
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
}
