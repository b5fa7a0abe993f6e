import { cx, Empty, Section, Stack } from "@wordloom/ui";
import { ChartFrame } from "@wordloom/ui/charts";
import type { AppEventFunnel } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAppEventFunnel } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import styles from "./app-events.module.css";
import { FunnelBuilder } from "./funnel-builder.tsx";
import { stepsIn } from "./funnel-steps.ts";
import type { PartProps } from "./report-days.ts";

type Step = AppEventFunnel["steps"][number];

/** How far learners get from step to step: the default five, or chosen ones. */
export function Funnel({ days }: PartProps) {
  const { t } = useText();
  const [{ steps }, change] = useAddress({ steps: "" });
  const query = { days, ...(steps !== "" && { steps }) };
  const funnel = useRead(readAppEventFunnel, { query }, { keepPrevious: true });
  return (
    <Section heading={t("app-events.part_funnel")}>
      <Stack space={4}>
        <Loaded of={funnel} failed={t("app-events.failed")}>
          {(data) =>
            data.steps[0]?.count === 0 ? (
              <Empty level={3} heading={t("app-events.no_funnel")} />
            ) : (
              <Drawn funnel={data} />
            )
          }
        </Loaded>
        <FunnelBuilder
          // Steps from elsewhere, for example by Back, reset the form.
          key={steps}
          days={days}
          chosen={stepsIn(steps)}
          usual={funnel.data?.steps.map(({ key }) => key) ?? []}
          onChoose={(next) => change({ steps: next.join(",") })}
        />
      </Stack>
    </Section>
  );
}

function Drawn({ funnel }: { readonly funnel: AppEventFunnel }) {
  const text = useText();
  const { t, number } = text;
  const { steps } = funnel;
  return (
    <ChartFrame
      sentence={sentenceOf(funnel, text)}
      table={chartTable(t("app-events.part_funnel"), steps, [
        {
          header: t("app-events.step"),
          value: ({ key }) => key,
          text: (step) => nameOf(step, text),
        },
        {
          header: t("app-events.learners"),
          value: ({ count }) => count,
          text: ({ count }) => number(count),
        },
        {
          header: t("app-events.of_first"),
          value: ({ pct }) => pct,
          text: ({ pct }) => percentText(pct, text),
        },
        {
          header: t("app-events.points"),
          value: ({ deltaPt }) => deltaPt,
          text: ({ deltaPt }) => (deltaPt === null ? "" : number(deltaPt)),
        },
      ])}
    >
      <ol className={styles.steps} aria-label={t("app-events.part_funnel")}>
        {steps.map((step, at) => (
          <StepRow key={`${at} ${step.key}`} step={step} />
        ))}
      </ol>
    </ChartFrame>
  );
}

function StepRow({ step }: { readonly step: Step }) {
  const text = useText();
  const { t, number } = text;
  const { count, pct, deltaPt, tone } = step;
  return (
    <li className={styles.step}>
      <span>{nameOf(step, text)}</span>
      <span className={styles.figure}>
        {number(count)} · {percentText(pct, text)}
      </span>
      <div className={styles.track}>
        <div className={styles.bar} style={{ inlineSize: `${pct}%` }} />
      </div>
      {deltaPt !== null && deltaPt < 0 && (
        <span className={cx(styles.lost, tone === "bad" && styles.bad)}>
          {t("app-events.lost", { points: number(-deltaPt, { maximumFractionDigits: 1 }) })}
        </span>
      )}
    </li>
  );
}

function percentText(pct: number, { number }: Translator): string {
  return number(pct / 100, { style: "percent", maximumFractionDigits: 1 });
}

/** The console's word for it, if there is one. */
function nameOf({ key, label }: Pick<Step, "key" | "label">, { t, has }: Translator): string {
  const name = `app-events.step_${key}`;
  return has(name) ? t(name) : label;
}

function sentenceOf(funnel: AppEventFunnel, text: Translator): string {
  const { steps, biggestDropFrom: from, biggestDropTo: to, biggestDropPt: points } = funnel;
  const last = steps.at(-1);
  const said = text.t("app-events.funnel_sentence", {
    count: text.number(steps[0]?.count ?? 0),
    share: percentText(last?.pct ?? 0, text),
  });
  const find = (key: string | null) => steps.find((step) => step.key === key);
  const [before, after] = [find(from), find(to)];
  if (before === undefined || after === undefined || points === null) return said;
  const drop = text.t("app-events.funnel_drop", {
    from: nameOf(before, text),
    to: nameOf(after, text),
    points: text.number(Math.abs(points), { maximumFractionDigits: 1 }),
  });
  return text.sentences([said, drop]);
}
