import { rulesOf, withoutArticle, type LanguageRules } from "./language-rules.ts";

/** Longer entries are no answers that anybody types. */
const ENTRY_MAX = 2_000;
const FORMS_MAX = 64;
const GROUPS_MAX = 3;

const GROUP = /[([{（［｛【〔〖][^()[\]{}（）［］｛｝【】〔〕〖〗]*[)\]}）］｝】〕〗]/gu;
const BRACKETS = /[()[\]{}（）［］｛｝【】〔〕〖〗]/gu;

/** What divides any entry; a slash or an equals sign with spaces joins whole entries. */
const DIVIDES = /[;；؛、，\n\r\\|]|\s[/／=＝]\s/gu;
/** Meanings also list senses by commas, but not inside of numbers. */
const DIVIDES_MEANINGS = /[;；؛、，،\n\r\\|]|\s[/／=＝]\s|,(?!\d)/gu;

/** Numbers that tell entries of one spelling apart: bank¹. */
const NUMBERED = /(?<=[\p{L}\p{M}])[⁰¹²³⁴-⁹₀-₉]+(?![\p{L}\p{N}])/gu;

/**
 * Everything that counts as this entry when it is typed: the entry itself, its parts, each with and
 * without what stands in brackets and without abbreviations such as "sth."
 *
 * @param isMeaning  commas divide meanings, but not words
 */
export function answerForms(
  entry: string,
  language: string | undefined,
  isMeaning: boolean,
): string[] {
  const whole = entry.slice(0, ENTRY_MAX).trim();
  const forms = new Set([whole, ...partForms(whole, language, isMeaning)]);
  return [...forms].filter((form) => form !== "");
}

/** Likewise, but of an entry with several parts only these. */
export function partForms(
  entry: string,
  language: string | undefined,
  isMeaning: boolean,
): string[] {
  const rules = rulesOf(language);
  const forms = new Set<string>();
  const parts = partsOf(entry.slice(0, ENTRY_MAX), isMeaning ? DIVIDES_MEANINGS : DIVIDES);
  for (const part of parts) {
    // A label such as "(informal)" is no part.
    if (parts.length > 1 && !saysSomething(part.replace(GROUP, ""), rules)) continue;
    const entries = [part, ...(isMeaning ? [] : withoutPlural(part, rules))];
    for (const form of entries
      .flatMap((one) => sidesOf(one, rules))
      .flatMap(withAndWithoutBrackets)) {
      if (forms.size >= FORMS_MAX) return [...forms];
      for (const plain of [form, withoutPlaceholders(form, rules), form.replace(NUMBERED, "")]) {
        if (saysSomething(plain, rules)) forms.add(plain.trim());
      }
    }
  }
  return [...forms];
}

/** A dash or an umlaut that stands for the word before it: "die Ansage, -n". */
const PLURAL_MARK = /^(?:\s|["“”¨]|\u0308)*[-–—]/u;

/** A noun without the plural after it: "der Mann, -ä, er", "das Haus, die Häuser". */
function withoutPlural(part: string, rules: LanguageRules): string[] {
  const at = part.replace(GROUP, (group) => "_".repeat(group.length)).indexOf(",");
  if (at < 0) return [];
  const noun = part.slice(0, at).trim();
  const isNoun = rules.hasGender && withoutArticle(noun.toLowerCase(), rules).article !== "";
  return isNoun || PLURAL_MARK.test(part.slice(at + 1)) ? [noun] : [];
}

/** Divides outside of brackets. */
function partsOf(text: string, divides: RegExp): string[] {
  const hidden = text.replace(GROUP, (group) => "_".repeat(group.length));
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of hidden.matchAll(divides)) {
    found.push(text.slice(start, index));
    start = index + separator.length;
  }
  return [...found, text.slice(start)];
}

/**
 * The sides of slashes without spaces. In a phrase they join single words: "keep/bear in mind". A
 * side counts alone if nothing of the phrase is missing in it.
 */
function sidesOf(part: string, rules: LanguageRules): string[] {
  const tokens = part.trim().split(/\s+/u);
  const at = tokens.findIndex((token) => /[^/／][/／][^/／]/u.test(token));
  const token = tokens[at];
  if (token === undefined) return [part];
  const choices = token.split(/[/／]/u).filter((choice) => choice !== "");
  if (tokens.length === 1) return [part, ...choices];
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const inPlace = choices.map((choice) => [...before, choice, ...after].join(" "));
  const first = [...before, choices[0] ?? ""];
  const last = [choices.at(-1) ?? "", ...after];
  const isLastComplete = after.length === 0 || withoutArticle(last.join(" "), rules).article !== "";
  const isComplete = isLastComplete || withoutArticle(first.join(" "), rules).rest.includes(" ");
  const alone = isComplete ? [first.join(" "), last.join(" ")] : [last.join(" ")];
  return [part, ...inPlace, ...alone];
}

function withAndWithoutBrackets(text: string): string[] {
  const groups = [...text.matchAll(GROUP)].length;
  const kept = Math.min(groups, GROUPS_MAX);
  return Array.from({ length: 2 ** kept }, (_, choice) => {
    let at = 0;
    const chosen = text.replace(GROUP, (group) => {
      const isLeftOut = (choice >> Math.min(at++, GROUPS_MAX - 1)) & 1;
      return isLeftOut ? "" : group;
    });
    return chosen.replace(BRACKETS, "");
  });
}

function withoutPlaceholders(text: string, { placeholders }: LanguageRules): string {
  const isPlaceholder = (token: string) =>
    placeholders.includes(token.toLowerCase().replace(/[.,:]+$/u, ""));
  return text
    .split(/\s+/u)
    .filter((token) => !isPlaceholder(token))
    .join(" ");
}

/** Whether anything but abbreviations for someone and something is left. */
function saysSomething(text: string, rules: LanguageRules): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(withoutPlaceholders(text, rules));
}
