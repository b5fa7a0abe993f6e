import { Button, Headline, Row, Stack, Text } from "@wordloom/ui";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import type { Suggestion } from "../../server-state/study-words.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** A suggestion of the engine, a break or a word, with its reason. */
export function SuggestionCard({
  suggestion,
  onGoOn,
}: {
  readonly suggestion: Suggestion;
  readonly onGoOn: () => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  return (
    <section className={styles.card}>
      <Stack space={3} className={styles.suggestion}>
        <Headline size={2}>{t(`study.suggest_${suggestion}`)}</Headline>
        <Text tone="soft">{t(`study.suggest_${suggestion}_text`)}</Text>
        <details>
          <summary>{t("study.how_known")}</summary>
          <Text size="small" tone="soft">
            {t("study.how_known_text")}
          </Text>
        </details>
        <Row space={1} className={styles.suggested}>
          <Button kind="primary" size="large" keys={printedKey(keys.reveal)} onClick={onGoOn}>
            {t("study.go_on")}
          </Button>
          <Button size="large" href="/study/done">
            {t("study.enough")}
          </Button>
        </Row>
      </Stack>
    </section>
  );
}
