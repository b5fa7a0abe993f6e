import type { WordPublic } from "@wordloom/contract";

/** Fields of a library word that a learner can replace for themselves. */
export const VERSION_FIELDS = [
  "meaning",
  "pronunciation",
  "reading",
  "partOfSpeech",
  "examples",
  "exampleMeanings",
  "tags",
  "audioUrl",
] as const;

/** A learner's own values, by field; an absent field follows the library. */
export type OwnFields = Partial<Pick<WordPublic, (typeof VERSION_FIELDS)[number]>>;

export function parseOwnFields(json: string | null): OwnFields {
  return json === null ? {} : (JSON.parse(json) as OwnFields);
}

/** The word as the learner sees it. */
export function withOwnFields(word: WordPublic, own: OwnFields): WordPublic {
  const ownFields = VERSION_FIELDS.filter((field) => own[field] !== undefined);
  if (ownFields.length === 0) return word;
  const shown = { ...word, ...own, ownFields };
  return { ...shown, exampleMeanings: translationsOf(shown.examples, word, own) };
}

/** As many translations as examples, whichever of the two are the learner's own; or none. */
function translationsOf(examples: readonly string[], word: WordPublic, own: OwnFields): string[] {
  const meaningOf = (example: string, at: number) =>
    own.exampleMeanings === undefined
      ? word.exampleMeanings[word.examples.indexOf(example)]
      : own.exampleMeanings[at];
  const meanings = examples.map((example, at) => meaningOf(example, at) ?? "");
  return meanings.some((meaning) => meaning !== "") ? meanings : [];
}
