const keptTexts = new WeakMap<object, string>();

/** Keeps the JSON of a value that is sent more than once; the value must not change afterwards. */
export function keepText<T extends object>(value: T): T {
  keptTexts.set(value, JSON.stringify(value));
  return value;
}

/** The JSON of a reply; `null` if it has no data. */
export function toJsonText(data: unknown): string {
  if (typeof data === "object" && data !== null) {
    const kept = keptTexts.get(data);
    if (kept !== undefined) return kept;
  }
  return JSON.stringify(data) ?? "null";
}
