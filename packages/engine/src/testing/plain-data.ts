/**
 * Paths at which a value is not plain data: undefined, NaN, an infinity, −0, or an object that
 * JSON does not support. Tests only.
 *
 * @returns empty if the value survives JSON unchanged
 */
export function nonPlainPaths(value: unknown, path = "$"): string[] {
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0) ? [] : [`${path} is ${value}`];
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value !== "object") return [`${path} is ${typeof value}`];
  const places: string[] = [];
  for (const [key, part] of Object.entries(value)) {
    places.push(...nonPlainPaths(part, `${path}.${key}`));
  }
  return places;
}
