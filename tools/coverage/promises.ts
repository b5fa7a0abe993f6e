import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync } from "vite";
import { constantsOf, eachChild, isNode, textOf, type Node, type Source } from "./test-source.ts";

/** One test: its title and its source. */
export interface TestPromise {
  readonly file: string;
  /** Names of the suites around it, outermost first. */
  readonly suites: readonly string[];
  readonly name: string;
  /** Its own source, followed by that of the constants it uses. */
  readonly text: string;
}

/**
 * Every test in the repository whose file contains one of these words, read from its source. Rows
 * of `scenarios` are tests, too.
 *
 * @param words  limits the search: parsing all other files would take most of the time
 */
export function readPromises(words: Iterable<string>): TestPromise[] {
  const hasWord = new RegExp(`\\b(?:${[...words].join("|")})\\b`);
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.test.ts"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter(Boolean)
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return hasWord.test(source) ? promisesIn(file, source) : [];
    });
}

/** `words.routes: refuses 501 ids`; file names are unique, so that no path is needed. */
export function nameInTable({ file, name }: TestPromise): string {
  return `${shortName(file)}: ${name.replaceAll("|", "\\|")}`;
}

/** `packages/server/src/features/library/words/words.routes.test.ts` is `words.routes`. */
function shortName(file: string): string {
  return basename(file, ".test.ts");
}

/** The tests of one file, in its order. */
export function promisesIn(file: string, source: string): TestPromise[] {
  const program = parseSync(file, source).program as unknown as Node;
  const read: Source = { text: source, constants: constantsOf(program) };
  const spread = spreadCalls(program);
  const found: TestPromise[] = [];
  const add = (node: Node, suites: readonly string[], name: string) =>
    found.push({ file, suites, name, text: textOf(node, read) });

  const visit = (node: Node, suites: readonly string[]): void => {
    const call = node.type === "CallExpression" ? callOf(node, source) : undefined;
    if (call?.name === "describe") {
      const inside = [...suites, call.title];
      return (node["arguments"] as Node[]).forEach((one) => visit(one, inside));
    }
    const name = call?.name === "it" ? call.title : rowName(node, source);
    if (name !== undefined) return void add(node, suites, name);
    // Rows created by a function are tests of every suite that spreads them.
    if (node.type === "FunctionDeclaration" && spread.has(nameOf(node["id"]))) return;
    const rows = node.type === "SpreadElement" ? spreadRows(node, program) : undefined;
    eachChild(rows ?? node, (child) => visit(child, suites));
  };
  visit(program, []);
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
function spreadCalls(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === "SpreadElement") names.add(calledIn(node));
    eachChild(node, visit);
  };
  visit(program);
  return names;
}

function spreadRows(node: Node, program: Node): Node | undefined {
  const called = calledIn(node);
  return (program["body"] as Node[]).find(
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
