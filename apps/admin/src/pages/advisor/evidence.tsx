import { Stack } from "@wordloom/ui";
import { Bars, Curve } from "@wordloom/ui/charts";
import { useState } from "react";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./advisor.module.css";
import {
  figuresOf,
  WEEK_FIGURES,
  type EvidenceFigures,
  type RecallBin,
} from "./evidence-figures.ts";

/**
 * The evidence that the model received: figures over all learners, drawn where possible, and as
 * sent.
 */
export function Evidence({ evidence }: { readonly evidence: unknown }) {
  const { t } = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{t("advisor.evidence")}</summary>
      {isOpen && <Shown evidence={evidence} />}
    </details>
  );
}

function Shown({ evidence }: { readonly evidence: unknown }) {
  const { t } = useText();
  const { beginners, others, weeks } = figuresOf(evidence);
  return (
    <Stack space={3} className={styles.evidence}>
      {beginners.length > 0 && <Recall name={t("advisor.beginners")} bins={beginners} />}
      {others.length > 0 && <Recall name={t("advisor.others")} bins={others} />}
      {weeks.length > 0 && <Weeks weeks={weeks} />}
      <div className={styles.sent} tabIndex={0} role="region" aria-label={t("advisor.as_sent")}>
        <pre>{JSON.stringify(evidence, null, 2)}</pre>
      </div>
    </Stack>
  );
}

/** Sums of different kinds: side by side, and as a file. */
function Weeks({ weeks }: Pick<EvidenceFigures, "weeks">) {
  const { t, number } = useText();
  const nameOf = (name: string) => t(`advisor.week_${name as (typeof WEEK_FIGURES)[number]}`);
  const said = (value: number) => number(value, { maximumFractionDigits: 1 });
  const table = chartTable(t("advisor.weeks"), weeks, [
    {
      header: t("engine-metrics.value"),
      text: ({ name }) => nameOf(name),
      value: ({ name }) => name,
    },
    {
      header: t("advisor.week_before"),
      text: ({ before }) => said(before),
      value: ({ before }) => before,
    },
    { header: t("advisor.this_week"), text: ({ now }) => said(now), value: ({ now }) => now },
  ]);
  const largest = weeks.reduce((one, other) => (changeOf(other) > changeOf(one) ? other : one));
  const share = { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" } as const;
  return (
    <Bars
      label={t("advisor.weeks")}
      sentence={t("advisor.weeks_sentence", {
        what: nameOf(largest.name),
        now: said(largest.now),
        before: said(largest.before),
      })}
      bars={weeks.map((week) => ({
        label: nameOf(week.name),
        value: week.before === 0 ? 0 : week.now / week.before,
        valueText: week.before === 0 ? "–" : number(week.now / week.before - 1, share),
        text: t("advisor.week_text", {
          what: nameOf(week.name),
          now: said(week.now),
          before: said(week.before),
        }),
      }))}
      note={t("advisor.weeks_note")}
      table={table}
    />
  );
}

/** The week's relative difference from the previous one. */
const changeOf = ({ now, before }: EvidenceFigures["weeks"][number]) =>
  Math.abs(now - before) / Math.max(before, 1);

function Recall({ name, bins }: { readonly name: string; readonly bins: readonly RecallBin[] }) {
  const { t, percent, number } = useText();
  const most = Math.max(...bins.map((bin) => bin.answers));
  const ticks = [0, 0.5, 1].map((at) => ({ at, label: percent(at) }));
  const answers = bins.reduce((sum, bin) => sum + bin.answers, 0);
  const meanOf = (field: "predicted" | "observed") =>
    bins.reduce((sum, bin) => sum + bin[field] * bin.answers, 0) / answers;
  return (
    <Curve
      label={name}
      sentence={t("advisor.recall_sentence", {
        who: name,
        count: answers,
        shown: number(answers),
        predicted: percent(meanOf("predicted")),
        observed: percent(meanOf("observed")),
      })}
      lines={[
        {
          points: [
            [0, 0],
            [1, 1],
          ],
          future: true,
          tone: "soft",
        },
      ]}
      points={bins.map((bin) => ({
        x: bin.predicted,
        y: bin.observed,
        kind: "plain",
        weight: bin.answers / most,
        text: t("engine-metrics.bin", {
          predicted: percent(bin.predicted),
          observed: percent(bin.observed),
          count: number(bin.answers),
        }),
      }))}
      xTicks={ticks}
      yTicks={ticks}
      xRange={[0, 1]}
      table={chartTable(name, bins, [
        {
          header: t("engine-metrics.predicted"),
          text: ({ predicted }) => percent(predicted),
          value: ({ predicted }) => predicted,
        },
        {
          header: t("engine-metrics.observed"),
          text: ({ observed }) => percent(observed),
          value: ({ observed }) => observed,
        },
        {
          header: t("engine-metrics.answers"),
          text: (bin) => number(bin.answers),
          value: (bin) => bin.answers,
        },
      ])}
    />
  );
}
