import type { Translator } from "../../text/use-text.ts";

/** A unit in the language of the console where it is translated, else as the service names it. */
export function unitText(unit: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `told.unit_${unit.replaceAll(/\W+/g, "_")}`;
  return has(key) ? t(key) : unit;
}
