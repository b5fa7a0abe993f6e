import type { SettingAbout } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The parts of the room of settings; the first is shown when none is asked for. */
export const SETTINGS_PARTS = [
  "service",
  "maintenance",
  "administrators",
  "keys",
  "own",
  "machine",
] as const;

export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** The address of a part. */
export function settingsPath(part: SettingsPart): string {
  return part === SETTINGS_PARTS[0] ? "/settings" : `/settings?part=${part}`;
}

/** Where a setting is shown: what holds from the next start only is decided on the machine. */
export function partOfSetting({ key, effect }: Pick<SettingAbout, "key" | "effect">): SettingsPart {
  // It has a part of its own, which says whom it locks out.
  if (key === "maintenance_mode") return "maintenance";
  return effect === "restart" ? "machine" : "service";
}

/** The address of one setting, with which its part brings it into view. */
export function settingPath(about: Pick<SettingAbout, "key" | "effect">): string {
  const path = settingsPath(partOfSetting(about));
  return `${path}${path.includes("?") ? "&" : "?"}setting=${about.key}`;
}

/** In the language of the console; variables of the environment are called as they are. */
export function settingName(
  { key }: Pick<SettingAbout, "key">,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const named = `settings.name_${key}`;
  return has(named) ? t(named) : key;
}

/** In the language of the console where it is translated, else as the service explains it. */
export function settingText(
  { key, description }: Pick<SettingAbout, "key" | "description">,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const own = `settings.about_${key}`;
  const told = `told.about_${key}`;
  return has(own) ? t(own) : has(told) ? t(told) : description;
}
