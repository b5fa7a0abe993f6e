import { readFileSync } from "node:fs";
import { parametersSchema } from "@wordloom/engine/parameters";
import { expect, test } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import { flatTexts } from "@wordloom/web/text/languages";
import type { Translator } from "../../text/use-text.ts";
import { parametersOf } from "./parameter-list.ts";
import { effectText, groupText, meaningText } from "./parameter-text.ts";

const parameters = parametersOf(parametersSchema() as Readonly<Record<string, unknown>>);

function translator(language: "en" | "zh", ...areas: string[]): Translator {
  const files = areas.map((area) => {
    const file = new URL(`../../text/${language}/${area}.json`, import.meta.url);
    return [`${area}.json`, JSON.parse(readFileSync(file, "utf8"))] as const;
  });
  const texts = flatTexts(Object.fromEntries(files));
  return createTranslator(language, texts) as unknown as Translator;
}

const zh = translator("zh", "parameters", "told-meanings", "told-effects");
const en = translator("en", "parameters");

test("every parameter has a Chinese meaning, and nothing else has", () => {
  const file = new URL("../../text/zh/told-meanings.json", import.meta.url);
  const told = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
  expect(told).toEqual(parameters.map(({ path }) => path));
  for (const parameter of parameters) expect(meaningText(parameter, zh)).toMatch(/\p{Script=Han}/u);
});

test("every effect of a change has a Chinese text, upward and downward", () => {
  for (const { path } of parameters) {
    const effects = [
      effectText({ path, before: 1, after: 2, effect: "" }, zh),
      effectText({ path, before: true, after: false, effect: "" }, zh),
    ];
    expect(new Set(effects).size).toBe(2);
    for (const effect of effects) expect(effect).toMatch(/\p{Script=Han}/u);
  }
});

test("English readers see the service's text", () => {
  for (const parameter of parameters) expect(meaningText(parameter, en)).toBe(parameter.meaning);
});

test.each([en, zh])("every section has a heading", (text) => {
  const groups = [...new Set(parameters.map(({ group }) => group))];
  for (const group of groups) expect(groupText(group, text)).not.toBe(group);
  expect(new Set(groups.map((group) => groupText(group, text))).size).toBe(groups.length);
});
