/** Ids as they are typed or pasted: one a line, or with commas or spaces; each once. */
export function deviceIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ""))];
}
