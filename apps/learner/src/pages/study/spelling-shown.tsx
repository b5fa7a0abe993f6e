import { Text } from "@wordloom/ui";
import type { Judgment } from "../../features/judge/judge-spelling.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** The typed text, with superfluous letters struck out and missing ones underlined. */
export function SpellingShown({
  given,
  judgment,
  language,
}: {
  readonly given: string;
  readonly judgment: Judgment;
  readonly language: string;
}) {
  const { t } = useText();
  return (
    <div className={styles.written}>
      <Text as="span" size="small" tone="soft">
        {t("study.you_wrote")}
      </Text>
      <span lang={language} className={styles.pieces}>
        {given.trim() === ""
          ? t("study.nothing_written")
          : judgment.pieces.map(({ text, kind }, index) => {
              if (kind === "extra") return <del key={index}>{text}</del>;
              if (kind === "missing") return <ins key={index}>{text}</ins>;
              return <span key={index}>{text}</span>;
            })}
      </span>
    </div>
  );
}
