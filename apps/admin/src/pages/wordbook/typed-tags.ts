/** Typed tags: separated by commas of any script, without duplicates. */
export function tagsOf(typed: string): string[] {
  const tags = typed.split(/[,，、]/).map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== "");
}
