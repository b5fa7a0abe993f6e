import { parameterAt, parameterTable, type Parameters } from "@wordloom/engine";

/** Dotted paths of the parameters in which two configurations differ. */
export function changedPaths(before: Parameters, after: Parameters): ReadonlySet<string> {
  const paths = parameterTable().map(({ path }) => path);
  return new Set(paths.filter((path) => parameterAt(before, path) !== parameterAt(after, path)));
}
