import { ConfirmDialog, toast } from "@wordloom/ui";
import { useEffect, useState } from "react";
import { sendAll } from "../study-session/learner-workspace.ts";
import { useOutboxCounts } from "../study-session/use-outbox-counts.ts";
import { leave } from "./leave.ts";
import { useText } from "../../text/use-text.ts";

/** How long unsent answers may take before the dialog warns that they will be lost. */
const SEND_MS = 5_000;

/** Asks before every device is signed out; answers that cannot be sent would be lost. */
export function SignOutDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const { waiting, refused } = useOutboxCounts();
  const isTried = useSending(props.open);
  // Answers still being sent are not shown as lost.
  const isSending = props.open && waiting > 0 && !isTried;
  const count = isSending ? 0 : waiting + refused;
  const go = async () => {
    setIsLeaving(true);
    if (!(await leave())) toast({ text: t("settings.sign_out_unreached"), tone: "slip" });
  };
  return (
    <ConfirmDialog
      {...props}
      title={t("settings.sign_out_title")}
      confirmLabel={t("shell.sign_out")}
      cancelLabel={t("common.cancel")}
      danger={count > 0}
      busy={isLeaving || isSending}
      onConfirm={() => void go()}
    >
      <p>{t("settings.sign_out_text")}</p>
      {count > 0 && <p>{t("settings.sign_out_waiting", { count })}</p>}
    </ConfirmDialog>
  );
}

/** Sends pending answers while the question is open. @returns whether the attempt is over */
function useSending(isOpen: boolean): boolean {
  const [isTried, setIsTried] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    let isClosed = false;
    void sendAll(SEND_MS).finally(() => !isClosed && setIsTried(true));
    return () => {
      isClosed = true;
      setIsTried(false);
    };
  }, [isOpen]);
  return isTried;
}
