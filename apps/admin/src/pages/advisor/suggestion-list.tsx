import { Button, Empty, Section, SelectField, Stack } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { SuggestionStatus } from "@wordloom/contract";
import { listSuggestions } from "virtual:endpoints";
import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { clampedCount } from "../../features/address/clamped-count.ts";
import { useAddress } from "../../features/address/use-address.ts";
import { onEvent } from "../../server-state/admin-stream.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

const STATUSES = [
  ...(["pending", "approved", "auto_applied"] as const),
  ...(["rejected", "superseded", "expired"] as const),
];
const STEP = 20;
const MOST = 500;

/** Suggestions, newest first; new ones appear automatically. */
export function SuggestionList() {
  const { t } = useText();
  const queries = useQueryClient();
  const [{ status, shown }, change] = useAddress({ status: "", shown: String(STEP) });
  const limit = clampedCount(shown, STEP, MOST);
  const chosen = STATUSES.find((each) => each === status);
  const query: { limit: number; status?: SuggestionStatus } = {
    limit,
    ...(chosen !== undefined && { status: chosen }),
  };
  const suggestions = useRead(listSuggestions, { query }, { keepPrevious: true });
  useEffect(() => onEvent("new_llm_suggestion", () => void queries.invalidateQueries()), [queries]);
  return (
    <Section heading={t("advisor.suggestions")}>
      <Stack space={3}>
        <SelectField
          label={t("advisor.status")}
          value={status}
          options={[
            { value: "", label: t("advisor.any_status") },
            ...STATUSES.map((value) => ({ value, label: t(`advisor.status_${value}`) })),
          ]}
          onChange={(next) => change({ status: next })}
        />
        <Loaded of={suggestions} failed={t("advisor.failed")}>
          {(rows) => (
            <Stack space={4}>
              {rows.length === 0 && (
                <Empty level={3} heading={t("advisor.none")} text={t("advisor.none_text")} />
              )}
              {rows.map((suggestion) => (
                <SuggestionCard key={suggestion.id} suggestion={suggestion} />
              ))}
              {rows.length === limit && limit < MOST && (
                <Button onClick={() => change({ shown: String(Math.min(MOST, limit + STEP)) })}>
                  {t("advisor.more")}
                </Button>
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Section>
  );
}
