import { readFileSync } from "node:fs";
import { operatorSentences } from "@wordloom/contract";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { flatTexts } from "@wordloom/web/text/languages";
import { createTranslator } from "@wordloom/web/text/translator";
import type { Translator } from "../../text/use-text.ts";
import { eventMore, sentenceText } from "./sentence-text.ts";

type Texts = Readonly<Record<string, string>>;

const textsOf = (language: string): Texts => {
  const file = new URL(`../../text/${language}/sentences.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Texts;
};
const languages = { en: textsOf("en"), zh: textsOf("zh") };
const translator = (language: "en" | "zh") =>
  createTranslator(
    language,
    flatTexts({ "sentences.json": languages[language] }),
  ) as unknown as Translator;
const [en, zh] = [translator("en"), translator("zh")];

/** Shown next to the sentence, on a line to copy. */
const BESIDE = new Set(["command"]);

const { notice: _, ...tables } = operatorSentences;
const codes = Object.entries(tables).flatMap(([subject, table]) =>
  Object.entries(table as Readonly<Record<string, Readonly<Record<string, unknown>>>>).map(
    ([code, kinds]) => ({ subject, code, kinds, key: `${subject}.${code}` }),
  ),
);

/** The arguments of a message and how it uses them. */
function usesIn(message: string): Map<string, MessageFormatElement[]> {
  const uses = new Map<string, MessageFormatElement[]>();
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      uses.set(element.value, [...(uses.get(element.value) ?? []), element]);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      for (const option of Object.values(element.options)) walk(option.value);
    }
  };
  walk(parse(message));
  return uses;
}

test("there is a text for every code of the contract, and no other", () => {
  const events = codes.filter(({ subject }) => subject === "event");
  const keys = [...codes.map(({ key }) => key), ...events.map(({ key }) => `${key}_text`)];
  for (const texts of Object.values(languages)) {
    expect(Object.keys(texts).toSorted()).toEqual(keys.toSorted());
  }
});

test.each(["en", "zh"] as const)("%s uses every argument of a code, and no other", (language) => {
  const texts = languages[language];
  for (const { key, kinds } of codes) {
    const said = usesIn(`${texts[key] ?? ""} ${texts[`${key}_text`] ?? ""}`);
    const needed = Object.keys(kinds).filter((name) => !BESIDE.has(name));
    expect([...said.keys()].toSorted(), key).toEqual(needed.toSorted());
  }
});

test.each(["en", "zh"] as const)("%s has a choice for every value of an argument", (language) => {
  for (const { key, kinds } of codes) {
    const texts = languages[language];
    const said = usesIn(`${texts[key] ?? ""} ${texts[`${key}_text`] ?? ""}`);
    for (const [name, kind] of Object.entries(kinds)) {
      const elements = said.get(name) ?? [];
      const selects = elements.filter((element) => element.type === TYPE.select);
      expect(selects.length > 0, `${key} {${name}}`).toBe(Array.isArray(kind));
      for (const { options } of selects) {
        const named = Object.keys(options).filter((option) => option !== "other");
        expect(kind, `${key} {${name}}`).toEqual(expect.arrayContaining(named));
        expect(named).toHaveLength((kind as readonly string[]).length - 1);
      }
    }
  }
});

test("times, days and lists are formatted for the reader", () => {
  const yuan = { spentYuan: 12.5, capYuan: 1_000, resumesOn: "2026-06-01" };
  const budget = { ...yuan, spentDollars: 1.71, capDollars: 136.99 };
  const reached = { code: "model_budget_reached", args: budget } as const;
  expect(eventMore(reached, "", en)).toContain("$1.71 of $136.99 spent (12.5 of 1,000 yuan)");
  expect(eventMore(reached, "", zh)).toContain("US$1.71，上限 US$136.99（12.5 / 1,000 元）");
  expect(eventMore(reached, "", en)).toContain("until June 1, 2026");
  expect(eventMore(reached, "", zh)).toContain("2026年6月1日之前");
  const workers = ["clock_probe", "cache_cleanup"];
  const overdue = { code: "workers_overdue", args: { workers } } as const;
  expect(sentenceText("part", overdue, "", en)).toBe("Overdue: clock_probe and cache_cleanup.");
  expect(sentenceText("part", overdue, "", zh)).toBe("逾期：clock_probe和cache_cleanup。");
});

test("a sentence of another release, or without a code, stays English", () => {
  expect(sentenceText("event", {}, "The moon is full.", zh)).toBe("The moon is full.");
  const early = { code: "model_budget_reached", args: { spentYuan: 12, capYuan: 12 } } as const;
  expect(eventMore(early, "12 yuan are spent.", zh)).toBe("12 yuan are spent.");
  expect(eventMore({ code: "moon_full" as never, args: {} }, "Look up.", zh)).toBe("Look up.");
});
