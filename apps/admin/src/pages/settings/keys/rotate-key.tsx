import { SelectField, Stack } from "@wordloom/ui";
import type { ApiKey, ApiKeyWithSecret } from "@wordloom/contract";
import { rotateApiKey } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../../features/acts/act-dialog.tsx";
import { useText } from "../../../text/use-text.ts";

interface RotateKeyProps {
  readonly keyOf: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

/** Minutes; the service accepts up to a day. */
const graces = ["0", "60", "1440"] as const;

/** A new secret for the same program; the old one can stay valid until it is replaced there. */
export function RotateKey({ keyOf: { id, name }, onClose, onMade }: RotateKeyProps) {
  const { t } = useText();
  const [grace, setGrace] = useState<(typeof graces)[number]>("60");
  return (
    <ActDialog
      act={rotateApiKey}
      input={{ params: { id }, body: { graceMinutes: Number(grace) } }}
      done={() => t("keys.rotated", { name })}
      onDone={onMade}
      onClose={onClose}
      title={t("keys.rotate_title", { name })}
      confirmLabel={t("keys.rotate_now")}
    >
      <Stack space={2}>
        <p>{t("keys.rotate_text")}</p>
        <SelectField
          label={t("keys.grace")}
          value={grace}
          options={graces.map((value) => ({ value, label: t(`keys.grace_${value}`) }))}
          onChange={setGrace}
        />
      </Stack>
    </ActDialog>
  );
}
