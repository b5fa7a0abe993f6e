import { Section, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readUserStateDistribution } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./engine-metrics.module.css";

type Distribution = CallOutput<typeof readUserStateDistribution>["attention"];

const FIELDS = ["attention", "fatigue", "motivation", "confidence"] as const;
const BINS = 10;

/** Learners' attention, fatigue, motivation and confidence. */
export function LearnerStates({ days }: { readonly days: number }) {
  const { t, number } = useText();
  const query = { days, bins: BINS };
  const states = useRead(readUserStateDistribution, { query }, { keepPrevious: true });
  return (
    <Section heading={t("engine-metrics.states")}>
      <Loaded of={states} failed={t("engine-metrics.failed")}>
        {(data) => (
          <>
            <Text tone="soft">
              {t("engine-metrics.phases", {
                explore: number(data.coldStartExplore),
                exploit: number(data.coldStartExploit),
              })}
            </Text>
            <div className={styles.states}>
              {FIELDS.map((field) => (
                <State
                  key={field}
                  name={t(`engine-metrics.state_${field}`)}
                  distribution={data[field]}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface StateProps {
  readonly name: string;
  readonly distribution: Distribution;
}

function State({ name, distribution: { bins, min, max, mean, median, sampleSize } }: StateProps) {
  const { t, number } = useText();
  const said = (value: number | null) =>
    value === null ? "–" : number(value, { maximumFractionDigits: 2 });
  if (sampleSize === 0) return <Text tone="soft">{t("engine-metrics.state_none", { name })}</Text>;
  const width = (max - min) / bins.length;
  const rows = bins.map((count, at) => ({
    range: t("engine-metrics.between", {
      from: said(min + at * width),
      to: said(min + (at + 1) * width),
    }),
    from: said(min + at * width),
    low: min + at * width,
    count,
    shown: number(count),
  }));
  return (
    <Bars
      label={name}
      sentence={t("engine-metrics.state_sentence", {
        name,
        mean: said(mean),
        median: said(median),
      })}
      bars={rows.map(({ range, from, count, shown }, at) => ({
        label: at % 5 === 0 ? from : "",
        value: count,
        valueText: shown,
        text: `${range}: ${shown}`,
      }))}
      table={chartTable(name, rows, [
        { header: t("engine-metrics.value"), text: ({ range }) => range, value: ({ low }) => low },
        {
          header: t("engine-metrics.decisions"),
          text: ({ shown }) => shown,
          value: ({ count }) => count,
        },
      ])}
    />
  );
}
