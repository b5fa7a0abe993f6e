import { Button, ConfirmDialog } from "@wordloom/ui";
import { deleteMe } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { leave } from "../../features/account/leave.ts";
import { call } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./settings-page.module.css";

const gone = ["account", "answers", "words", "books", "devices"] as const;

/** Deletes the account after the learner has read what is lost and typed the address. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const text = useText();
  const { t } = text;
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    setBusy(true);
    try {
      await call(deleteMe);
      await leave();
    } catch (refusal) {
      setError(refusalText(refusal, text));
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t("settings.delete")}
      </Button>
      <ConfirmDialog
        danger
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("settings.delete_title")}
        confirmLabel={t("settings.delete")}
        cancelLabel={t("common.cancel")}
        typed={{ label: t("settings.delete_type", { email }), text: email }}
        busy={busy}
        onConfirm={() => void remove()}
        {...(error !== undefined && { error })}
      >
        <p>{t("settings.delete_text")}</p>
        <ul className={styles.plainList}>
          {gone.map((what) => (
            <li key={what}>{t(`settings.gone_${what}`)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
