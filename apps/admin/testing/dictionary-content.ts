import { addDictionary } from "@wordloom/testing/content/added-dictionary";
import { dictionaryZip, ECDICT, term } from "@wordloom/testing/content/dictionary-zip";
import type { TestService } from "@wordloom/testing/service/web-service";

/** Three dictionaries: with a long attribution, with figures alone, and a table. */
export async function addDictionaries({ app: { deps } }: TestService): Promise<void> {
  const japanese = {
    title: "JMdict",
    revision: "JMdict.2026-11-01",
    attribution:
      "This publication has included material from the JMdict (EDICT) dictionary files in " +
      "accordance with the license provisions of the Electronic Dictionaries Research Group.",
    sourceLanguage: "ja",
    targetLanguage: "en",
  };
  const words = Array.from({ length: 2_500 }, (_, n) => term(`語${n}`, [`meaning ${n}`]));
  const forms = [term("猫ちゃん", [["猫", ["dim"]]])];
  await addDictionary(deps, "jmdict.zip", dictionaryZip([...words, ...forms], japanese));
  const rows = Array.from({ length: 1_200 }, (_, n) => `word${n},,,n. 词 ${n},,,,,,${n},,,\n`);
  await addDictionary(deps, "ecdict.csv", Buffer.from(ECDICT + rows.join("")));
  const figures = [
    ["猫", "freq", 1_203],
    ["猫", "pitch", { reading: "ねこ", pitches: [{ position: 1 }] }],
  ];
  const index = { title: "Kanjium", revision: "1", sourceLanguage: "ja" };
  await addDictionary(deps, "kanjium.zip", dictionaryZip(undefined, index, undefined, figures));
}
