import { Section, Stack, Text } from "@wordloom/ui";
import { Link } from "wouter";
import { DeckDownload } from "../../features/exports/deck-download.tsx";
import { Download } from "../../features/exports/download.tsx";
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
      <Stack space={2}>
        <Download label={t("settings.archive_save")} save={saveArchive} />
        <Text size="small" tone="soft">
          {t("settings.archive_back")}
          {gap}
          <Link href="/books?bring">{t("settings.archive_bring")}</Link>
        </Text>
      </Stack>
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
