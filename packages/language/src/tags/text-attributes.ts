import { isWrittenIn, languageOfScript, scriptOf } from "../scripts/script.ts";
import { textDirection } from "./text-direction.ts";

/** Attributes of an element that shows a text. */
export interface TextAttributes {
  /** Undefined where the language is unknown: none is better than a wrong one. */
  readonly lang: string | undefined;
  readonly dir: "ltr" | "rtl" | "auto";
}

/**
 * The language of a text: the stated one, unless the text is in letters of another; many lists were
 * stored under a default language. Otherwise what the script tells.
 */
export function textLanguage(text: string, stated: string | undefined): string | undefined {
  if (stated !== undefined && isStatedFor(text, stated)) return stated;
  return languageOfScript(text);
}

/** How to show a text: its fonts, voice and direction depend on its language. */
export function textAttributes(text: string, stated: string | undefined): TextAttributes {
  const lang = textLanguage(text, stated);
  const dir =
    lang !== undefined && isWrittenIn(text, scriptOfLanguage(lang)) ? textDirection(lang) : "auto";
  return { lang, dir: dir ?? "auto" };
}

/** Any language can also be romanized. */
function isStatedFor(text: string, language: string): boolean {
  const script = scriptOf(text);
  return script === "" || script === "Latn" || isWrittenIn(text, scriptOfLanguage(language));
}

function scriptOfLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? "";
  } catch {
    return "";
  }
}
