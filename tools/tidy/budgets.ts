import path from "node:path";
import type { SourceFile } from "./source-file.ts";

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const LINE_WIDTH_MAX = 100;
/** An import of one name cannot be broken into lines. */
const UNBREAKABLE = /^import \{ \w+ \} from "[^"]+";$/;

const PARAMETERS_MAX = 6;
const FEATURE_FILES_MAX = 20;

/** Maximum sizes of files and functions. */
export function brokenBudgets(source: SourceFile): string[] {
  const faults: string[] = [];
  if (source.lineCount > FILE_LINES_MAX) {
    faults.push(`${source.path}: ${source.lineCount} lines, at most ${FILE_LINES_MAX}`);
  }
  source.text.split("\n").forEach((line, index) => {
    const width = [...line].length;
    if (width > LINE_WIDTH_MAX && !UNBREAKABLE.test(line)) {
      faults.push(`${source.path}:${index + 1}: ${width} wide, at most ${LINE_WIDTH_MAX}`);
    }
  });
  return [...faults, ...brokenFunctions(source)];
}

/** Test suites are long lists of short tests, so their length is not limited. */
function brokenFunctions(source: SourceFile): string[] {
  if (source.isTest) return [];
  return source.functions.flatMap(({ name, line, lineCount, parameterCount }) => {
    const where = `${source.path}:${line}: ${name}`;
    const faults: string[] = [];
    if (lineCount > FUNCTION_LINES_MAX) {
      faults.push(`${where} has ${lineCount} lines, at most ${FUNCTION_LINES_MAX}`);
    }
    if (parameterCount > PARAMETERS_MAX) {
      faults.push(`${where} takes ${parameterCount} parameters, at most ${PARAMETERS_MAX}`);
    }
    return faults;
  });
}

/** Maximum number of files in a feature folder. */
export function brokenFolderBudgets(sources: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const source of sources) {
    const folder = path.posix.dirname(source.path);
    if (!folder.includes("/features/")) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > FEATURE_FILES_MAX ? [`${folder}: ${count} files, at most ${FEATURE_FILES_MAX}`] : [],
  );
}
