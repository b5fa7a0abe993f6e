import { Button, Row, Stack, TextArea } from "@wordloom/ui";
import { useState } from "react";
import {
  patchOf,
  typedOfJson,
  type ConfigVersion,
  type Drafts,
  type Typed,
} from "../../features/engine-config/drafts.ts";
import { withValues, type Parameter } from "../../features/engine-config/parameter-list.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./parameters.module.css";

interface JsonProps {
  readonly parameters: readonly Parameter[];
  readonly drafts: Drafts;
  readonly now: ConfigVersion;
  readonly onTake: (typed: Typed) => void;
}

/** The whole configuration as JSON, with what was typed in it. */
export function JsonView({ parameters, drafts, now, onTake }: JsonProps) {
  const { t } = useText();
  const [text, setText] = useState(() =>
    JSON.stringify(withValues(now.config, patchOf(drafts.typed).patch), null, 2),
  );
  const [error, setError] = useState<string>();
  const take = () => {
    const read = typedOfJson(parameters, text, now);
    if ("typed" in read) return onTake(read.typed);
    const { fault, about } = read;
    setError(
      fault === "no_json"
        ? t("parameters.json_bad", { about })
        : t("parameters.json_missing", { path: about }),
    );
  };
  return (
    <Stack space={2}>
      <TextArea
        label={t("parameters.json_label")}
        className={styles.json}
        rows={24}
        spellCheck={false}
        value={text}
        onChange={(next) => {
          setText(next);
          setError(undefined);
        }}
        error={error}
      />
      <Row>
        <Button kind="primary" onClick={take}>
          {t("parameters.json_take")}
        </Button>
      </Row>
    </Stack>
  );
}
