/** The properties of a browser voice that matter here. */
export type VoiceFacts = Pick<SpeechSynthesisVoice, "lang" | "localService" | "default" | "name">;

/** Novelty voices, which some systems list among the others. */
const NOVELTY: ReadonlySet<string> = new Set([
  ...["Albert", "Bad News", "Bahh", "Bells", "Boing", "Bubbles", "Cellos", "Good News"],
  ...["Jester", "Organ", "Superstar", "Trinoids", "Whisper", "Wobble", "Zarvox"],
]);

const REGIONS = { uk: "gb", us: "us" } as const;

/**
 * The voice for a language: the one of that name, otherwise preferably of the wanted region and one
 * that works offline.
 * @returns undefined if the browser has no voice for the language
 */
export function chooseVoice<V extends VoiceFacts>(
  voices: readonly V[],
  language: string,
  wish: { readonly accent?: "uk" | "us" | undefined; readonly name?: string | undefined } = {},
): V | undefined {
  const [base, ...rest] = subtags(language);
  if (base === undefined) return undefined;
  const wanted = base === "en" && wish.accent !== undefined ? REGIONS[wish.accent] : rest.at(-1);
  const scoreOf = ({ lang, localService, default: isDefault, name }: VoiceFacts) =>
    (name === wish.name ? 16 : 0) +
    (wanted !== undefined && subtags(lang).includes(wanted) ? 8 : 0) +
    (NOVELTY.has(name) ? 0 : 4) +
    (localService ? 2 : 0) +
    (isDefault ? 1 : 0);
  let best: { readonly voice: V; readonly score: number } | undefined;
  for (const voice of voices) {
    if (subtags(voice.lang)[0] !== base) continue;
    const score = scoreOf(voice);
    if (best === undefined || score > best.score) best = { voice, score };
  }
  return best?.voice;
}

/** The names of a language's voices, without novelties. */
export function namesOf(voices: readonly VoiceFacts[], language: string): string[] {
  const [base] = subtags(language);
  const ofLanguage = voices.filter(
    ({ lang, name }) => subtags(lang)[0] === base && !NOVELTY.has(name),
  );
  return [...new Set(ofLanguage.map(({ name }) => name))];
}

/** Android writes `en_US`. */
function subtags(language: string): string[] {
  return language.toLowerCase().split(/[-_]/).filter(Boolean);
}
