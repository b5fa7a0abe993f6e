import { Stack, Table } from "@wordloom/ui";
import { Curve } from "@wordloom/ui/charts";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import styles from "./advisor.module.css";
import { figuresOf, WEEK_FIGURES, type RecallBin } from "./evidence-figures.ts";

/** What the model was shown: figures over all learners, drawn where they can be, and as sent. */
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
  const { t, number } = useText();
  const { beginners, others, weeks } = figuresOf(evidence);
  return (
    <Stack space={3} className={styles.evidence}>
      {beginners.length > 0 && <Recall name={t("advisor.beginners")} bins={beginners} />}
      {others.length > 0 && <Recall name={t("advisor.others")} bins={others} />}
      {weeks.length > 0 && (
        <Table
          dense
          caption={t("advisor.weeks")}
          rows={weeks}
          rowKey={({ name }) => name}
          columns={[
            {
              ...{ key: "name", header: t("engine.value"), rowHeader: true },
              cell: ({ name }) => t(`advisor.week_${name as (typeof WEEK_FIGURES)[number]}`),
            },
            {
              ...{ key: "before", header: t("advisor.week_before"), align: "end" },
              cell: ({ before }) => number(before),
            },
            {
              ...{ key: "now", header: t("advisor.this_week"), align: "end" },
              cell: ({ now }) => number(now),
            },
          ]}
        />
      )}
      <div className={styles.sent} tabIndex={0} role="region" aria-label={t("advisor.as_sent")}>
        <pre>{JSON.stringify(evidence, null, 2)}</pre>
      </div>
    </Stack>
  );
}

function Recall({ name, bins }: { readonly name: string; readonly bins: readonly RecallBin[] }) {
  const { t, percent, number } = useText();
  const most = Math.max(...bins.map(({ answers }) => answers));
  const ticks = [0, 0.5, 1].map((at) => ({ at, label: percent(at) }));
  const rows = bins.map(({ predicted, observed, answers }) => [
    ...[percent(predicted), percent(observed), number(answers)],
  ]);
  return (
    <Curve
      label={name}
      sentence={name}
      lines={[
        {
          points: [
            [0, 0],
            [1, 1],
          ],
          ...{ future: true, tone: "soft" },
        },
      ]}
      points={bins.map(({ predicted: x, observed: y, answers }, at) => {
        const [predicted = "", observed = "", count = ""] = rows[at] ?? [];
        const text = t("engine.bin", { predicted, observed, count });
        return { x, y, kind: "plain", weight: answers / most, text };
      })}
      xTicks={ticks}
      yTicks={ticks}
      xRange={[0, 1]}
      table={{
        caption: name,
        columns: [t("engine.predicted"), t("engine.observed"), t("engine.answers")],
        rows,
      }}
    />
  );
}
