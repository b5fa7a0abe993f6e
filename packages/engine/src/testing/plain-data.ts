/**
 * Where a value is not plain data: undefined, NaN, an infinity, −0, or no object JSON knows.
 * Tests only.
 *
 * @returns paths of all such places; empty when the value survives JSON unchanged
 */
export function unplainPlaces(value: unknown, path = "$"): string[] {
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0) ? [] : [`${path} is ${value}`];
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value !== "object") return [`${path} is ${typeof value}`];
  const places: string[] = [];
  for (const [key, part] of Object.entries(value)) {
    places.push(...unplainPlaces(part, `${path}.${key}`));
  }
  return places;
}
