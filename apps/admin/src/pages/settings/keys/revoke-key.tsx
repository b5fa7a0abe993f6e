import type { ApiKey } from "@wordloom/contract";
import { useNowMs } from "@wordloom/web";
import { revokeApiKey } from "virtual:endpoints";
import { ActDialog } from "../../../features/acts/act-dialog.tsx";
import { useText } from "../../../text/use-text.ts";

interface RevokeKeyProps {
  readonly keyOf: ApiKey;
  readonly onClose: () => void;
}

/** Irreversible, so the name must be typed; says whether a program still uses it. */
export function RevokeKey({ keyOf, onClose }: RevokeKeyProps) {
  const { t, relative } = useText();
  const nowMs = useNowMs();
  const { id, name, lastUsedAt } = keyOf;
  return (
    <ActDialog
      act={revokeApiKey}
      input={{ params: { id } }}
      done={() => t("keys.revoked", { name })}
      onClose={onClose}
      danger
      title={t("keys.revoke_title", { name })}
      confirmLabel={t("keys.revoke_now")}
      typed={{ label: t("keys.revoke_typed", { name }), text: name }}
    >
      <p>{t("keys.revoke_text")}</p>
      <p>
        {lastUsedAt === null
          ? t("keys.reach_unused")
          : t("keys.reach_used", { when: relative(lastUsedAt, nowMs) })}
      </p>
    </ActDialog>
  );
}
