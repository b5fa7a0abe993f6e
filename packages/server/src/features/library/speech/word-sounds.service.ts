import type { KitSound, WordPublic } from "@wordloom/contract";
import {
  gapExample,
  primaryLanguage,
  speechPath,
  spokenField,
  type SpokenPart,
} from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { enginesFor, speechEngines } from "./engines.ts";
import { spokenPart } from "./spoken-part.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/**
 * The sounds of a word that a client may fetch ahead: its recording, or else the word in the
 * service's voice; then the example that its card shows, and the one that is asked by ear.
 *
 * @param sentence  the one on the card
 */
export function soundsOf(needs: Needs, word: WordPublic, sentence: string | undefined): KitSound[] {
  const shown = sentence === undefined ? -1 : word.examples.indexOf(sentence);
  const isSpeaking = speechEngines(needs).length > 0;
  const asked = isSpeaking ? gapExample(word)?.at : undefined;
  const places = [...new Set([shown, asked ?? -1])].filter((at) => at >= 0);
  const examples = places.flatMap((at) => spokenAs(needs, word, `example:${at}`));
  const { audioUrl } = word;
  const isOurs = audioUrl?.startsWith("/api/media/") ?? false;
  const recorded = isOurs && audioUrl !== null ? [{ path: audioUrl, language: null }] : undefined;
  return [...(recorded ?? spokenAs(needs, word, "text")), ...examples];
}

function spokenAs(needs: Needs, word: WordPublic, part: SpokenPart): KitSound[] {
  const spoken = spokenPart(word, part);
  if (spoken === undefined) return [];
  const { language } = spoken;
  const isSpoken = enginesFor(needs, spoken.text, language).length > 0;
  const text = spokenField(word, part).text ?? "";
  const isOpen = language === primaryLanguage(language);
  const path = speechPath({ wordId: word.id, part, text: text.trim() });
  return isSpoken ? [{ path, language: isOpen ? language : null }] : [];
}
