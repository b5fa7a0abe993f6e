import type { KitSound } from "@wordloom/contract";
import type { AppSettings } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { askedSentence } from "../question/asked-by-ear.ts";

/**
 * The sounds of a kit that this learner can come to hear: the example that is only asked by ear is
 * left out unless one of its kinds is chosen.
 */
export function kitSounds(words: readonly StudyWord[], kinds: AppSettings["kinds"]): KitSound[] {
  const isAsked = kinds["gap-dictation"] || kinds["sentence-dictation"];
  return words.flatMap(({ sounds = [], ...entry }) => {
    const asked = isAsked ? undefined : askedSentence(entry, "gap-dictation");
    const shown = entry.content.contexts[0]?.sentence;
    if (asked === undefined || entry.word.examples[asked.at] === shown) return sounds;
    return sounds.filter(({ path }) => !path.includes(`part=example:${asked.at}&`));
  });
}
