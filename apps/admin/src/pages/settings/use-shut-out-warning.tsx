import { ConfirmDialog, Stack } from "@wordloom/ui";
import { useState, type ReactNode } from "react";
import { useText } from "../../text/use-text.ts";

interface Asked {
  readonly lines: readonly string[];
  readonly answer: (isAgreed: boolean) => void;
}

/** Asks before saving settings that shut people out. */
export function useShutOutWarning(): {
  /** Whether the person wants to continue; without lines, nobody is asked. */
  readonly agreed: (lines: readonly string[]) => Promise<boolean>;
  readonly dialog: ReactNode;
} {
  const { t } = useText();
  const [asked, setAsked] = useState<Asked>();
  const end = (isAgreed: boolean) => {
    asked?.answer(isAgreed);
    setAsked(undefined);
  };
  return {
    agreed: (lines) =>
      lines.length === 0
        ? Promise.resolve(true)
        : new Promise((answer) => setAsked({ lines, answer })),
    dialog: asked !== undefined && (
      <ConfirmDialog
        open
        danger
        title={t("settings.shuts_out_title")}
        confirmLabel={t("settings.shuts_out_save")}
        cancelLabel={t("common.cancel")}
        onConfirm={() => end(true)}
        onClose={() => end(false)}
      >
        <Stack space={1}>
          {asked.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>{t("settings.shuts_out_undo")}</p>
        </Stack>
      </ConfirmDialog>
    ),
  };
}
