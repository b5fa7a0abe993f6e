import { Empty, Figure, Figures, Stack } from "@wordloom/ui";
import type { AppEventOverview } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAppEventOverview } from "virtual:endpoints";
import { withChange } from "../../features/units/change-text.ts";
import { msText } from "../../features/units/ms-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";
import { TopEvents } from "./top-events.tsx";
import { Trend } from "./trend.tsx";

/** How much the apps are used, compared with the previous period; by day, and by kind. */
export function Summary({ days }: PartProps) {
  const { t } = useText();
  const overview = useRead(readAppEventOverview, { query: { days } }, { keepPrevious: true });
  return (
    <Loaded of={overview} failed={t("app-events.failed")}>
      {(data) =>
        data.totalEvents.value === 0 && data.totalEvents.prevValue === 0 ? (
          <Empty heading={t("app-events.nothing")} text={t("app-events.nothing_text")} />
        ) : (
          <Stack space={4}>
            <KeyFigures {...data} />
            <Trend days={days} />
            <TopEvents days={days} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function KeyFigures(data: AppEventOverview) {
  const text = useText();
  const { t, number } = text;
  const { totalEvents, dauAverage, errorCount, crashFreePct, apiRttP95 } = data;
  return (
    <Figures>
      <Figure
        value={number(dauAverage.value, { maximumFractionDigits: 1 })}
        label={withChange(t("app-events.dau"), dauAverage, text)}
      />
      <Figure
        value={number(totalEvents.value)}
        label={withChange(t("app-events.events"), totalEvents, text)}
      />
      <Figure
        value={number(errorCount.value)}
        label={withChange(t("app-events.error_events"), errorCount, text)}
      />
      <Figure
        value={
          crashFreePct === null
            ? "–"
            : number(crashFreePct / 100, { style: "percent", maximumFractionDigits: 1 })
        }
        label={t("app-events.crash_free")}
      />
      <Figure value={msText(apiRttP95, number)} label={t("app-events.rtt")} />
    </Figures>
  );
}
