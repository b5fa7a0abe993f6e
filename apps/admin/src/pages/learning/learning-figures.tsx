import { Figure, Figures, Stack } from "@wordloom/ui";
import type { KpiSummary } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readKpiSummary } from "virtual:endpoints";
import { AsOf } from "../../features/as-of/as-of.tsx";
import { withChange, withPoints } from "../../features/units/change-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";

const counts = ["activeLearners", "answers", "newUsers", "masteredWords"] as const;
const shares = ["day1Retention", "day7Retention"] as const;

/** The range in a few figures, compared with the previous period. */
export function LearningFigures({ days }: PartProps) {
  const { t } = useText();
  const summary = useRead(readKpiSummary, { query: { days } }, { keepPrevious: true });
  return (
    <Loaded of={summary} failed={t("learning.failed")}>
      {(data) => (
        <Stack space={2}>
          <Shown summary={data} />
          <AsOf at={summary.dataUpdatedAt} />
        </Stack>
      )}
    </Loaded>
  );
}

function Shown({ summary }: { readonly summary: KpiSummary }) {
  const text = useText();
  const { t, number, percent } = text;
  return (
    <Figures>
      {counts.map((name) => (
        <Figure
          key={name}
          value={number(summary[name].value ?? 0)}
          label={withChange(t(`learning.kpi_${name}`), summary[name], text)}
        />
      ))}
      {shares.map((name) => (
        <Figure
          key={name}
          value={summary[name].value === null ? "–" : percent(summary[name].value)}
          label={withPoints(t(`learning.kpi_${name}`), summary[name], text)}
        />
      ))}
    </Figures>
  );
}
