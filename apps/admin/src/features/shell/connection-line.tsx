import { Notice } from "@wordloom/ui";
import { connection } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import styles from "./shell.module.css";
import { useText } from "../../text/use-text.ts";

/** Says when the service is not there; what is shown is then what was last known. */
export function ConnectionLine() {
  const { t } = useText();
  const state = useObservable(connection);
  if (state === "online" || state === "maintenance") return null;
  return (
    <Notice tone="slip" announce className={styles.connection} heading={t(`shell.${state}`)}>
      {t("shell.last_known")}
    </Notice>
  );
}
