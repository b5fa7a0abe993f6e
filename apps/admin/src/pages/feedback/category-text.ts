import type { Translator } from "../../text/use-text.ts";

/** A category of the apps in the console's language; a learner's own category stays unchanged. */
export function categoryText(category: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `feedback.category_${category}`;
  return has(key) ? t(key) : category;
}
