import type { Translator } from "../../text/use-text.ts";

/** What differs from one such sentence to the next: addresses, versions and numbers, names. */
const PARTS =
  /\S+@[\w-]+(?:\.[\w-]+)+|v?\d[\w.-]*\d|\d|[A-Za-z]+(?:_[A-Za-z]+)+(?:, [a-z]+(?:_[a-z]+)+)*/g;

/**
 * A sentence of the service, which speaks English, in the language of the console where there is a
 * text of that shape: "2 dead letters." is `told.says_dead_letters` with `a` = 2. Others stay
 * as they are.
 */
export function toldText(sentence: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const parts = [...sentence.matchAll(PARTS)].map(([part]) => part);
  const words =
    sentence
      .replaceAll(PARTS, " ")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const key = `told.says_${words.join("_")}`;
  if (!has(key)) return sentence;
  const names = ["a", "b", "c"];
  return t(key, Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ""])));
}
