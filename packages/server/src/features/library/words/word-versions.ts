import type { WordPublic } from "@wordloom/contract";

/** Fields of a library word that a learner can replace for themselves. */
const VERSION_FIELDS = [
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
  return ownFields.length === 0 ? word : { ...word, ...own, ownFields };
}
