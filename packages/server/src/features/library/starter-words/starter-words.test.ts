import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { hasHan } from "../../../platform/basics/han.ts";
import { definitionsOf, entryFaults, tableFaults } from "./entry-faults.ts";
import {
  parseEntries,
  readFormerOrders,
  readStarterEntries,
  type StarterEntry,
} from "./starter-entries.ts";
import {
  buildStarterWords,
  STARTER_VERSION,
  type StarterContent,
  type StarterEdition,
  type StarterWord,
} from "./build-starter-words.ts";
import { EVERYDAY_SETS, orderFaults, STARTER_SETS } from "./starter-sets.ts";
import { containsFormOf } from "./word-forms.ts";

// Checks properties of every word in the real content, and a few well-known entries.
let content: StarterContent;
let english: StarterEdition;
let chinese: StarterEdition;

const editionIn = (key: string) => {
  const edition = content.find((one) => one.key === key);
  if (edition === undefined) throw new Error(`no edition ${key}`);
  return edition;
};

beforeAll(async () => {
  content = (await buildStarterWords()).filter(({ language }) => language === "en");
  [english, chinese] = [editionIn("en"), editionIn("zh")];
});

const violations = (violates: (word: StarterWord) => boolean) =>
  content.flatMap(({ words }) => words.filter(violates).map(({ text }) => text));

describe("buildStarterWords", () => {
  it("creates two books in each language, the smaller one being the start of the larger", () => {
    for (const { words, books } of content) {
      const [first, all] = books;
      expect(books).toHaveLength(2);
      expect(first?.wordTexts).toHaveLength(1000);
      expect(all?.wordTexts).toHaveLength(3000);
      expect(all?.wordTexts.slice(0, 1000)).toEqual(first?.wordTexts);
      expect(all?.wordTexts).toEqual(words.map(({ text }) => text));
    }
  });

  it("explains the same words in both languages, in the same order", () => {
    const texts = ({ words }: StarterEdition) => words.map(({ text }) => text);
    expect(texts(chinese)).toEqual(texts(english));
    expect(new Set(texts(english)).size).toBe(3000);
  });

  it("defines every word in one short line", () => {
    expect(violations(({ meaning }) => meaning.length < 1 || meaning.length > 160)).toEqual([]);
  });

  it("never defines two words of a book alike, nor a word by itself", () => {
    const definitions = new Map<string, string>();
    const faults: string[] = [];
    for (const { text, meaning } of english.words) {
      for (const definition of definitionsOf(meaning)) {
        const other = definitions.get(definition);
        if (other !== undefined && other !== text) faults.push(`${text}, ${other}: ${definition}`);
        if (containsFormOf(definition, text)) faults.push(`${text}: ${definition}`);
        definitions.set(definition, text);
      }
    }
    expect(faults).toEqual([]);
    expect(new Set(chinese.words.map(({ meaning }) => meaning)).size).toBe(3000);
  });

  it("shows every word in two examples", () => {
    expect(violations(({ examples }) => new Set(examples).size !== 2)).toEqual([]);
    const isStray = ({ text, examples }: StarterWord) =>
      examples.some((example) => !containsFormOf(example, text));
    expect(violations(isStray)).toEqual([]);
  });

  it("writes every Chinese meaning in Chinese and every English one in English", () => {
    expect(chinese.words.filter(({ meaning }) => !hasHan(meaning))).toEqual([]);
    expect(english.words.filter(({ meaning }) => hasHan(meaning))).toEqual([]);
  });

  it("translates every example in the Chinese books, and none in the English ones", () => {
    const untranslated = chinese.words.filter(
      ({ examples, exampleMeanings }) =>
        exampleMeanings.length !== examples.length || !exampleMeanings.every(hasHan),
    );
    expect(untranslated.map(({ text }) => text)).toEqual([]);
    expect(english.words.filter(({ exampleMeanings }) => exampleMeanings.length > 0)).toEqual([]);
  });

  it("breaks no other rule of the table", async () => {
    expect(tableFaults(await readStarterEntries())).toEqual([]);
  });

  it("has what beginners meet among the first thousand", () => {
    const [first] = english.books;
    const met =
      "no one two ten Monday January internet email goodbye apple milk bread what I in because " +
      "fish rice slow cheap foot snow homework shop thirsty passport password laptop T-shirt";
    expect(met.split(" ").filter((text) => !first?.wordTexts.includes(text))).toEqual([]);
    expect(first?.wordTexts.slice(0, 3)).toEqual(["hello", "hi", "goodbye"]);
    const harsh = ["kill", "sex", "war", "die", "dead", "death", "blood"];
    expect(first?.wordTexts.filter((text) => harsh.includes(text))).toEqual([]);
  });

  it("has no tag visible to learners", () => {
    expect(violations((word) => "tags" in word)).toEqual([]);
  });

  it("rises in difficulty from 0 to 1", () => {
    const difficulties = english.words.map(({ difficulty }) => difficulty);
    expect([difficulties.at(0), difficulties.at(-1)]).toEqual([0, 1]);
    expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b));
  });

  it.each([
    ["water", "noun", "US /ˈwɔtɚ/ UK /ˈwɔːtə/", /clear liquid/, /水/],
    ["May", "noun", "/meɪ/", /fifth month/, /五月/],
    ["break", "verb", "/breɪk/", /separate into pieces/, /打破/],
    ["thing", "noun", "/θɪŋ/", /object, fact or event/, /东西/],
    ["planet", "noun", "/ˈplænət/", /object that moves around a star/, /行星/],
    ["house", "noun", "/haʊs/", /building that people live in/, /房子/],
    ["bank", "noun", "/bæŋk/", /keeps and lends money/, /银行/],
    ["record", "noun", "US /ˈrɛkɚd/ UK /ˈrekɔːd/", /written information/, /记录/],
    ["tear", "noun", "US /tɪr/ UK /tɪə/", /water from the eye/, /眼泪/],
    ["never", "adverb", "US /ˈnɛvɚ/ UK /ˈnevə/", /no time/, /从不/],
  ])("begins with the sense learners meet first: %s", (text, partOfSpeech, sounds, en, zh) => {
    const word = english.words.find((one) => one.text === text);
    expect(word).toMatchObject({ partOfSpeech, pronunciation: sounds });
    const [first = ""] = definitionsOf(word?.meaning ?? "");
    expect(first).toMatch(en);
    const translated = chinese.words.find((one) => one.text === text);
    expect(translated?.meaning.split("；")[0]).toMatch(zh);
  });

  it("credits in NOTICE the third-party lists used for the words", () => {
    const notice = readFileSync(new URL("../../../../../../NOTICE", import.meta.url), "utf8");
    for (const part of [/Brysbaert, M\., & New, B\. \(2009\)/, /Carnegie Mellon University/]) {
      expect(notice).toMatch(part);
    }
  });

  // After an intended change of the words, raise the version and update the hash: installations
  // compare versions only.
  it("changes only together with its version", async () => {
    const all = JSON.stringify(await buildStarterWords());
    const hash = createHash("sha256").update(all).digest("hex");
    expect([STARTER_VERSION, hash.slice(0, 16)]).toEqual([15, "3cc0a159a35a83cc"]);
  });
});

describe("entryFaults", () => {
  const entry: StarterEntry = {
    text: "sail",
    partOfSpeech: "verb",
    american: "/seɪl/",
    british: "",
    english: "travel on water",
    chinese: "航行",
    examples: [
      { english: "They sailed around the world.", chinese: "他们环球航行。" },
      { english: "The ship sails at noon.", chinese: "船中午起航。" },
    ],
  };
  const withExample = (english: string, chinese = "他们环球航行。") => {
    return { examples: [...entry.examples.slice(0, 1), { english, chinese }] };
  };
  const faultsWith = (change: Partial<StarterEntry>) => entryFaults([{ ...entry, ...change }]);

  it("finds nothing in a good entry", () => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith({ chinese: "T恤" })).toEqual([]);
  });

  it.each([
    [{ english: "travel by sailing" }, /defined by itself/],
    [withExample("They went around the world."), /not in its example/],
    [withExample("sail home"), /not a sentence/],
    [withExample("They sailed."), /example of 2 words/],
    [withExample("They sailed around the world."), /share the example/],
    [withExample("The boat sails well.", "The boat."), /not a Chinese sentence/],
    [withExample("The boat sails well.", "船"), /not a Chinese sentence/],
    [withExample("The boat sails well.", "船 sail 得好。"), /partly not Chinese/],
    [withExample("The boat sails well.", `${"船".repeat(30)}。`), /translation of 31/],
    [{ english: "travel ".repeat(30) }, /meaning of \d+ characters/],
    [{ english: "v. travel on water", chinese: "v. 航行" }, /label without need/],
    [{ chinese: "航行 sail" }, /Latin letters/],
    [{ chinese: "航行 S" }, /Latin letters/],
    [{ chinese: "航".repeat(41) }, /Chinese of 41/],
    [{ chinese: "sail" }, /not Chinese/],
    [{ chinese: "v. 航行；n. 帆" }, /differ in parts of speech/],
    [{ english: "n. a cloth; v. go", chinese: "n. 帆；v. 航行" }, /not the first part/],
    [{ english: "a trip on water" }, /defined as a noun/],
    [{ american: "seil" }, /not IPA/],
    [{ british: "/seɪlɚ/" }, /British pronunciation is not IPA/],
    [{ british: "/kɑːr/" }, /British pronunciation is not IPA/],
    [{ british: "/seɪl/" }, /without need/],
    [{ american: "/ˈseɪˈlɪŋ/" }, /two main stresses/],
    [{ american: "/ɚˈaɪv/" }, /stress after the r/],
  ] as const)("finds %j", (change, fault) => {
    expect(faultsWith(change).join()).toMatch(fault);
  });

  it("finds what two words share, ignoring small words and order", () => {
    const other = { ...entry, text: "cruise", chinese: "巡航；航行" };
    const faults = entryFaults([
      { ...entry, chinese: "航行；巡航" },
      { ...other, english: "to travel on the water" },
    ]);
    expect(faults.join("\n")).toMatch(/share the definition "travel water"/);
    expect(faults.join("\n")).toMatch(/share the Chinese meaning/);
    expect(entryFaults([entry, entry]).join("\n")).toMatch(/share the word/);
  });
});

describe("orderFaults", () => {
  const inOrder = [...STARTER_SETS.values(), ...EVERYDAY_SETS.values()].flat();
  const blanks = (count: number) => Array<string>(count).fill("");

  it.each([
    ["a set without a word", inOrder.filter((text) => text !== "Monday"), /missing Monday/],
    ["a set in another order", ["hi", "hello", ...inOrder.slice(2)], /not together/],
    ["sets that come late", [...blanks(279), ...inOrder], /greetings: only from rank 280/],
    [
      "an everyday word outside the first book",
      [...inOrder.filter((text) => text !== "fish"), ...blanks(1_000), "fish"],
      /food and drink: not in the first book: fish/,
    ],
    ["a harsh word among the first", ["kill", ...inOrder], /kill: too harsh for rank 1/],
    [
      "a harsh word at the end of the first book",
      [...inOrder, ...blanks(999 - inOrder.length), "kill"],
      /kill: too harsh for rank 1000/,
    ],
  ])("finds %s", (_, texts, fault) => {
    expect(orderFaults(texts).join("\n")).toMatch(fault);
    expect(orderFaults([...inOrder, ...blanks(1_000), "kill"])).toEqual([]);
  });

  it("finds war early and rice late in the order of versions 4 to 14", async () => {
    const former = (await readFormerOrders()).find(({ until }) => until === 14);
    const faults = orderFaults(former?.texts ?? []).join("\n");
    expect(faults).toMatch(/war: too harsh for rank 502/);
    expect(faults).toMatch(/food and drink: not in the first book: .*rice/);
    expect(faults).toMatch(/devices: not in the first book: .*password/);
  });
});

describe("parseEntries", () => {
  it("skips remarks and refuses lines with missing columns", () => {
    expect(parseEntries("# remark\n\na|noun|/ə/||b|c|d|e|f|g\n")).toHaveLength(1);
    expect(() => parseEntries("a|noun|/ə/||b|c|d|e|f")).toThrow(RangeError);
    expect(() => parseEntries("a|noun|||b|c|d|e|f|g")).toThrow(RangeError);
  });
});

describe("containsFormOf", () => {
  it.each([
    ["He took a taxi.", "take", true],
    ["two cities", "city", true],
    ["She stopped.", "stop", true],
    ["He is lying.", "lie", true],
    ["the wolves", "wolf", true],
    ["retake it", "take", false],
    ["a saleswoman", "sale", false],
    ["the careful man", "care", false],
    ["It is one o'clock.", "o'clock", true],
    ["two T-shirts", "T-shirt", true],
    ["a clean shirt", "T-shirt", false],
  ])("%s / %s", (text, headword, expected) => {
    expect(containsFormOf(text, headword)).toBe(expected);
  });
});
