import { Button, Notice } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { loadNewVersion, newVersionOffered, upgradeForced } from "./app-watch.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./upgrade-notice.module.css";

/**
 * Announces a newer version of the app: either required by the service, or ready to load.
 * @param props.forcedOnly  only required versions, so that optional ones do not interrupt a session
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
