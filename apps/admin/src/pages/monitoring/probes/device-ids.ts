/** Typed or pasted ids, one per line or separated by commas or spaces; each once. */
export function deviceIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ""))];
}
