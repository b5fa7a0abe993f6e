/** The list of the learner's own words, or of those with a tag. */
export function ownWordsHref(tag?: string): string {
  const all = "/words?filter=own";
  return tag === undefined ? all : `${all}&tag=${encodeURIComponent(tag)}`;
}
