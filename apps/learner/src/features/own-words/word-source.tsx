import { Text } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

/** Whose work a meaning is; its license asks for that. */
export function WordSource({
  source: { title, attribution: terms },
}: {
  readonly source: { readonly title: string; readonly attribution: string };
}) {
  const { t } = useText();
  return (
    <Text tone="faint" size="small">
      {terms === ""
        ? t("own-words.source", { title })
        : t("own-words.source_terms", { title, terms })}
    </Text>
  );
}
