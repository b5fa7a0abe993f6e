import { Checkbox, Stack } from "@wordloom/ui";
import { useState } from "react";
import { saveDeck } from "../../server-state/save-deck.ts";
import { useText } from "../../text/use-text.ts";
import { Download } from "./download.tsx";

/** Downloads words as decks for Anki, with or without what was answered. */
export function DeckDownload({
  name,
  bookId,
}: {
  /** Of the file, without its ending; without it, the service and the date. */
  readonly name?: string;
  /** A book; without it all words. */
  readonly bookId?: string;
}) {
  const { t } = useText();
  const [reviews, setReviews] = useState(true);
  return (
    <Stack space={2}>
      <Checkbox label={t("settings.deck_reviews")} checked={reviews} onChange={setReviews} />
      <Download
        label={t("settings.deck_save")}
        save={(day) => saveDeck(`${name ?? `wordloom-${day}`}.apkg`, { bookId, reviews })}
      />
    </Stack>
  );
}
