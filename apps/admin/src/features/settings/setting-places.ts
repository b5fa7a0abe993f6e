import type { SettingAbout } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The parts of the settings page; the first is the default. */
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

/**
 * The part that shows a setting; settings that take effect only after a restart are set on the
 * machine.
 */
export function partOfSetting({ key, effect }: Pick<SettingAbout, "key" | "effect">): SettingsPart {
  // Maintenance mode has a part of its own, which says whom it locks out.
  if (key === "maintenance_mode") return "maintenance";
  return effect === "restart" ? "machine" : "service";
}

/** The address of one setting; its part scrolls to it. */
export function settingPath(about: Pick<SettingAbout, "key" | "effect">): string {
  const path = settingsPath(partOfSetting(about));
  return `${path}${path.includes("?") ? "&" : "?"}setting=${about.key}`;
}

/** The setting's name in the console's language; environment variables keep their names. */
export function settingName(
  { key }: Pick<SettingAbout, "key">,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const named = `settings.name_${key}`;
  return has(named) ? t(named) : key;
}

/** The explanation in the console's language if it is translated, or else the service's. */
export function settingText(
  { key, description }: Pick<SettingAbout, "key" | "description">,
  { t, has }: Pick<Translator, "t" | "has">,
): string {
  const own = `settings.about_${key}`;
  const told = `told.about_${key}`;
  return has(own) ? t(own) : has(told) ? t(told) : description;
}
