import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { SourceFile } from "./source-file.ts";

/** Texts of an app: language → area → key → ICU message. English sets the keys for the others. */
export type AppTexts = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

const BASE = "en";
/** Texts that the service has in English, so only other languages translate them. */
const TOLD = /^told[.-]/;

/** Folders with texts, from the root of the repository, and folders of the code that uses them. */
export const TEXT_FOLDERS = {
  "packages/web/src/text": ["packages/web/", "apps/"],
  "apps/learner/src/text": ["packages/web/", "apps/learner/"],
  "apps/admin/src/text": ["packages/web/", "apps/admin/"],
} as const;

export function readTexts(folder: string): AppTexts {
  const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name));
  const areasOf = (language: string) =>
    readdirSync(path.join(folder, language)).map((file) => {
      const text = readFileSync(path.join(folder, language, file), "utf8");
      return [path.basename(file, ".json"), JSON.parse(text)] as const;
    });
  return Object.fromEntries(
    languages.map((language) => [language, Object.fromEntries(areasOf(language))]),
  );
}

/**
 * Every language has the keys of English with the same parameters, each plural names exactly its
 * language's categories, and every key is used. One message per violation.
 *
 * @param users folders of the code that uses them, each with a slash at its end
 */
export function brokenTexts(
  texts: AppTexts,
  users: readonly string[],
  sources: readonly SourceFile[],
): string[] {
  const english = flat(texts[BASE] ?? {});
  const code = sources.filter(({ path }) => users.some((user) => path.startsWith(user)));
  return [
    ...Object.entries(texts).flatMap(([language, areas]) =>
      brokenLanguage(language, flat(areas), english),
    ),
    ...unused(Object.keys(english), code),
  ];
}

function flat(areas: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const all = Object.entries(areas).flatMap(([area, entries]) =>
    Object.entries(entries).map(([key, text]) => [`${area}.${key}`, text] as const),
  );
  return Object.fromEntries(all);
}

type Flat = Readonly<Record<string, string>>;

function brokenLanguage(language: string, own: Flat, english: Flat): string[] {
  const missing = Object.keys(english).filter((key) => !(key in own));
  const spare = Object.keys(own).filter((key) => !(key in english || TOLD.test(key)));
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...spare.map((key) => `${language}: ${key} is not in English`),
    ...Object.entries(own).flatMap(([key, text]) => brokenText(language, key, text, english[key])),
  ];
}

function brokenText(language: string, key: string, text: string, base = text): string[] {
  try {
    const [own, wanted] = [factsOf(parse(text), language), factsOf(parse(base), BASE)];
    const names = (facts: Facts) => [...facts.names].toSorted().join(", ");
    return [
      ...(names(own) === names(wanted)
        ? []
        : [`${language}: ${key} takes {${names(own)}}, in English {${names(wanted)}}`]),
      ...own.faults.map((fault) => `${language}: ${key} ${fault}`),
      ...(text.trim() === "" ? [`${language}: ${key} is empty`] : []),
    ];
  } catch (error) {
    return [`${language}: ${key} is no ICU message: ${(error as Error).message}`];
  }
}

interface Facts {
  readonly names: Set<string>;
  readonly faults: string[];
}

function factsOf(elements: readonly MessageFormatElement[], language: string): Facts {
  const facts: Facts = { names: new Set(), faults: [] };
  const walk = (list: readonly MessageFormatElement[]): void => {
    for (const element of list) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      facts.names.add(element.value);
      if (element.type === TYPE.tag) walk(element.children);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      if (element.type === TYPE.plural) {
        const type = element.pluralType ?? "cardinal";
        const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
        // The "many" category of Spanish and French is for millions, which our counts never reach.
        const wanted = pluralCategories.filter((category) => category !== "many");
        const lacking = wanted.filter((category) => !(category in element.options));
        if (lacking.length > 0) facts.faults.push(`lacks the plural ${lacking.join(", ")}`);
      }
      for (const option of Object.values(element.options)) walk(option.value);
    }
  };
  walk(elements);
  return facts;
}

/** A key counts as used if code names it, or its beginning before a `${`. */
function unused(keys: readonly string[], code: readonly SourceFile[]): string[] {
  const text = code.map((source) => source.text).join("\n");
  const prefixes = [...text.matchAll(/`([a-z-]+\.[\w-]*)\$\{/g)].map(([, prefix]) => prefix ?? "");
  const isUsed = (key: string) =>
    text.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  return keys.filter((key) => !isUsed(key)).map((key) => `${key} is used nowhere`);
}
