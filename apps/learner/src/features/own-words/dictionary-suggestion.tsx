import { Button, Notice, Row, Stack, Text, type useForm } from "@wordloom/ui";
import { lookUpWord } from "virtual:endpoints";
import { useDeferredValue } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { WordSource } from "./word-source.tsx";
import type { WordValues } from "./word-values.ts";

/** The library's words are shown as being there already. */
const LIBRARY = "library";
/** A card shows a few meanings at once. */
const MEANINGS = 3;

/** What a dictionary says of a word for which no meaning has been typed, and a way to take it. */
export function DictionarySuggestion({
  form,
}: {
  readonly form: ReturnType<typeof useForm<WordValues>>;
}) {
  const { t } = useText();
  const { values } = form;
  const text = useDeferredValue(values.text.trim());
  const { language, meaningLanguage } = values;
  const isOpen = text !== "" && values.meaning.trim() === "";
  const query = { text, language, meaningLanguage, limit: 5 };
  const { data } = useRead(lookUpWord, { query }, { enabled: isOpen });
  const entry = data?.entries.find(({ source }) => source.id !== LIBRARY);
  if (!isOpen || entry === undefined) return null;
  const meaning = entry.meanings.slice(0, MEANINGS).join("; ");
  const take = () => {
    form.set("meaning", meaning);
    // The base form of a word is read and said in another way than the form that was typed.
    const isSame = entry.text === text;
    if (isSame && values.reading === "") form.set("reading", entry.reading ?? "");
    if (isSame && values.pronunciation === "") form.set("pronunciation", entry.pronunciation ?? "");
    if (values.partOfSpeech === "") form.set("partOfSpeech", entry.partOfSpeech ?? "");
  };
  return (
    <Notice>
      <Stack space={1}>
        <Text lang={meaningLanguage}>{meaning}</Text>
        <WordSource source={entry.source} />
        <Row>
          <Button size="small" onClick={take}>
            {t("own-words.use_meaning")}
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}
