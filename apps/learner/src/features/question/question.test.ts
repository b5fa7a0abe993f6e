import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionKinds, type QuestionKind } from "../app-settings/app-settings.ts";
import { studyWord } from "../study-session/testing/study-words.ts";
import { questionFor } from "./question.ts";
import { questionKind, spokenKinds, writtenKinds, type Direction } from "./question-kind.ts";
import { otherWords } from "./other-words.ts";

const kindsOf = (...chosen: QuestionKind[]) =>
  Object.fromEntries(questionKinds.map((kind) => [kind, chosen.includes(kind)])) as Record<
    QuestionKind,
    boolean
  >;
const rival = { wordId: "r", word: "rival", meaning: "m", timesConfused: 2 };
/** A word that every kind can ask. */
const firm = (id: string) => {
  const made = studyWord(id, { kind: "due" });
  const examples = [`Nobody reads the text of ${id} aloud.`];
  const confusables = [{ ...rival, soundsApart: true as const }];
  const word = {
    ...made,
    word: { ...made.word, examples },
    content: { ...made.content, confusables },
  };
  const state = { userId: "u", wordId: id, state: "reviewing", masteryLevel: 0.8 } as const;
  const rest = { nextReviewDate: null, halfLife: 90, correctStreak: 3, totalAttempts: 9 };
  return { ...word, state: { ...state, ...rest, updatedAt: "", bookmarked: false } };
};
const ids = Array.from({ length: 200 }, (_, at) => `w${at}`);
const fresh = { seed: "s" };
const later = ["gap-dictation", "sentence-dictation", "minimal-pair"] as const;

describe("the kind of a question", () => {
  const chosen = fc.subarray([...questionKinds]);

  it("is one that the learner chose, and needs no voice if there is none", () => {
    const course = [chosen, fc.constantFrom(...ids), fc.boolean(), fc.nat(5)] as const;
    fc.assert(
      fc.property(...course, (kinds, id, canSpeak, asked) => {
        const kind = questionKind(firm(id), {
          kinds: kindsOf(...kinds),
          canSpeak: () => canSpeak,
          asked,
          ...fresh,
        });
        const possible = kinds.filter((one) => canSpeak || !spokenKinds.has(one));
        if (possible.length === 0) expect(kind).toBe("recall");
        else expect(possible).toContain(kind);
      }),
    );
  });

  it("follows the direction the learner turned to, even if no kind of it was chosen", () => {
    const among = (kinds: Record<QuestionKind, boolean>, direction: Direction) =>
      new Set(
        ids.map((id) =>
          questionKind(firm(id), { kinds, direction, canSpeak: () => true, asked: 0, ...fresh }),
        ),
      );
    const all = kindsOf(...questionKinds);
    expect(among(all, "from_word")).toEqual(new Set(["word-to-meaning", "recall", "listening"]));
    expect(among(all, "from_meaning")).toEqual(new Set(["meaning-to-word", "spelling"]));
    expect(among(kindsOf("spelling"), "from_word")).toEqual(new Set(["word-to-meaning"]));
    expect(among(kindsOf("word-to-meaning"), "from_meaning")).toEqual(new Set(["meaning-to-word"]));
    const cards = kindsOf("recall");
    expect(among(cards, "from_meaning"), "cards stay cards").toEqual(new Set(["recall-word"]));
  });

  it("asks to recognize a new word before writing it", () => {
    const kinds = kindsOf("word-to-meaning", "spelling");
    for (const id of ids) {
      const word = studyWord(id, { kind: "new" });
      expect(questionKind(word, { kinds, canSpeak: () => false, asked: 0, ...fresh })).toBe(
        "word-to-meaning",
      );
    }
  });

  it("asks for a new word once more without options, in a chosen kind or else by recall", () => {
    const again = (id: string, ...kinds: QuestionKind[]) => {
      const word = studyWord(id, { kind: "new" });
      const circumstances = { kinds: kindsOf(...kinds), canSpeak: () => true, ...fresh };
      const first = questionKind(word, { ...circumstances, asked: 0 });
      return [first, questionKind(word, { ...circumstances, asked: 1, latest: "recognized" })];
    };
    for (const id of ids) {
      const [first, second] = again(id, ...questionKinds);
      expect(["word-to-meaning", "meaning-to-word", "listening"]).toContain(first);
      expect(["recall", "spelling", "dictation"]).toContain(second);
      expect(again(id, "word-to-meaning", "meaning-to-word")[1]).toBe("recall");
      expect(again(id, "listening")).toEqual(["listening", "recall"]);
      expect(again(id, "word-to-meaning", "spelling")).toEqual(["word-to-meaning", "spelling"]);
      expect(again(id, "recall", "spelling")[0]).toBe("recall");
    }
  });

  it("asks for a new word from memory in the direction of the session", () => {
    const kinds = kindsOf("word-to-meaning", "meaning-to-word");
    const again = {
      kinds,
      canSpeak: () => true,
      asked: 1,
      latest: "recognized",
      ...fresh,
    } as const;
    const word = studyWord("n1", { kind: "new" });
    expect(questionKind(word, { ...again, direction: "from_meaning" })).toBe("recall-word");
    expect(questionKind(word, { ...again, direction: "from_word" })).toBe("recall");
  });

  it("asks for firm words in writing more often than not", () => {
    const kinds = kindsOf("word-to-meaning", "spelling");
    const drawn = ids.map((id) =>
      questionKind(firm(id), { kinds, canSpeak: () => false, asked: 0, ...fresh }),
    );
    const written = drawn.filter((kind) => writtenKinds.has(kind)).length / ids.length;
    expect(written).toBeGreaterThan(0.5);
    expect(written).toBeLessThan(0.7);
  });

  it("recognizes a word that was just missed, however firm it was", () => {
    const kinds = kindsOf("meaning-to-word", "spelling", "dictation");
    for (const id of ids) {
      const missed = {
        kinds,
        canSpeak: () => true,
        asked: 1,
        latest: "missed",
        seed: "s",
      } as const;
      expect(questionKind(firm(id), missed)).toBe("meaning-to-word");
    }
  });

  it("rotates from one session to the next", () => {
    const circumstances = { kinds: kindsOf(...questionKinds), canSpeak: () => true, asked: 0 };
    const kindIn = (seed: string) => questionKind(firm("w1"), { ...circumstances, seed });
    expect(new Set(ids.map(kindIn)).size).toBe(questionKinds.length);
  });

  it.each(["", " ", "n.", "<br>", "【名】"])("asks for no word by the meaning %j", (meaning) => {
    const kinds = kindsOf(...questionKinds);
    const drawn = ids.map((id) => {
      const word = firm(id);
      const silent = { ...word, word: { ...word.word, meaning } };
      return questionKind(silent, { kinds, canSpeak: () => true, asked: 0, ...fresh });
    });
    expect(drawn).not.toContain("meaning-to-word");
    expect(drawn).not.toContain("spelling");
    expect(drawn).toContain("dictation");
  });

  it("has a word without a meaning written by ear rather than recalled, if it can be heard", () => {
    const silent = (id: string, kind: "due" | "new") => {
      const made = { ...firm(id), kind };
      return { ...made, word: { ...made.word, meaning: "n." } };
    };
    const options = { "word-to-meaning": null, "meaning-to-word": null };
    const kinds = kindsOf("word-to-meaning", "meaning-to-word", "recall");
    for (const kind of ["due", "new"] as const) {
      const word = { ...silent("w1", kind), options };
      const asked = { kinds, asked: 0, ...fresh };
      expect(questionKind(word, { ...asked, canSpeak: () => true })).toBe("dictation");
      expect(questionKind(word, { ...asked, canSpeak: () => false })).toBe("recall");
    }
  });

  it("covers all possible kinds", () => {
    const kinds = kindsOf(...questionKinds);
    const circumstances = { kinds, canSpeak: () => true, asked: 0, ...fresh };
    const drawn = new Set(ids.map((id) => questionKind(firm(id), circumstances)));
    expect([...drawn].toSorted()).toEqual(questionKinds.toSorted());
  });

  it("has no options when there are too few words for four", () => {
    const word = { ...firm("w1"), options: { "word-to-meaning": null, "meaning-to-word": null } };
    const kinds = kindsOf("word-to-meaning", "meaning-to-word", "listening");
    expect(questionKind(word, { kinds, canSpeak: () => true, asked: 0, ...fresh })).toBe("recall");
  });
});

describe("a question by ear", () => {
  const drawn = (word: (id: string) => ReturnType<typeof firm>, more: object = {}) => {
    const kinds = kindsOf("word-to-meaning", ...later);
    const given = { kinds, canSpeak: () => true, asked: 1, ...fresh, ...more };
    return new Set(ids.map((id) => questionKind(word(id), given)));
  };
  const without = (change: (word: ReturnType<typeof firm>) => object) => (id: string) => {
    const word = firm(id);
    return { ...word, ...change(word) } as ReturnType<typeof firm>;
  };

  it("is asked in all three ways of a word that is known well", () => {
    expect(drawn(firm)).toEqual(new Set(["word-to-meaning", ...later]));
  });

  it("is not asked of a new word", () => {
    const isNew = without(() => ({ kind: "new" }));
    expect(drawn(isNew)).toEqual(new Set(["word-to-meaning"]));
    expect(drawn(isNew, { latest: "recognized" })).toEqual(new Set(["recall"]));
  });

  it.each([
    ["young", { masteryLevel: 0.3 }],
    ["missed lately", { correctStreak: 2 }],
    ["forgotten", { state: "forgotten" }],
  ])("is no whole sentence while the word is %s", (_, state) => {
    const kinds = drawn(without((word) => ({ state: { ...word.state, ...state } })));
    expect(kinds).not.toContain("sentence-dictation");
    expect(kinds).toContain("gap-dictation");
  });

  it("is no whole sentence if that is long, and none at all without the word in it", () => {
    const saying = (sentence: (id: string) => string) =>
      drawn((id) => without(({ word }) => ({ word: { ...word, examples: [sentence(id)] } }))(id));
    const long = saying((id) => `${"so ".repeat(12)}the text of ${id} is long`);
    expect(long).not.toContain("sentence-dictation");
    expect(long).toContain("gap-dictation");
    expect(saying(() => "Nobody says it here.")).toEqual(
      new Set(["word-to-meaning", "minimal-pair"]),
    );
  });

  it("needs a voice for the part that is heard", () => {
    const hearing = (part: string) => drawn(firm, { canSpeak: (one: string) => one === part });
    expect(hearing("text")).toEqual(new Set(["word-to-meaning", "minimal-pair"]));
    expect(hearing("example:0")).toEqual(
      new Set(["word-to-meaning", "gap-dictation", "sentence-dictation"]),
    );
  });

  it("asks for no sentence just after a miss if a simpler way is chosen", () => {
    const missed = { latest: "missed", kinds: kindsOf("dictation", ...later.slice(0, 2)) };
    expect(drawn(firm, missed)).toEqual(new Set(["dictation"]));
  });

  it.each([
    ["never confused", { timesConfused: 0 }],
    ["perhaps the same by ear", { soundsApart: undefined }],
    ["the same in writing", { word: "TEXT of w1" }],
  ])("is no pair with a word that is %s", (_, change) => {
    const word = firm("w1");
    const confusables = [{ ...rival, soundsApart: true as const, ...change }];
    const given = { kinds: kindsOf("minimal-pair"), canSpeak: () => true, asked: 0, ...fresh };
    const content = { ...word.content, confusables } as typeof word.content;
    expect(questionKind({ ...word, content }, given)).toBe("recall");
  });

  it("offers the word and at most three that the learner took for it, in a kept order", () => {
    const word = firm("w1");
    const confusables = ["a", "b", "c", "d"].map((text) => ({
      ...rival,
      wordId: text,
      word: text,
      soundsApart: true as const,
    }));
    const many = { ...word, content: { ...word.content, confusables } };
    const { options } = questionFor(many, "minimal-pair", 0, "s");
    expect(options.map(({ text }) => text).toSorted()).toEqual(["a", "b", "c", "text of w1"]);
    expect(options.filter(({ isRight }) => isRight).map(({ wordId }) => wordId)).toEqual(["w1"]);
    expect(questionFor(many, "minimal-pair", 0, "s").options).toEqual(options);
    const first = ids.map((id) => questionFor(firm(id), "minimal-pair", 0, "s").options[0]);
    expect(new Set(first.map((option) => option?.isRight))).toEqual(new Set([true, false]));
  });
});

describe("a question", () => {
  it("has four options, one of them right, in an order that survives a reload", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.nat(5), (id, asked) => {
        const [first, again] = [0, 0].map(() =>
          questionFor(firm(id), "word-to-meaning", asked, "s"),
        );
        expect(first).toEqual(again);
        const right = first?.options.filter(({ isRight }) => isRight);
        expect(right).toMatchObject([{ text: id, wordId: id }]);
        const wrong = asked % 2 === 0 ? ["b", "c", "d"] : ["e", "f", "g"];
        expect(first?.options.map(({ text }) => text).toSorted()).toEqual(
          [id, ...wrong].toSorted(),
        );
      }),
    );
  });

  it("has its right answer equally often in every position", () => {
    const places = [0, 0, 0, 0];
    for (const id of ids) {
      const { options } = questionFor(firm(id), "word-to-meaning", 0, "s");
      const place = options.findIndex(({ isRight }) => isRight);
      places[place] = (places[place] ?? 0) + 1;
    }
    expect(Math.min(...places)).toBeGreaterThan(ids.length / 8);
  });

  it("has its options in another order in another session", () => {
    const placeIn = (seed: string) =>
      questionFor(firm("w1"), "word-to-meaning", 0, seed).options.findIndex((one) => one.isRight);
    expect(new Set(ids.map(placeIn)).size).toBe(4);
  });

  it("asks again with the same options where a kit of an earlier version has no others", () => {
    const { otherOptions: _, ...old } = firm("w1");
    const { options } = questionFor(old as never, "word-to-meaning", 1, "s");
    expect(options.map(({ text }) => text).toSorted()).toEqual(["b", "c", "d", "w1"]);
  });

  it("has no options when there is nothing to choose", () => {
    for (const kind of ["recall", "spelling", "dictation"] as const) {
      expect(questionFor(firm("w1"), kind, 0, "s").options).toEqual([]);
    }
  });
});

describe("words that a typo must not produce", () => {
  it("are the others of the session, those it is confused with and its lookalikes", () => {
    const confusable = { wordId: "c1", word: "effect", meaning: "result", timesConfused: 0 };
    const plain = studyWord("w1", {});
    const word = {
      ...plain,
      content: { ...plain.content, confusables: [confusable], lookalikes: ["afflict"] },
    };
    const words = { w1: word, w2: studyWord("w2", {}) };
    const texts = otherWords(word, words).map(({ text }) => text);
    expect(texts).toEqual(["text of w2", "effect", "afflict"]);
  });
});
