import type { KitSound } from "@wordloom/contract";
import { primaryLanguage, speechPath, type SpokenPart } from "@wordloom/language";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { serviceRegions } from "./service-voices.ts";

/** The path at the service of a part of a word, spoken with the learner's accent. */
export function soundPath(
  wordId: string,
  part: SpokenPart,
  { text, language }: { readonly text: string; readonly language: string },
): string {
  return speechPath({ wordId, part, text, region: regionOf(language) });
}

/** A path from the kit, with the learner's accent. */
export function withRegion({ path, language }: KitSound): string {
  const region = language === null ? undefined : regionOf(language);
  return region === undefined ? path : `${path}&region=${region}`;
}

/** The accent that the learner chose, if the service has it; a stated region stays. */
function regionOf(language: string): string | undefined {
  const base = primaryLanguage(language);
  if (base !== language) return undefined;
  const chosen = appSettings.get().voices[base] ?? (base === "en" ? accentRegion() : undefined);
  return serviceRegions(language).find((region) => region === chosen);
}

function accentRegion(): string {
  return appSettings.get().accent === "uk" ? "GB" : "US";
}
