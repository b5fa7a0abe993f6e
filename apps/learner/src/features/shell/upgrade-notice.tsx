import { Button, Notice } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { upgradeForced } from "./app-watch.ts";
import { useText } from "../../text/use-text.ts";

/** The service asks for a newer version of the app: loading the page anew brings it. */
export function UpgradeNotice() {
  const { t } = useText();
  if (!useObservable(upgradeForced)) return null;
  return (
    <Notice
      tone="slip"
      action={<Button onClick={() => location.reload()}>{t("shell.upgrade_load")}</Button>}
    >
      {t("shell.upgrade")}
    </Notice>
  );
}
