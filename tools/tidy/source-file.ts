import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** The facts about a source file used by the rules. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionInfo[];
}

export interface Import {
  /** As written: a package name or a relative path. */
  readonly specifier: string;
  /** Relative to the root for our own files; undefined for packages. */
  readonly target: string | undefined;
  /** Type imports do not exist at run time. */
  readonly typeOnly: boolean;
}

export interface FunctionInfo {
  readonly name: string;
  readonly line: number;
  readonly lineCount: number;
  readonly parameterCount: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every TypeScript file git tracks or would track. */
export function readSources(): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter(Boolean)
    .filter((file) => existsSync(file))
    .map(readSource);
}

function readSource(file: string): SourceFile {
  return toSource(file, readFileSync(file, "utf8"));
}

/** Parses one file. Separate from reading, for tests. */
export function toSource(file: string, text: string): SourceFile {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const body = program.body as unknown as Node[];
  return {
    path: file,
    text,
    lineCount: text.split("\n").length - 1,
    isTest: /\.(test|d)\.tsx?$/.test(file) || file.includes("/testing/"),
    imports: body.flatMap((node) => toImport(file, node)),
    functions: functionsIn(text, body),
  };
}

function toImport(file: string, node: Node): Import[] {
  const source = node["source"] as { value?: unknown } | null | undefined;
  if (typeof source?.value !== "string") return [];
  const specifier = source.value;
  const target = specifier.startsWith(".")
    ? path.posix.join(path.posix.dirname(file), specifier)
    : undefined;
  const kind = node["importKind"] ?? node["exportKind"];
  return [{ specifier, target, typeOnly: kind === "type" }];
}

function functionsIn(text: string, body: readonly Node[]): FunctionInfo[] {
  const found: FunctionInfo[] = [];
  walk(body, undefined, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      return;
    }
    const parameters = node["params"] as { items?: unknown[] } | unknown[];
    const items = Array.isArray(parameters) ? parameters : (parameters.items ?? []);
    found.push({
      name: nameOf(node) ?? nameOf(parent) ?? "a function",
      line: lineAt(text, node.start),
      lineCount: lineAt(text, node.end) - lineAt(text, node.start) + 1,
      parameterCount: items.length,
    });
  });
  return found;
}

function walk(
  value: unknown,
  parent: Node | undefined,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, parent, visit);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  if (typeof node.type === "string") visit(node, parent);
  for (const child of Object.values(node)) walk(child, node, visit);
}

function nameOf(node: Node | undefined): string | undefined {
  const id = (node?.["id"] ?? node?.["key"]) as { name?: unknown } | null | undefined;
  return typeof id?.name === "string" ? id.name : undefined;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}
