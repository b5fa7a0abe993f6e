import path from "node:path";
import type { SourceFile } from "./source-file.ts";

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const LINE_WIDTH_MAX = 100;
/** The address of an import stands on one line, however long it is. */
const UNBREAKABLE = /^import \{ \w+ \} from "[^"]+";$/;

const PARAMETERS_MAX = 6;
const FEATURE_FILES_MAX = 20;

/** Sizes past which a file or function is no longer read in one go. */
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

/** Suites in tests are long lists of small promises; their length is no fault. */
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

/** A feature folder one can take in at a glance. */
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
