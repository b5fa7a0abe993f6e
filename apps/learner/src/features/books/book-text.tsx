import { languageOfScript } from "@wordloom/language";
import { useText } from "../../text/use-text.ts";

/** The name or description of a book, in its author's language. */
export function BookText({ text }: { readonly text: string }) {
  const own = useOwnLanguage(text);
  return own === undefined ? <bdi>{text}</bdi> : <span lang={own}>{text}</span>;
}

/**
 * The value for `lang`; undefined if the page's own is as good a guess. Latin letters may belong to
 * any language, and Chinese characters may be Japanese to a reader of Japanese.
 */
export function useOwnLanguage(text: string): string | undefined {
  const { language } = useText();
  const own = languageOfScript(text);
  return own === "zh" && language === "ja" ? undefined : own;
}
