import { Columns, Empty, Figure, Figures, Section, Stack, Table, Text } from "@wordloom/ui";
import type { ClientDetail, DeviceProfile, TelemetrySummary as Summary } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { summarizeTelemetry } from "virtual:endpoints";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/** Rows per list; the service returns more than a person compares. */
const SHOWN = 10;

/** A summary of all reports of a device. */
export function TelemetrySummary({ device: { deviceId } }: { readonly device: ClientDetail }) {
  const text = useText();
  const { t, date } = text;
  const summary = useRead(summarizeTelemetry, { params: { deviceId } });
  const day = (at: string | null) => (at === null ? "–" : date(at));
  return (
    <Loaded of={summary} failed={t("clients.reports_failed")}>
      {(data) =>
        data.total === 0 ? (
          <Empty heading={t("clients.no_reports")} text={t("clients.no_reports_text")} />
        ) : (
          <Stack space={4}>
            <Text tone="soft">
              {t("clients.summary_of", {
                total: data.total,
                from: day(data.first_ts),
                to: day(data.last_ts),
              })}
            </Text>
            <Totals summary={data} />
            <ByKind kinds={data.by_event_type} />
            {data.device_profile !== null && <Profile profile={data.device_profile} />}
            <Columns>
              <Counted heading={t("clients.features")} rows={data.feature_usage} />
              <Counted heading={t("clients.routes")} rows={data.routes} />
              <Counted
                heading={t("clients.clicks")}
                rows={data.click_targets.map(({ label, tag, count }) => ({
                  name: `${label} (${tag})`,
                  count,
                }))}
              />
            </Columns>
          </Stack>
        )
      }
    </Loaded>
  );
}

function Totals({ summary }: { readonly summary: Summary }) {
  const { t, number, duration } = useText();
  return (
    <Figures>
      <Figure value={number(summary.session_count)} label={t("clients.sessions")} />
      <Figure value={duration(summary.total_duration_secs)} label={t("clients.in_sessions")} />
      <Figure value={number(summary.total_clicks)} label={t("clients.clicks")} />
      <Figure
        value={number(summary.total_errors)}
        label={t("clients.errors")}
        tone={summary.total_errors > 0 ? "slip" : "ink"}
      />
    </Figures>
  );
}

function ByKind({ kinds }: { readonly kinds: Summary["by_event_type"] }) {
  const { t, number } = useText();
  const mean = (value: number | null) =>
    value === null ? "–" : number(value, { maximumFractionDigits: 1 });
  return (
    <Section heading={t("clients.by_kind")}>
      <Table
        caption={t("clients.by_kind")}
        captionHidden
        rows={kinds}
        rowKey={({ event_type }) => event_type}
        columns={[
          {
            key: "kind",
            header: t("clients.report_kind"),
            rowHeader: true,
            cell: ({ event_type }) => t(`clients.kind_${event_type}`),
          },
          ...(
            [
              ["reports", ({ count }) => number(count)],
              ["mean_secs", ({ avg_duration_secs }) => mean(avg_duration_secs)],
              ["mean_actions", ({ avg_actions_per_min }) => mean(avg_actions_per_min)],
              ["mean_ms", ({ avg_response_ms }) => mean(avg_response_ms)],
              ["errors", ({ total_errors }) => number(total_errors)],
            ] satisfies [string, (row: (typeof kinds)[number]) => string][]
          ).map(([key, cell]) => ({
            key,
            header: t(`clients.${key as "reports"}`),
            align: "end" as const,
            cell,
          })),
        ]}
      />
    </Section>
  );
}

/** The device's latest description of itself. */
function Profile({ profile }: { readonly profile: DeviceProfile }) {
  const text = useText();
  const { t } = text;
  return (
    <Section heading={t("clients.profile")}>
      <Facts rows={profileRows(profile, text)} />
    </Section>
  );
}

function profileRows(profile: DeviceProfile, { t, number }: Translator) {
  const { screenWidth, screenHeight, memoryGb, cpuCores } = profile;
  const browser = [profile.browserName, profile.browserVersion].filter(Boolean).join(" ");
  return [
    [t("clients.profile_os"), profile.osName],
    [t("clients.profile_browser"), browser],
    [t("clients.profile_language"), profile.language],
    [t("clients.profile_zone"), profile.timezone],
    [
      t("clients.profile_screen"),
      screenWidth != null &&
        screenHeight != null &&
        `${number(screenWidth)} × ${number(screenHeight)}`,
    ],
    [t("clients.profile_cores"), cpuCores != null && number(cpuCores)],
    [
      t("clients.profile_memory"),
      memoryGb != null && number(memoryGb, { style: "unit", unit: "gigabyte" }),
    ],
  ] as const;
}

function Counted({
  heading,
  rows,
}: {
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly count: number }[];
}) {
  const { t, number } = useText();
  if (rows.length === 0) return null;
  return (
    <Section heading={heading}>
      <Table
        dense
        caption={heading}
        captionHidden
        rows={rows.slice(0, SHOWN)}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", header: t("clients.what"), rowHeader: true, cell: ({ name }) => name },
          {
            key: "count",
            header: t("clients.times"),
            align: "end",
            cell: ({ count }) => number(count),
          },
        ]}
      />
    </Section>
  );
}
