import { Anchor, Badge, Headline, Row, SkeletonRows, Stack, Tabs, Text } from "@wordloom/ui";
import type { ClientDetail } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readClient } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useParams } from "wouter";
import { useAddress } from "../../features/address/use-address.ts";
import { deviceHref } from "../../features/devices/device-href.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { ClientActs } from "./client-acts.tsx";
import { ClientFacts } from "./client-facts.tsx";
import { TelemetryReports } from "./telemetry-reports.tsx";
import { TelemetrySummary } from "./telemetry-summary.tsx";

/** Props of a part of the device page, which loads when it is opened. */
interface PartProps {
  readonly device: ClientDetail;
}

const parts = {
  facts: ClientFacts,
  reports: TelemetryReports,
  summary: TelemetrySummary,
} as const satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** Devices connect and disconnect at any time. */
const REFRESH_MS = 10_000;

/** One device: its owner, its reports, and the acts on it. */
export function ClientPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const device = useRead(readClient, { params: { id } }, { refetchInterval: REFRESH_MS });
  return (
    <Reading query={device} level={1} heading={t("clients.one_failed")} skeleton={<SkeletonRows />}>
      {(data) => (
        <Stack space={3}>
          <Head device={data} />
          <Parts device={data} />
        </Stack>
      )}
    </Reading>
  );
}

function Head({ device }: PartProps) {
  const text = useText();
  const { t } = text;
  const { model, deviceId, online, isBanned, riskReason, platform, appVersion } = device;
  return (
    <header>
      <Text tone="soft" size="small">
        <Anchor href="/clients">{t("clients.back")}</Anchor>
      </Text>
      <Row spread>
        <Row>
          <Headline>{model ?? deviceId}</Headline>
          <Badge tone={online ? "firm" : "plain"}>
            {t(online ? "clients.online" : "clients.offline")}
          </Badge>
          {isBanned && <Badge tone="slip">{t("clients.banned")}</Badge>}
          {riskReason !== null && <Badge tone="slip">{t("clients.flagged")}</Badge>}
        </Row>
        <ClientActs device={device} />
      </Row>
      <Text tone="soft">
        {[platformName(platform, text), appVersion].filter(Boolean).join(" ")}
      </Text>
    </header>
  );
}

function Parts({ device }: PartProps) {
  const { t } = useText();
  const [{ part }] = useAddress({ part: "facts" });
  const shown = names.find((name) => name === part) ?? "facts";
  const Shown = parts[shown];
  const hrefOf = (name: Part) =>
    `${deviceHref(device.deviceId)}${name === "facts" ? "" : `?part=${name}`}`;
  return (
    <>
      <Tabs
        label={t("clients.parts", { device: device.model ?? device.deviceId })}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`clients.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown device={device} />
    </>
  );
}
