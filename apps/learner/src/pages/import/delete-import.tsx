import { Button, ConfirmDialog, Notice } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { deleteImport } from "virtual:endpoints";
import { useState } from "react";
import { useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** Deletes an import; one that is running is stopped, and what it did is taken back. */
export function DeleteImport({ file: { id, name, state } }: { readonly file: Import }) {
  const text = useText();
  const { t } = text;
  const [, goTo] = useLocation();
  const [asks, setAsks] = useState(false);
  const remove = useWrite(deleteImport);
  const stops = state === "reading" || state === "importing";
  const label = t(stops ? "imports.stop" : "imports.delete");
  return (
    <>
      <Button kind={stops ? "quiet" : "plain"} onClick={() => setAsks(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t(stops ? "imports.stop_title" : "imports.delete_title", { file: name })}
        confirmLabel={label}
        cancelLabel={t("common.cancel")}
        danger
        busy={remove.isPending}
        error={
          remove.error !== null && (
            <Notice tone="slip" announce>
              {refusalText(remove.error, text)}
            </Notice>
          )
        }
        onConfirm={() =>
          remove.mutate({ params: { id } }, { onSuccess: () => goTo("/books", { replace: true }) })
        }
      >
        {t(textOf(state))}
      </ConfirmDialog>
    </>
  );
}

function textOf(state: Import["state"]) {
  if (state === "importing") return "imports.stop_text";
  return state === "done" ? "imports.delete_done_text" : "imports.delete_text";
}
