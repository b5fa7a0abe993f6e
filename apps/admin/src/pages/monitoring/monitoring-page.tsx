import { Headline, Stack, Tabs, Text } from "@wordloom/ui";
import { readMonitoringHealth } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { DatabaseFacts } from "./database-facts.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { healthHeadline } from "./health-headline.ts";
import { LiveEvents } from "./live-events.tsx";
import { Logs } from "./logs.tsx";
import { Probes } from "./probes/probes.tsx";
import { Requests } from "./requests.tsx";
import { ServiceState } from "./service-state.tsx";
import { Workers } from "./workers.tsx";

const REFRESH_MS = 15_000;

const parts = {
  requests: Requests,
  workers: Workers,
  database: DatabaseFacts,
  dead: DeadLetters,
  logs: Logs,
  events: LiveEvents,
  probes: Probes,
  state: ServiceState,
} as const satisfies Record<string, ComponentType>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];
const hrefOf = (name: Part) => `/monitoring${name === "requests" ? "" : `?part=${name}`}`;

/** The current and recent work of the service, part by part. */
export function MonitoringPage() {
  const text = useText();
  const { t, duration, number } = text;
  const [{ part }] = useAddress({ part: "requests" });
  const shown = names.find((name) => name === part) ?? "requests";
  const Shown = parts[shown];
  const { data: health } = useRead(readMonitoringHealth, {}, { refetchInterval: REFRESH_MS });
  return (
    <Stack space={3}>
      <header>
        {health !== undefined && (
          <Text tone="soft" size="small">
            {t("monitoring.now", {
              version: health.version,
              age: duration(Math.max(1, health.uptimeSecs)),
              requests: number(health.resources.inflightRequests),
            })}
          </Text>
        )}
        <Headline>
          {health === undefined ? t("shell.monitoring") : healthHeadline(health, text)}
        </Headline>
      </header>
      <Tabs
        label={t("shell.monitoring")}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`monitoring.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown />
    </Stack>
  );
}
