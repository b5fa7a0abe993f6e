import path from "node:path";
import type { SourceFile } from "./source-file.ts";

const LINE_WIDTH_MAX = 100;
/** An import of one name cannot be broken into lines. */
const UNBREAKABLE = /^import \{ \w+ \} from "[^"]+";$/;

const FEATURE_FILES_MAX = 20;

/** Lines that the formatter leaves too wide, such as comments. The linter has the other limits. */
export function brokenWidths(source: SourceFile): string[] {
  return source.text.split("\n").flatMap((line, index) => {
    const width = [...line].length;
    return width > LINE_WIDTH_MAX && !UNBREAKABLE.test(line)
      ? [`${source.path}:${index + 1}: ${width} wide, at most ${LINE_WIDTH_MAX}`]
      : [];
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
