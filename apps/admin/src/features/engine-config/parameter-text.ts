import type { Translator } from "../../text/use-text.ts";

/** What a parameter is for: the console's text if it has one, or else the service's English. */
export function meaningText(
  { path, meaning }: { readonly path: string; readonly meaning: string },
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const key = `told-meanings.${path}`;
  return has(key) ? t(key) : meaning;
}

/** The heading of a section of parameters; its name if the console does not know it. */
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

/** The effect of a change; turning on a switch counts as up. */
export function effectText(
  { path, before, after, effect }: Change,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const key = `told-effects.${path} ${Number(after) > Number(before) ? "up" : "down"}`;
  return has(key) ? t(key) : effect;
}
