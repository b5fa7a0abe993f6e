import { parameterAt, type EngineParameters } from "@wordloom/engine";
import { parameterTable } from "@wordloom/engine/parameters";

/** Dotted paths of the parameters in which two configurations differ. */
export function changedPaths(
  before: EngineParameters,
  after: EngineParameters,
): ReadonlySet<string> {
  const paths = parameterTable().map(({ path }) => path);
  return new Set(paths.filter((path) => parameterAt(before, path) !== parameterAt(after, path)));
}
