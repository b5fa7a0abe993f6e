import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "../files/byte-source.ts";
import { zipOf, type TestEntry } from "../zip-for-tests.ts";
import type { LexicalEntry } from "./lexical-entry.ts";
import { openDictionary } from "./open-dictionary.ts";

type Index = Readonly<Record<string, unknown>>;

async function read(content: Uint8Array | string, name = "dictionary.csv", meaning?: string) {
  const source = sourceOfBytes(Buffer.from(content));
  const file = await openDictionary(source, name, { meaningLanguage: meaning ?? null });
  const entries: LexicalEntry[] = [];
  const faults: string[] = [];
  for await (const row of file.rows()) {
    if ("entry" in row) entries.push(row.entry);
    else faults.push(`${row.where}: ${row.fault.code}`);
  }
  return { ...file, entries, faults };
}

const json = (name: string, value: unknown): TestEntry => ({
  name,
  content: JSON.stringify(value),
});

function yomitan(banks: readonly TestEntry[], index: Index = {}) {
  const about = { title: "Sample", format: 3, revision: "2026-01", ...index };
  return read(zipOf([json("index.json", about), ...banks]), "sample.zip");
}

const term = (text: string, glossary: unknown, more: Index = {}) => {
  const said = { reading: "", tags: "", score: 0, termTags: "", ...more };
  return [text, said.reading, said.tags, "", said.score, glossary, 1, said.termTags];
};

const ECDICT =
  "word,phonetic,definition,translation,pos,collins,oxford,tag,bnc,frq,exchange,detail,audio\n";

describe("a Yomitan dictionary", () => {
  test("states title, revision, attribution and languages", async () => {
    const index = { attribution: "CC BY-SA 4.0", sourceLanguage: "ja", targetLanguage: "en" };
    const file = await yomitan([json("term_bank_1.json", [term("猫", ["cat"])])], index);
    expect(file).toMatchObject({
      title: "Sample",
      revision: "2026-01",
      attribution: "CC BY-SA 4.0",
      language: "ja",
      meaningLanguage: "en",
    });
  });

  test("that states no languages is told by its entries", async () => {
    const rows = [term("猫", ["a cat"], { reading: "ねこ" }), term("犬", ["the dog"])];
    const file = await yomitan([json("term_bank_1.json", rows)]);
    expect(file).toMatchObject({ language: "ja", meaningLanguage: "en" });
  });

  test("gives part of speech, level and score by its tags", async () => {
    const tags = json("tag_bank_1.json", [
      ["n", "partOfSpeech", 0, "noun", 0],
      ["news1k", "frequent", 0, "", 0],
    ]);
    const more = { reading: "ねこ", tags: "n news1k", score: 7, termTags: "news1k jlpt-n5" };
    const bank = json("term_bank_1.json", [term("猫", ["cat"], more)]);
    const { entries } = await yomitan([tags, bank]);
    expect(entries).toMatchObject([
      { kind: "word", reading: "ねこ", partOfSpeech: "n", level: "jlpt-n5", score: 7 },
    ]);
  });

  test("gives the text of structured content", async () => {
    const list = {
      tag: "ul",
      content: [
        { tag: "li", content: ["to ", { tag: "b", content: "eat" }] },
        { tag: "li", content: "to live on" },
      ],
    };
    const glossary = [{ type: "structured-content", content: list }];
    const { entries } = await yomitan([json("term_bank_1.json", [term("食べる", glossary)])]);
    expect(entries[0]?.meanings).toEqual(["to eat", "to live on"]);
  });

  test("names the word of which an entry is a form", async () => {
    const bank = json("term_bank_1.json", [term("ging", [["gehen", ["past"]]])]);
    const { entries } = await yomitan([bank]);
    expect(entries).toMatchObject([{ kind: "form", text: "ging", formOf: ["gehen"] }]);
  });

  test("gives frequencies, accents and IPA", async () => {
    const bank = json("term_meta_bank_1.json", [
      ["猫", "freq", { reading: "ねこ", frequency: { value: 1200, displayValue: "1200㋕" } }],
      ["猫", "pitch", { reading: "ねこ", pitches: [{ position: 1 }] }],
      ["cat", "ipa", { reading: "cat", transcriptions: [{ ipa: "/kæt/" }] }],
    ]);
    const { entries } = await yomitan([bank]);
    expect(entries).toMatchObject([
      { kind: "frequency", text: "猫", reading: "ねこ", rank: 1200 },
      { kind: "pitch", pronunciation: "[1]" },
      { kind: "ipa", pronunciation: "kæt" },
    ]);
  });

  test("turns numbers of occurrences into ranks", async () => {
    const freq = (text: string, value: number) => [text, "freq", value];
    const bank = [freq("of", 500), freq("the", 900), freq("loom", 3), freq("and", 500)];
    const index = { frequencyMode: "occurrence-based" };
    const { entries } = await yomitan([json("term_meta_bank_1.json", bank)], index);
    expect(entries.map(({ text, rank }) => [text, rank])).toEqual([
      ["of", 2],
      ["the", 1],
      ["loom", 4],
      ["and", 2],
    ]);
  });

  test("of format 1 is read", async () => {
    const bank = json("term_bank_1.json", [["Haus", "", "noun", "", 0, "house", "home"]]);
    const { entries } = await yomitan([bank], { format: 1 });
    expect(entries).toMatchObject([{ meanings: ["house", "home"], partOfSpeech: "noun" }]);
  });

  test("names entries that say nothing by bank and place", async () => {
    const bank = json("term_bank_2.json", [term("a", ["one"]), ["b"], term("c", [])]);
    const { entries, faults } = await yomitan([bank]);
    expect(entries).toHaveLength(1);
    expect(faults).toEqual([
      "term_bank_2.json entry 2: invalid_item",
      "term_bank_2.json entry 3: invalid_item",
    ]);
  });
});

describe("a table with a header", () => {
  test("of ECDICT is read with all it says", async () => {
    const row = 'ran,ræn,"v. moved fast",v. 跑\\nn. 连续,v:80/n:20,3,1,zk gk,900,700,0:run/1:p,,\n';
    const file = await read(ECDICT + row, "ecdict.csv");
    expect(file).toMatchObject({ language: "en", meaningLanguage: "zh" });
    expect(file.attribution).toMatch(/ECDICT.*MIT/);
    expect(file.entries).toEqual([
      {
        kind: "word",
        text: "ran",
        reading: "",
        pronunciation: "ræn",
        partOfSpeech: "v/n",
        meanings: ["v. 跑", "n. 连续"],
        examples: [],
        exampleMeanings: [],
        level: "zk gk",
        rank: 700,
        formOf: ["run"],
        score: 0,
      },
    ]);
  });

  test("of ECDICT gives English meanings to whoever wants them", async () => {
    const row = "loom,luːm,a frame,n. 织机,,,,,,,,,\n";
    const file = await read(ECDICT + row, "ecdict.csv", "en");
    expect(file.meaningLanguage).toBe("en");
    expect(file.entries[0]?.meanings).toEqual(["a frame"]);
  });

  test("of CC-CEDICT gives each word in both scripts", async () => {
    const rows = "傳統\t传统\t[chuan2 tong3]\t/tradition/traditional/\n愛\t爱\t[ai4]\t/to love/\n";
    const file = await read(`traditional\tsimplified\tpinyin\tenglish\n${rows}`, "cedict.tsv");
    expect(file).toMatchObject({ language: "zh", meaningLanguage: "en" });
    expect(file.entries.slice(0, 2)).toMatchObject([
      { text: "传统", reading: "chuan2 tong3", meanings: ["tradition", "traditional"] },
      { text: "傳統", reading: "chuan2 tong3", meanings: ["tradition", "traditional"] },
    ]);
  });

  test("takes the file's name as title", async () => {
    const file = await read("word;meaning\nHaus;house; home\n", "Kleines Wörterbuch.csv");
    expect(file.title).toBe("Kleines Wörterbuch");
  });

  test("names rows without a meaning by line", async () => {
    const { faults } = await read("word,meaning\nHaus,house\nBaum,\n,tree\n");
    expect(faults).toEqual(["line 3: invalid_item", "line 4: no_text"]);
  });
});

const index = json("index.json", { title: "D", format: 3, revision: "1" });
const bank = (content: string): TestEntry => ({ name: "term_bank_1.json", content });

describe("openDictionary", () => {
  test.each<readonly [string, string, Uint8Array | string, RegExp]>([
    ["an empty file", "a.csv", "", /empty/],
    ["a picture", "a.zip", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), /picture/],
    ["binary data", "a.csv", Buffer.from("word,meaning\n\0\0\0"), /binary/],
    ["a table without a header", "a.csv", "Haus,house\nBaum,tree\n", /^line 1: .*name the columns/],
    ["a list of words", "a.txt", "Haus\nBaum\n", /^line 1: .*name the columns/],
    ["a workbook", "a.xlsx", zipOf([{ name: "xl/workbook.xml", content: "<a/>" }]), /workbook/],
    ["an archive without banks", "a.zip", zipOf([index]), /no Yomitan dictionary/],
    [
      "an index that is no JSON",
      "a.zip",
      zipOf([{ name: "index.json", content: "{" }, bank("[]")]),
      /^index\.json: .*JSON/,
    ],
    [
      "a dictionary without a title",
      "a.zip",
      zipOf([json("index.json", { format: 3 }), bank("[]")]),
      /^index\.json: .*title/,
    ],
    [
      "a dictionary of an unknown format",
      "a.zip",
      zipOf([json("index.json", { title: "D", format: 9 }), bank("[]")]),
      /^index\.json: .*format/,
    ],
    ["a bank that is cut off", "a.zip", zipOf([index, bank('[["a"')]), /^term_bank_1\.json/],
    ["a bank nested too deeply", "a.zip", zipOf([index, bank("[".repeat(500))]), /^term_bank_1/],
    [
      "an archive that unpacks to too much",
      "a.zip",
      zipOf([index, bank(`[${" ".repeat(30_000_000)}]`)]),
      /^term_bank_1\.json: /,
    ],
    [
      "a bank with a wrong check sum",
      "a.zip",
      zipOf([index, { ...bank("[]"), crc: 1 }]),
      /^term_bank_1\.json: /,
    ],
    ["an encrypted bank", "a.zip", zipOf([index, { ...bank("[]"), flags: 1 }]), /encrypted/],
  ])("refuses %s and says where", async (_, name, content, said) => {
    await expect(read(content, name)).rejects.toThrow(said);
  });
});

const lists = new URL("../../../../../shared/data/lists/", import.meta.url);
const sample = (name: string) => {
  try {
    return readFileSync(new URL(name, lists));
  } catch {
    return undefined;
  }
};

describe.runIf(sample("yomitan-own-v1.zip") !== undefined)("a real dictionary", () => {
  test.each([
    ["yomitan-own-v1.zip", "ja"],
    ["yomitan-own-ja-en.zip", "ja"],
    ["real/yomitan-wiktionary-de-en.zip", "de"],
    ["real/yomitan-wiktionary-ja-en.zip", "ja"],
    ["real/yomitan-wiktionary-zh-en.zip", "zh"],
    ["ecdict-own-rows.csv", "en"],
    // This row has a definition in English alone.
    ["real/ecdict.mini.csv", "en", "line 29: invalid_item"],
  ])("%s is read", async (name, language, ...faults) => {
    const file = await read(sample(name) ?? "", name.replace("real/", ""));
    expect(file.faults).toEqual(faults);
    expect(file.entries.length).toBeGreaterThan(2);
    expect(file.language).toBe(language);
  });
});
