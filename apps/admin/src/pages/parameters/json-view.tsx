import { Button, Row, Stack, TextArea } from "@wordloom/ui";
import {
  patchOf,
  type ConfigVersion,
  type Drafts,
  type JsonFault,
} from "../../features/engine-config/drafts.ts";
import { withValues } from "../../features/engine-config/parameter-list.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./parameters.module.css";

interface JsonProps {
  readonly drafts: Drafts;
  /** The version that the text is based on. */
  readonly now: ConfigVersion;
  readonly fault: JsonFault | undefined;
  readonly onType: (text: string) => void;
  readonly onTake: () => void;
}

/** The whole configuration as JSON, including typed values. */
export function JsonView({ drafts, now, fault, onType, onTake }: JsonProps) {
  const { t } = useText();
  const { json, typed } = drafts;
  const text = json ?? JSON.stringify(withValues(now.config, patchOf(typed).patch), null, 2);
  return (
    <Stack space={2}>
      <TextArea
        label={t("parameters.json_label")}
        className={styles.json}
        rows={24}
        spellCheck={false}
        value={text}
        onChange={onType}
        error={
          fault &&
          (fault.fault === "no_json"
            ? t("parameters.json_bad", { about: fault.about })
            : t("parameters.json_missing", { path: fault.about }))
        }
      />
      <Row>
        <Button kind="primary" onClick={onTake}>
          {t("parameters.json_take")}
        </Button>
      </Row>
    </Stack>
  );
}
