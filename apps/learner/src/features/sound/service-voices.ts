import type { SpeechLanguages } from "@wordloom/contract";
import { isOfLanguage, primaryLanguage } from "@wordloom/language";
import { keep, observable, readKept } from "@wordloom/web/state";
import { readSpeechLanguages } from "virtual:endpoints";
import { call } from "../../server-state/api.ts";

const KEPT = "service-voices";
const NONE: SpeechLanguages = { languages: [], others: false };

/** The languages that the service speaks, as it last said. */
export const serviceVoices = observable<SpeechLanguages>(readKept(KEPT, NONE));

/** Languages that the service tried in vain since the app was opened. */
const refused = new Set<string>();

/** Asks the service. Without an answer, the last one counts. */
export async function askForVoices(): Promise<void> {
  const told = (await call(readSpeechLanguages, {}).catch(() => undefined)) as
    SpeechLanguages | undefined;
  if (told === undefined) return;
  refused.clear();
  keep(KEPT, told);
  serviceVoices.set(told);
}

/** Whether the service may speak a language. */
export function serviceSpeaks(language: string): boolean {
  const { languages, others } = serviceVoices.get();
  const base = primaryLanguage(language);
  const isListed = languages.some((tag) => isOfLanguage(tag, base));
  return isListed || (others && !refused.has(base));
}

/** Notes that the service could not speak a language that it only tries. */
export function serviceRefused(language: string): void {
  refused.add(primaryLanguage(language));
  serviceVoices.set({ ...serviceVoices.get() });
}

/** The accents of a language that the service has, as regions: `GB`, `US`. */
export function serviceRegions(language: string): string[] {
  const base = primaryLanguage(language);
  return serviceVoices
    .get()
    .languages.filter((tag) => isOfLanguage(tag, base))
    .flatMap((tag) => /-([A-Z]{2}|\d{3})$/.exec(tag)?.[1] ?? []);
}
