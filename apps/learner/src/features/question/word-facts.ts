import type { Translator } from "../../text/use-text.ts";

const TWO_ACCENTS = /^US (\/[^/]+\/) UK (\/[^/]+\/)$/;

/**
 * The pronunciation as the learner's language names its accents; starter words that differ between
 * American and British name both in English.
 */
export function pronunciationText(pronunciation: string, t: Translator["t"]): string {
  const [, us, uk] = TWO_ACCENTS.exec(pronunciation) ?? [];
  return us === undefined || uk === undefined ? pronunciation : t("word.two_accents", { us, uk });
}

/** The part of speech in the learner's language; what somebody typed otherwise stays as it is. */
export function partOfSpeechText(partOfSpeech: string, { t, has }: Translator): string {
  const key = `word.part_${partOfSpeech}`;
  return has(key) ? t(key) : partOfSpeech;
}
