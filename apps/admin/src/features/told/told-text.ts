import type { Translator } from "../../text/use-text.ts";

/** What differs from one such sentence to the next. */
const PARTS = new RegExp(
  [
    // Digests; addresses; versions and numbers.
    ...[/[0-9a-f]{64}/, /\S+@[\w-]+(?:\.[\w-]+)+/, /v?\d[\w.-]*\d|\d/],
    // Names, alone or several.
    /[A-Za-z]+(?:_[A-Za-z]+)+(?:, [a-z]+(?:_[a-z]+)+)*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

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

/** What is wrong with a part of a file: "meaning: empty", with the part as it is. */
export function toldFault(fault: string, text: Pick<Translator, "t" | "has">): string {
  const at = fault.indexOf(": ");
  if (at < 0) return toldText(fault, text);
  return `${fault.slice(0, at)}: ${toldText(fault.slice(at + 2), text)}`;
}
