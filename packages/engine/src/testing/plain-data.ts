/**
 * Paths at which a value is not plain data: undefined, NaN, an infinity, −0, or an object that
 * JSON does not support. Tests only.
 *
 * @returns empty if the value survives JSON unchanged
 */
export function nonPlainPaths(value: unknown): string[] {
  // Most values are plain, and paths take longer to write than values to read.
  return isPlain(value) ? [] : pathsIn(value, "$");
}

function isPlain(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isPlain);
  return pathsIn(value, "").length === 0;
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0) ? [] : [`${path} is ${value}`];
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value !== "object") return [`${path} is ${typeof value}`];
  const places: string[] = [];
  for (const [key, part] of Object.entries(value)) {
    places.push(...pathsIn(part, `${path}.${key}`));
  }
  return places;
}
