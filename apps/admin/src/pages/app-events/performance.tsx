import { Empty, Row, Section, SelectField, Stack } from "@wordloom/ui";
import type { AppEventPerf } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAppEventPerf } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { msText } from "../../features/units/ms-text.ts";
import { DayCurve, dayText } from "../../features/day-curve/day-curve.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

/** How long things take in the apps: requests, startup, pages. */
export function Performance({ days }: PartProps) {
  const { t } = useText();
  const [{ measure }, change] = useAddress({ measure: "api_rtt" });
  const perf = useRead(
    readAppEventPerf,
    { query: { days, name: measure } },
    { keepPrevious: true },
  );
  return (
    <Section heading={t("app-events.part_performance")}>
      <Loaded of={perf} failed={t("app-events.failed")}>
        {(data) => (
          <Stack space={2}>
            <Row>
              <SelectField
                label={t("app-events.measure")}
                value={measure}
                options={[...new Set([measure, ...data.names])].map((value) => ({
                  value,
                  label: value,
                }))}
                onChange={(next) => change({ measure: next })}
              />
            </Row>
            {data.rows.length === 0 ? (
              <Empty level={3} heading={t("app-events.no_measures")} />
            ) : (
              <Durations {...data} />
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Durations({ name, rows }: AppEventPerf) {
  const text = useText();
  const { t, number } = text;
  const ms = (value: number) => msText(value, number);
  const last = rows.at(-1)!;
  const worst = rows.toSorted((one, other) => other.p95Ms - one.p95Ms)[0]!;
  return (
    <DayCurve
      label={`${t("app-events.part_performance")}: ${name}`}
      sentence={t("app-events.perf_sentence", {
        last: ms(last.p95Ms),
        lastDay: dayText(last.day, text),
        worst: ms(worst.p95Ms),
        worstDay: dayText(worst.day, text),
      })}
      rows={rows}
      valueText={ms}
      lines={[
        { name: "p95", value: ({ p95Ms }) => p95Ms },
        { name: "p50", tone: "soft", value: ({ p50Ms }) => p50Ms },
        { name: "p99", tone: "soft", future: true, value: ({ p99Ms }) => p99Ms },
      ]}
      more={[
        {
          header: t("app-events.count"),
          value: ({ count }) => count,
          text: ({ count }) => number(count),
        },
      ]}
    />
  );
}
