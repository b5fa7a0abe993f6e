import { Figure, Figures, Section } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readEngineKpi } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The engine's decisions in four figures. */
export function KeyFigures({ days }: { readonly days: number }) {
  const { t, number, percent } = useText();
  const kpi = useRead(readEngineKpi, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("engine-metrics.key_figures")} action={t("engine-metrics.sample")}>
      <Loaded of={kpi} failed={t("engine-metrics.failed")}>
        {(data) => (
          <Figures>
            <Figure value={number(data.decisionTotal)} label={t("engine-metrics.decisions")} />
            <Figure
              value={data.hitRate === null ? "–" : percent(data.hitRate)}
              label={t("engine-metrics.hits")}
            />
            <Figure
              value={some(data, number(data.avgLatencyMs, { maximumFractionDigits: 1 }))}
              label={t("engine-metrics.latency")}
            />
            <Figure
              value={some(data, percent(data.fatigueTriggerRate))}
              label={t("engine-metrics.tired", { threshold: number(data.fatigueThreshold) })}
            />
          </Figures>
        )}
      </Loaded>
    </Section>
  );
}

/** A figure of no decisions is none, though the service reports zero. */
const some = ({ decisionTotal }: { readonly decisionTotal: number }, figure: string) =>
  decisionTotal === 0 ? "–" : figure;
