import { Button, Notice } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { loadNewVersion, newVersionOffered, upgradeForced } from "./app-watch.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./upgrade-notice.module.css";

/**
 * A newer version of the app: the service takes no other any more, or it is there to be taken.
 *
 * @param props.forcedOnly  in the middle of a session nothing else is worth a word
 */
export function UpgradeNotice({ forcedOnly = false }: { readonly forcedOnly?: boolean }) {
  const { t } = useText();
  const isForced = useObservable(upgradeForced);
  const offered = useObservable(newVersionOffered);
  if (!isForced && (forcedOnly || offered === undefined)) return null;
  const said = isForced ? t("shell.upgrade") : (offered?.message ?? t("shell.new_version"));
  return (
    <aside className={styles.notice} aria-label={said}>
      <Notice
        {...(isForced && { tone: "slip" })}
        action={<Button onClick={loadNewVersion}>{t("shell.upgrade_load")}</Button>}
      >
        {said}
      </Notice>
    </aside>
  );
}
