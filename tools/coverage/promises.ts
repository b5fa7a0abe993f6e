import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/** One test: what it says it shows, and the text of it. */
export interface TestPromise {
  readonly file: string;
  /** Names of the suites around it, outermost first. */
  readonly suites: readonly string[];
  readonly name: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every test of the repository, read from its source. Rows of `scenarios` are tests too. */
export function readPromises(): TestPromise[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.test.ts"], {
    encoding: "utf8",
  });
  return listed.split("\n").filter(Boolean).toSorted().flatMap(promisesIn);
}

function promisesIn(file: string): TestPromise[] {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source);
  const found: TestPromise[] = [];
  const visit = (value: unknown, suites: readonly string[]): void => {
    if (Array.isArray(value)) return value.forEach((entry) => visit(entry, suites));
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    const call = node.type === "CallExpression" ? callOf(node, source) : undefined;
    if (call?.name === "describe") return visit(node["arguments"], [...suites, call.title]);
    if (call?.name === "it") {
      found.push({ file, suites, name: call.title, text: source.slice(node.start, node.end) });
      return;
    }
    const row = rowName(node, source);
    if (row !== undefined) {
      found.push({ file, suites, name: row, text: source.slice(node.start, node.end) });
      return;
    }
    for (const child of Object.values(node)) visit(child, suites);
  };
  visit(program.body, []);
  return found;
}

/** `describe("title", …)`, `it.each(…)("title", …)`. */
function callOf(node: Node, source: string): { name: string; title: string } | undefined {
  const callee = node["callee"] as Node;
  const name = /^(describe|it)\b/.exec(source.slice(callee.start, callee.end))?.[1];
  if (name === undefined) return undefined;
  const [first] = node["arguments"] as Node[];
  const title = first === undefined ? undefined : textOf(first, source);
  return title === undefined ? undefined : { name, title };
}

function textOf(node: Node, source: string): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  return node.type === "TemplateLiteral" ? source.slice(node.start + 1, node.end - 1) : undefined;
}

/** Rows of `scenarios` are properties whose name is a sentence, wherever they are put together. */
function rowName(node: Node, source: string): string | undefined {
  if (node.type !== "Property") return undefined;
  const name = textOf(node["key"] as Node, source);
  return name?.includes(" ") ? name : undefined;
}
