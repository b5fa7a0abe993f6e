import { ConfirmDialog } from "@wordloom/ui";
import { useState } from "react";
import { useOutboxCounts } from "../study-session/use-outbox-counts.ts";
import { leave } from "./leave.ts";
import { useText } from "../../text/use-text.ts";

/** Asks before every device is signed out; answers that still wait would be lost. */
export function SignOutDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const { waiting, refused } = useOutboxCounts();
  const count = waiting + refused;
  const go = () => {
    setBusy(true);
    void leave();
  };
  return (
    <ConfirmDialog
      {...props}
      title={t("settings.sign_out_title")}
      confirmLabel={t("settings.sign_out")}
      cancelLabel={t("common.cancel")}
      danger={count > 0}
      busy={busy}
      onConfirm={go}
    >
      <p>{t("settings.sign_out_text")}</p>
      {count > 0 && <p>{t("settings.sign_out_waiting", { count })}</p>}
    </ConfirmDialog>
  );
}
