import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** The facts about a source file that the rules use. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As written: a package name or a relative path. */
  readonly specifier: string;
  /** Relative to the root for our own files; undefined for packages. */
  readonly target: string | undefined;
  /** Type imports do not exist at run time. */
  readonly typeOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const IMPORTING =
  /^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression|TSImportType)$/;

/** Every TypeScript file that git tracks or would track. */
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
    imports: importsIn(file, body),
  };
}

/** What a file imports: at its top, with `import()`, and in types. */
function importsIn(file: string, body: readonly Node[]): Import[] {
  const found: Import[] = [];
  walk(body, (node) => {
    if (!IMPORTING.test(node.type)) return;
    const source = node["source"] as { value?: unknown } | null | undefined;
    if (typeof source?.value !== "string") return;
    const specifier = source.value;
    const target = specifier.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), specifier)
      : undefined;
    const kind = node["importKind"] ?? node["exportKind"];
    found.push({ specifier, target, typeOnly: kind === "type" || node.type === "TSImportType" });
  });
  return found;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, visit);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  if (typeof node.type === "string") visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}
