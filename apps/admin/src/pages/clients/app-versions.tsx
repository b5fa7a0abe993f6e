import { Empty, Row, Section, Stack, Table, Text } from "@wordloom/ui";
import { StackedBar, type Segment, type Shade } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readClientDistribution } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { platformName } from "../../features/devices/platform-name.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { growthText } from "./device-growth.ts";
import { sharesOf, type VersionCount } from "./version-shares.ts";

type Platform = CallOutput<typeof readClientDistribution>["platforms"][number];

/** Each named version has its own shade; the rest share the last one. */
const shades = ["most", "much", "some"] as const satisfies readonly Shade[];

/** Which versions of the apps are in use, by platform. */
export function AppVersions() {
  const { t } = useText();
  const distribution = useRead(readClientDistribution);
  return (
    <Loaded of={distribution} failed={t("clients.failed")}>
      {({ platforms, versions }) =>
        platforms.length === 0 ? (
          <Empty heading={t("clients.none_yet")} text={t("clients.none_yet_text")} />
        ) : (
          <Stack space={4}>
            {platforms.map((platform) => (
              <PlatformVersions key={platform.platform} {...{ platform, versions }} />
            ))}
            <VersionTable {...{ platforms, versions }} />
          </Stack>
        )
      }
    </Loaded>
  );
}

interface PlatformProps {
  readonly platform: Platform;
  readonly versions: readonly VersionCount[];
}

function PlatformVersions({ platform, versions }: PlatformProps) {
  const text = useText();
  const { t, sentences } = text;
  const { total, active7d } = platform;
  const name = platformName(platform.platform, text);
  return (
    <Section heading={name}>
      <Stack space={1}>
        <Text tone="soft" size="small">
          {sentences([
            t("clients.platform_devices", { total, active: active7d }),
            growthText(platform, text),
          ])}
        </Text>
        <StackedBar
          label={t("clients.versions_of", { platform: name })}
          segments={segmentsOf(platform, versions, text)}
        />
      </Stack>
    </Section>
  );
}

function segmentsOf(
  platform: Platform,
  versions: readonly VersionCount[],
  { t, number }: Translator,
): Segment[] {
  const { named, others, unknown } = sharesOf(platform, versions, shades.length);
  const rest = [
    { label: t("clients.other_versions"), value: others, shade: "little" as const },
    { label: t("clients.unknown_version"), value: unknown, shade: "none" as const },
  ].filter(({ value }) => value > 0);
  const first = named.map(({ version, count }, at) => ({
    label: version,
    value: count,
    shade: shades[at] ?? ("little" as const),
  }));
  return [...first, ...rest].map((segment) => ({
    ...segment,
    valueText: number(segment.value),
  }));
}

function VersionTable({
  platforms,
  versions,
}: {
  readonly platforms: readonly Platform[];
  readonly versions: readonly VersionCount[];
}) {
  const text = useText();
  const { t, number } = text;
  const totals = new Map(platforms.map(({ platform, total }) => [platform, total]));
  const shareOf = ({ platform, count }: VersionCount) => count / (totals.get(platform) ?? count);
  const share = (row: VersionCount) =>
    number(shareOf(row), { style: "percent", maximumFractionDigits: 1 });
  const table = chartTable(t("clients.all_versions"), versions, [
    {
      header: t("clients.version"),
      text: ({ version }) => version,
      value: ({ version }) => version,
    },
    {
      header: t("clients.platform"),
      text: ({ platform }) => platformName(platform, text),
      value: ({ platform }) => platform,
    },
    {
      header: t("clients.devices"),
      text: ({ count }) => number(count),
      value: ({ count }) => count,
    },
    { header: t("clients.share"), text: share, value: shareOf },
  ]);
  return (
    <Stack space={1}>
      <Table
        dense
        caption={t("clients.all_versions")}
        rows={versions}
        rowKey={({ platform, version }) => `${platform} ${version}`}
        columns={[
          {
            key: "version",
            header: t("clients.version"),
            rowHeader: true,
            cell: ({ version }) => version,
          },
          {
            key: "platform",
            header: t("clients.platform"),
            cell: ({ platform }) => platformName(platform, text),
          },
          {
            key: "devices",
            header: t("clients.devices"),
            align: "end",
            cell: ({ count }) => number(count),
          },
          { key: "share", header: t("clients.share"), align: "end", cell: share },
        ]}
      />
      <Row>
        <CsvButton table={table} />
      </Row>
    </Stack>
  );
}
