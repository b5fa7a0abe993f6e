import type { Translator } from "../../text/use-text.ts";

/** A unit in the console's language if it is translated, or else the service's name for it. */
export function unitText(unit: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `told.unit_${unit.replaceAll(/\W+/g, "_")}`;
  return has(key) ? t(key) : unit;
}
