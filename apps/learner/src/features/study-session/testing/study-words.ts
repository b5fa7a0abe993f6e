import type { StudyWord } from "../../kit/study-word.ts";

const content = {
  morphemes: [],
  etymology: null,
  confusables: [],
  lookalikes: [] as string[],
  contexts: [],
};

/** A word as in the kit, with four options in each direction. */
export function studyWord(id: string, { kind = "due" }: Partial<StudyWord>): StudyWord {
  const options = {
    options: [id, "b", "c", "d"],
    wordIds: [id, "wb", "wc", null],
    correctIndex: 0,
  };
  const others = { options: ["e", "f", id, "g"], wordIds: [null, null, id, null], correctIndex: 2 };
  return {
    word: {
      id,
      text: `text of ${id}`,
      meaning: `meaning of ${id}`,
      pronunciation: null,
      partOfSpeech: null,
      difficulty: 0.5,
      examples: [],
      tags: [],
      createdAt: "2026-01-01T00:00:00.000Z",
      language: "en",
      meaningLanguage: "en",
      reading: null,
      exampleMeanings: [],
      audioUrl: null,
      ownerId: null,
      ownFields: [],
      basedOn: null,
    },
    state: null,
    waiting: false,
    kind,
    recall: null,
    lapses: 0,
    options: { "word-to-meaning": options, "meaning-to-word": options },
    otherOptions: { "word-to-meaning": others, "meaning-to-word": others },
    content,
    note: null,
    favorite: false,
  };
}
