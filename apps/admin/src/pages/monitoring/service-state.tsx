import {
  Badge,
  Figure,
  Figures,
  List,
  ListRow,
  Section,
  Stack,
  Table,
  type Column,
} from "@wordloom/ui";
import type { Instance, MonitoringHealth, ServicePart } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listInstances, readMonitoringHealth } from "virtual:endpoints";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import { bytesText } from "../../features/units/bytes-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { reasonsOfNoPart } from "./health-headline.ts";
import { shareText } from "./request-charts.tsx";

const REFRESH_MS = 10_000;

/** Each part of the service in a sentence, this process's resources, and its peers. */
export function ServiceState() {
  const { t } = useText();
  const health = useRead(readMonitoringHealth, {}, { refetchInterval: REFRESH_MS });
  return (
    <Stack space={4}>
      <Loaded of={health} failed={t("monitoring.health_failed")}>
        {(data) => (
          <>
            <Resources health={data} />
            <Parts health={data} />
          </>
        )}
      </Loaded>
      <Processes />
    </Stack>
  );
}

function Resources({ health }: { readonly health: MonitoringHealth }) {
  const text = useText();
  const { t, number, percent } = text;
  const { cpuPct, memoryRssBytes, memoryTotalBytes, diskFreeBytes, diskTotalBytes } =
    health.resources;
  const size = (bytes: number) => bytesText(bytes, number);
  return (
    <Figures>
      <Figure value={shareText(health.errorRate, text)} label={t("monitoring.error_rate")} />
      <Figure value={percent(cpuPct / 100)} label={t("monitoring.cpu")} />
      <Figure
        value={size(memoryRssBytes)}
        label={t("monitoring.memory", { total: size(memoryTotalBytes) })}
      />
      {diskFreeBytes !== null && diskTotalBytes !== null && (
        <Figure
          value={size(diskFreeBytes)}
          label={t("monitoring.disk", { total: size(diskTotalBytes) })}
        />
      )}
      <Figure value={number(health.outbox.pending)} label={t("monitoring.pending")} />
    </Figures>
  );
}

function Parts({ health }: { readonly health: MonitoringHealth }) {
  const text = useText();
  const { t } = text;
  const parts = Object.entries(health.services) as [
    ServicePart,
    MonitoringHealth["services"][ServicePart],
  ][];
  return (
    <Section heading={t("monitoring.parts")}>
      <List aria-label={t("monitoring.parts")}>
        {reasonsOfNoPart(health, text).map((reason) => (
          <ListRow key={reason} end={<Badge tone="slip">{t("monitoring.wants_look")}</Badge>}>
            {reason}
          </ListRow>
        ))}
        {parts
          .toSorted(([, one], [, other]) => Number(one.healthy) - Number(other.healthy))
          .map(([name, { healthy, also = [], ...first }]) => (
            <ListRow
              key={name}
              detail={
                <Stack space={1}>
                  {[first, ...also].map(({ detail, ...sentence }) => (
                    <span key={sentence.code}>{sentenceText("part", sentence, detail, text)}</span>
                  ))}
                </Stack>
              }
              end={!healthy && <Badge tone="slip">{t("monitoring.wants_look")}</Badge>}
            >
              {t(`monitoring.service_${name}`)}
            </ListRow>
          ))}
      </List>
    </Section>
  );
}

function Processes() {
  const text = useText();
  const { t } = text;
  const instances = useRead(listInstances, {}, { refetchInterval: REFRESH_MS });
  return (
    <Section heading={t("monitoring.processes")}>
      <Loaded of={instances} failed={t("monitoring.processes_failed")}>
        {(data) => (
          <Table
            caption={t("monitoring.processes")}
            captionHidden
            rows={data.instances}
            rowKey={({ id }) => id}
            columns={columnsIn(text)}
          />
        )}
      </Loaded>
    </Section>
  );
}

function columnsIn({ t, date, relative }: Translator): Column<Instance>[] {
  return [
    {
      key: "host",
      header: t("monitoring.process"),
      rowHeader: true,
      cell: ({ host, pid, leader, self }) => (
        <>
          {t("monitoring.process_on", { host, pid: String(pid) })}{" "}
          {leader && <Badge>{t("monitoring.leader")}</Badge>}{" "}
          {self && <Badge>{t("monitoring.self")}</Badge>}
        </>
      ),
    },
    { key: "version", header: t("monitoring.version"), cell: ({ version }) => version },
    {
      key: "started",
      oneLine: true,
      header: t("monitoring.started"),
      cell: ({ startedAt }) => date(startedAt, { dateStyle: "medium", timeStyle: "short" }),
    },
    {
      key: "seen",
      oneLine: true,
      header: t("monitoring.seen"),
      cell: ({ lastSeenAt }) => relative(lastSeenAt, Date.now()),
    },
  ];
}
