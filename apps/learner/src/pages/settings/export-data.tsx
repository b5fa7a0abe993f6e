import { Button, DownloadIcon, Section, Text } from "@wordloom/ui";
import { useState } from "react";
import { Link } from "wouter";
import { refusalText } from "@wordloom/web";
import { DeckDownload } from "../../features/exports/deck-download.tsx";
import { saveArchive, saveExport } from "../../server-state/own-files.ts";
import { useText } from "../../text/use-text.ts";

/** Downloads all data of the account as a file. */
export function ExportData() {
  const { t } = useText();
  return (
    <Section ruled heading={t("settings.export")}>
      <Text size="small" tone="soft">
        {t("settings.export_text")}
      </Text>
      <Download label={t("settings.export_save")} save={saveExport} />
    </Section>
  );
}

/** Takes the account along to another service, and brings one back. */
export function TakeAlong() {
  const { t, gap } = useText();
  return (
    <Section ruled heading={t("settings.archive")}>
      <Text size="small" tone="soft">
        {t("settings.archive_text")}
      </Text>
      <Download label={t("settings.archive_save")} save={saveArchive} />
      <Text size="small" tone="soft">
        {t("settings.archive_back")}
        {gap}
        <Link href="/books?bring">{t("settings.archive_bring")}</Link>
      </Text>
    </Section>
  );
}

/** A button that saves a file of today. */
function Download({
  label,
  save,
}: {
  readonly label: string;
  readonly save: (day: string) => Promise<void>;
}) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const start = async () => {
    setBusy(true);
    try {
      await save(new Date().toISOString().slice(0, 10));
      setSaid(text.t("settings.export_done"));
    } catch (error) {
      setSaid(refusalText(error, text));
    }
    setBusy(false);
  };
  return (
    <>
      <div>
        <Button icon={<DownloadIcon />} busy={busy} onClick={() => void start()}>
          {label}
        </Button>
      </div>
      <div role="status">{said !== undefined && <Text size="small">{said}</Text>}</div>
    </>
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
