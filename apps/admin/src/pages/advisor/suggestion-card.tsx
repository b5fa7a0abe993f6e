import { Badge, Button, Row, Stack, Text } from "@wordloom/ui";
import type { TuningSuggestion } from "@wordloom/contract";
import { readEngineVersion } from "virtual:endpoints";
import { useState } from "react";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { valueAt } from "../../features/engine-config/parameter-list.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./advisor.module.css";
import { DecisionDialog, type Decision } from "./decision-dialog.tsx";
import { Evidence } from "./evidence.tsx";

const tones = {
  pending: "plain",
  approved: "firm",
  auto_applied: "firm",
  rejected: "slip",
  superseded: "plain",
  expired: "plain",
} as const;

/** A suggestion with its reasons and the possible decisions. */
export function SuggestionCard({ suggestion }: { readonly suggestion: TuningSuggestion }) {
  const { t, date, percent, number } = useText();
  const [decision, setDecision] = useState<Decision>();
  const { id, status, rationale, confidence, cost_usd: cost } = suggestion;
  const changes = useChanges(suggestion);
  const usd = { style: "currency", currency: "USD", maximumFractionDigits: 4 } as const;
  return (
    <article className={styles.card} aria-label={t("advisor.suggestion", { id })}>
      <Stack space={2}>
        <Row spread>
          <h3 className={styles.title}>{t("advisor.suggestion", { id })}</h3>
          <Badge tone={tones[status]}>{t(`advisor.status_${status}`)}</Badge>
        </Row>
        <Text tone="soft" size="small" figures>
          {t("advisor.facts", {
            when: date(suggestion.created_at, { dateStyle: "medium", timeStyle: "short" }),
            confidence: percent(confidence),
            cost: number(cost, usd),
          })}
        </Text>
        <ChangeList changes={changes} />
        <p className={styles.reasons}>{rationale}</p>
        {suggestion.decision_note !== null && (
          <Text tone="soft">{t("advisor.decided", { note: suggestion.decision_note })}</Text>
        )}
        <Evidence evidence={suggestion.evidence_json} />
        <Row space={1}>
          {status === "pending" && (
            <>
              <Button kind="primary" onClick={() => setDecision("approve")}>
                {t("advisor.approve")}
              </Button>
              <Button onClick={() => setDecision("reject")}>{t("advisor.reject")}</Button>
            </>
          )}
          {(status === "approved" || status === "auto_applied") && (
            <Button onClick={() => setDecision("rollback")}>{t("advisor.rollback")}</Button>
          )}
        </Row>
      </Stack>
      {decision !== undefined && (
        <DecisionDialog
          {...{ suggestion, decision, changes }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </article>
  );
}

/** The patch compared with the version that the model was given. */
function useChanges({ based_on_version_hash: hash, patch_json: patch }: TuningSuggestion) {
  const version = useRead(readEngineVersion, { params: { hash } }, { staleTime: Infinity });
  return Object.entries(patch).map(([path, after]) => ({
    path,
    after,
    before: valueAt(version.data?.snapshot_json, path),
  }));
}
