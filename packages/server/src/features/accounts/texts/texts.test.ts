import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Language } from "@wordloom/contract";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { badgeRules } from "../../progress/notifications/badges.ts";
import { textParameters, type TextKey } from "./text-keys.ts";
import { messages, textIn } from "./texts.ts";

const keys = Object.keys(textParameters) as TextKey[];
const languages = Language.options;

type Nodes = ReturnType<IntlMessageFormat["getAst"]>;

/** How a message uses its parameters. */
interface Use {
  readonly names: Set<string>;
  /** `name: category category …` of every plural, `name= option option …` of every selection. */
  readonly plurals: string[];
  readonly selections: string[];
}

function useOf(language: string, key: TextKey): Use {
  const text = messages[language as Language][key];
  const use: Use = { names: new Set(), plurals: [], selections: [] };
  collect(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst(), use);
  return use;
}

function collect(nodes: Nodes, use: Use): void {
  for (const node of nodes) {
    if (!("value" in node) || typeof node.value !== "string") continue;
    // Types of nodes: 0 is plain text, 5 a selection, 6 a plural.
    if (node.type !== 0) use.names.add(node.value);
    if (!("options" in node)) continue;
    const options = Object.keys(node.options).toSorted();
    if (node.type === 6)
      use.plurals.push(options.filter((name) => !name.startsWith("=")).join(" "));
    if (node.type === 5) use.selections.push(`${node.value}: ${options.join(" ")}`);
    for (const option of Object.values(node.options)) collect(option.value, use);
  }
}

describe("the texts", () => {
  it.each(languages)("in %s are complete and contain no extra keys", (language) => {
    expect(Object.keys(messages[language]).toSorted()).toEqual(keys.toSorted());
    for (const key of keys) expect([key, messages[language][key].trim()]).not.toEqual([key, ""]);
  });

  it.each(languages)("in %s use their parameters and no others", (language) => {
    for (const key of keys) {
      const names = [...useOf(language, key).names].toSorted();
      expect([key, names]).toEqual([key, textParameters[key].toSorted()]);
    }
  });

  it.each(languages)("in %s have every plural form of the language", (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const expected = categories.toSorted().join(" ");
    for (const key of keys) {
      for (const plural of useOf(language, key).plurals) {
        expect([key, plural]).toEqual([key, expected]);
      }
    }
  });

  it.each(languages)("in %s distinguish the same cases as in English", (language) => {
    for (const key of keys) {
      const [own, english] = [useOf(language, key).selections, useOf("en", key).selections];
      expect([key, own]).toEqual([key, english]);
    }
  });

  it("are not English in other languages", () => {
    for (const language of languages.filter((name) => name !== "en")) {
      const same = keys.filter((key) => messages[language][key] === messages.en[key]);
      expect([language, same]).toEqual([language, []]);
    }
  });

  it("contain no straight quotes, which ICU messages may swallow", () => {
    for (const language of languages) {
      const quoted = keys.filter((key) => messages[language][key].includes("'"));
      expect([language, quoted]).toEqual([language, []]);
    }
  });

  it("are all used", () => {
    const used = usedKeys();
    const isUsed = (key: string) => used.some((pattern) => pattern.test(key));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
    const badges = keys.filter((key) => /^badge\..*\.name$/.test(key));
    expect(badges).toEqual(badgeRules.map(({ id }) => `badge.${id}.name`));
  });
});

/** The keys that the sources pass to `textIn`, as patterns. */
function usedKeys(): RegExp[] {
  const root = join(import.meta.dirname, "../../..");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts"], {
    cwd: root,
    encoding: "utf8",
  });
  const sources = files.split("\n").filter((file) => file !== "" && !file.endsWith(".test.ts"));
  const calls = /textIn\(\s*\w+,\s*["`]([^"`]+)["`]/g;
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(calls)].map(([, key = ""]) => {
      const parts = key.split(/\$\{[^}]+\}/).map((part) => part.replaceAll(".", "\\."));
      return new RegExp(`^${parts.join("[^.]+")}$`);
    }),
  );
}

describe("textIn", () => {
  it("formats numbers for the language", () => {
    const week = { answers: 1200, days: 1, accuracy: 0.805, newWords: 1, mastered: 0, streak: 1 };
    expect(textIn("de", "week.message", week)).toBe(
      "1.200 Antworten an 1 Tag, 81\u00a0% richtig. 1 neues Wort, 0 gemeistert.",
    );
    expect(textIn("zh", "week.message", { ...week, streak: 9 })).toBe(
      "1 天里答题 1,200 次，正确率 81%。新学 1 个单词，掌握 0 个。你已连续学习 9 天。",
    );
  });

  it("inserts values literally", () => {
    const word = "{word} <b>'#'</b> {x, plural, other {#}}";
    expect(textIn("en", "reminder.title", { word })).toBe(`Time to review “${word}”`);
  });
});
