import { useText } from "../../text/use-text.ts";

/** Languages that are offered; a word may have any other. */
const OFFERED = [
  ...["en", "zh", "ja", "ko", "fr", "de", "es"],
  ...["it", "pt", "nl", "sv", "pl", "ru", "ar"],
];

/** Options for a language, with the present one and names in the language of the app. */
export function useLanguageOptions(present: string) {
  const { language } = useText();
  const names = new Intl.DisplayNames(language, { type: "language" });
  const tags = OFFERED.includes(present) || present === "" ? OFFERED : [present, ...OFFERED];
  return tags.map((tag) => ({ value: tag, label: names.of(tag) ?? tag }));
}
