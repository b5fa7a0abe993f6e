const keptTexts = new WeakMap<object, string>();

/** Keeps the JSON of a value that is sent more than once; nobody may change it afterwards. */
export function keepText<T extends object>(value: T): T {
  keptTexts.set(value, JSON.stringify(value));
  return value;
}

/** The JSON of a reply; `null` for one without data. */
export function toJsonText(data: unknown): string {
  if (typeof data === "object" && data !== null) {
    const kept = keptTexts.get(data);
    if (kept !== undefined) return kept;
  }
  return JSON.stringify(data) ?? "null";
}
