import { Empty, Figure, Figures, Section, Stack } from "@wordloom/ui";
import { Curve } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readEngineCalibration } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

type Calibration = CallOutput<typeof readEngineCalibration>;

const QUARTERS = [0, 0.25, 0.5, 0.75, 1] as const;

/** Whether predictions came true. */
export function CalibrationSection({ days }: { readonly days: number }) {
  const { t } = useText();
  const calibration = useRead(readEngineCalibration, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("engine-metrics.calibration")}>
      <Loaded of={calibration} failed={t("engine-metrics.failed")}>
        {(data) =>
          data.sampleSize === 0 ? (
            <Empty
              level={3}
              heading={t("engine-metrics.no_predictions")}
              text={t("engine-metrics.no_predictions_text")}
            />
          ) : (
            <Stack space={3}>
              <Chart {...data} />
              <Quality {...data} />
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function Chart({ bins, rmseBins, sampleSize }: Calibration) {
  const { t, percent, number } = useText();
  const filled = bins.filter(({ count }) => count > 0);
  const most = Math.max(...filled.map(({ count }) => count));
  const ticks = QUARTERS.map((at) => ({ at, label: percent(at) }));
  const share = (value: number | null) => (value === null ? "–" : percent(value));
  const points = filled.map(({ predicted, observed, count }) => ({
    x: predicted ?? 0,
    y: observed ?? 0,
    weight: count / most,
    kind: "plain" as const,
    text: t("engine-metrics.bin", {
      predicted: share(predicted),
      observed: share(observed),
      count: number(count),
    }),
  }));
  return (
    <Curve
      label={t("engine-metrics.calibration")}
      sentence={t("engine-metrics.calibration_sentence", {
        off: number((rmseBins ?? 0) * 100, { maximumFractionDigits: 1 }),
        count: number(sampleSize),
      })}
      note={t("engine-metrics.calibration_note")}
      lines={[
        {
          points: [
            [0, 0],
            [1, 1],
          ],
          future: true,
          tone: "soft",
        },
        { points: points.map(({ x, y }) => [x, y] as const) },
      ]}
      points={points}
      xTicks={ticks}
      yTicks={ticks}
      xRange={[0, 1]}
      height={320}
      table={chartTable(t("engine-metrics.calibration"), filled, [
        {
          header: t("engine-metrics.predicted"),
          text: ({ predicted }) => share(predicted),
          value: ({ predicted }) => predicted,
        },
        {
          header: t("engine-metrics.observed"),
          text: ({ observed }) => share(observed),
          value: ({ observed }) => observed,
        },
        {
          header: t("engine-metrics.answers"),
          text: ({ count }) => number(count),
          value: ({ count }) => count,
        },
      ])}
    />
  );
}

function Quality({ logLoss, rmseBins, auc }: Calibration) {
  const { t, number } = useText();
  const said = (value: number | null) =>
    value === null ? "–" : number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return (
    <Figures>
      <Figure value={said(rmseBins)} label={t("engine-metrics.rmse")} />
      <Figure value={said(logLoss)} label={t("engine-metrics.log_loss")} />
      <Figure value={said(auc)} label={t("engine-metrics.auc")} />
    </Figures>
  );
}
