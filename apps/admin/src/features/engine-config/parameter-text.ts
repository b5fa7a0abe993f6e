import type { Translator } from "../../text/use-text.ts";

/** What a parameter is for: the service says it in English, and the console where it has a text. */
export function meaningText(
  { path, meaning }: { readonly path: string; readonly meaning: string },
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const key = `told-meanings.${path}`;
  return has(key) ? t(key) : meaning;
}

/** The heading of a section of the parameters; the name of one that the console does not know. */
export function groupText(group: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `parameters.group_${group}`;
  return has(key) ? t(key) : group;
}

interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly effect: string;
}

/** What a change does; a switch goes up when it is put on. */
export function effectText(
  { path, before, after, effect }: Change,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const key = `told-effects.${path} ${Number(after) > Number(before) ? "up" : "down"}`;
  return has(key) ? t(key) : effect;
}
