import { languageOfText } from "../question/text-language.ts";
import { useText } from "../../text/use-text.ts";

/** The name of a book, or what is said about it: in the language of whoever wrote it. */
export function BookText({ text }: { readonly text: string }) {
  const own = useOwnLanguage(text);
  return own === undefined ? <bdi>{text}</bdi> : <span lang={own}>{text}</span>;
}

/**
 * For `lang`; undefined where the page's own is as good a guess: letters can be those of any
 * language, and characters alone may be Japanese to those who read Japanese.
 */
export function useOwnLanguage(text: string): string | undefined {
  const { language } = useText();
  const own = languageOfText(text);
  return own === "en" || (own === "zh" && language === "ja") ? undefined : own;
}
