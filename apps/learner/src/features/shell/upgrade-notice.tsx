import { Button, Notice } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { loadNewVersion, newVersionOffered, upgradeForced } from "./app-watch.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./upgrade-notice.module.css";

/** A newer version of the app: the service takes no other any more, or it is there to be taken. */
export function UpgradeNotice() {
  const { t } = useText();
  const isForced = useObservable(upgradeForced);
  const offered = useObservable(newVersionOffered);
  if (!isForced && offered === undefined) return null;
  return (
    <aside className={styles.notice}>
      <Notice
        {...(isForced && { tone: "slip" })}
        action={<Button onClick={loadNewVersion}>{t("shell.upgrade_load")}</Button>}
      >
        {isForced ? t("shell.upgrade") : (offered?.message ?? t("shell.new_version"))}
      </Notice>
    </aside>
  );
}
