import type { Translator } from "../../text/use-text.ts";

/** A category of the apps in the language of the console; what else a learner wrote stays. */
export function categoryText(category: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `feedback.category_${category}`;
  return has(key) ? t(key) : category;
}
