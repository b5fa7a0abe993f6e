import { Button, DownloadIcon, Section, Text } from "@wordloom/ui";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { DeckDownload } from "../../features/exports/deck-download.tsx";
import { saveExport } from "../../server-state/own-files.ts";
import { useText } from "../../text/use-text.ts";

/** Downloads all data of the account as a file. */
export function ExportData() {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      await saveExport(new Date().toISOString().slice(0, 10));
      setSaid(t("settings.export_done"));
    } catch (error) {
      setSaid(refusalText(error, text));
    }
    setBusy(false);
  };
  return (
    <Section ruled heading={t("settings.export")}>
      <Text size="small" tone="soft">
        {t("settings.export_text")}
      </Text>
      <div>
        <Button icon={<DownloadIcon />} busy={busy} onClick={() => void save()}>
          {t("settings.export_save")}
        </Button>
      </div>
      <div role="status">{said !== undefined && <Text size="small">{said}</Text>}</div>
    </Section>
  );
}

/** Downloads all words as decks for Anki. */
export function ExportDecks() {
  const { t } = useText();
  return (
    <Section ruled heading={t("settings.deck")}>
      <Text size="small" tone="soft">
        {t("settings.deck_text")}
      </Text>
      <DeckDownload />
    </Section>
  );
}
