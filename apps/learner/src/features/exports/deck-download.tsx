import { Button, Checkbox, DownloadIcon, Stack, Text } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { saveDeck } from "../../server-state/save-deck.ts";
import { useText } from "../../text/use-text.ts";

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
  const text = useText();
  const { t } = text;
  const [reviews, setReviews] = useState(true);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      const title = name ?? `wordloom-${new Date().toISOString().slice(0, 10)}`;
      await saveDeck(`${title}.apkg`, { bookId, reviews });
      setSaid(t("settings.export_done"));
    } catch (error) {
      setSaid(refusalText(error, text));
    }
    setBusy(false);
  };
  return (
    <Stack space={2}>
      <Checkbox label={t("settings.deck_reviews")} checked={reviews} onChange={setReviews} />
      <div>
        <Button icon={<DownloadIcon />} busy={busy} onClick={() => void save()}>
          {t("settings.deck_save")}
        </Button>
      </div>
      <div role="status">{said !== undefined && <Text size="small">{said}</Text>}</div>
    </Stack>
  );
}
