import { Badge, Empty, List, ListRow, Row, Section, SelectField, Stack, Text } from "@wordloom/ui";
import type { MonitoringEvent, PushedEvent } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { listMonitoringEvents } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { eventMore, sentenceText } from "../../features/sentences/sentence-text.ts";
import { onEveryEvent, streamState } from "../../server-state/admin-stream.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** At most a month old, so the year is obvious. */
const SHORTLY = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
const RANGES = ["1", "24", "168", "720"] as const;
/** Nobody reads further back; important events are listed below. */
const LIVE_MAX = 100;

/** The service's events: live, and earlier ones. */
export function LiveEvents() {
  return (
    <Stack space={4}>
      <Live />
      <Before />
    </Stack>
  );
}

interface Come {
  readonly number: number;
  readonly atMs: number;
  readonly event: PushedEvent;
}

function useComing(): readonly Come[] {
  const [come, setCome] = useState<readonly Come[]>([]);
  useEffect(
    () =>
      onEveryEvent((event) =>
        setCome((before) =>
          [{ number: (before[0]?.number ?? 0) + 1, atMs: Date.now(), event }, ...before].slice(
            0,
            LIVE_MAX,
          ),
        ),
      ),
    [],
  );
  return come;
}

function Live() {
  const { t, date } = useText();
  const come = useComing();
  const state = useObservable(streamState);
  return (
    <Section
      heading={t("monitoring.live")}
      action={
        <Badge tone={state === "open" ? "firm" : "slip"}>{t(`monitoring.stream_${state}`)}</Badge>
      }
    >
      {come.length === 0 ? (
        <Text tone="soft">{t("monitoring.nothing_yet")}</Text>
      ) : (
        <List aria-live="polite" aria-label={t("monitoring.live")}>
          {come.map(({ number, atMs, event: { type, ...payload } }) => (
            <ListRow
              key={number}
              detail={<code>{JSON.stringify(payload)}</code>}
              end={date(atMs, { timeStyle: "medium" })}
            >
              <code>{type}</code>
            </ListRow>
          ))}
        </List>
      )}
    </Section>
  );
}

function Before() {
  const { t } = useText();
  const [{ hours: asked }, change] = useAddress({ hours: "24" });
  const hours = RANGES.find((range) => range === asked) ?? "24";
  const options = RANGES.map((value) => ({ value, label: t(`monitoring.hours_${value}`) }));
  const events = useRead(
    listMonitoringEvents,
    { query: { hours: Number(hours) } },
    { keepPrevious: true },
  );
  const { refetch } = events;
  useEffect(() => onEveryEvent(() => void refetch()), [refetch]);
  return (
    <Section heading={t("monitoring.before")}>
      <Stack space={2}>
        <Row>
          <SelectField
            label={t("monitoring.window")}
            value={hours}
            options={options}
            onChange={(next) => change({ hours: next })}
          />
        </Row>
        <Loaded of={events} failed={t("monitoring.events_failed")}>
          {(data) =>
            data.events.length === 0 ? (
              <Empty level={3} heading={t("monitoring.no_events")} />
            ) : (
              <Happened events={data.events} />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}

function Happened({ events }: { readonly events: readonly MonitoringEvent[] }) {
  const text = useText();
  const { t, date } = text;
  return (
    <List aria-label={t("monitoring.before")}>
      {events.map(({ tsMs, severity, title, desc, ...sentence }, at) => (
        <ListRow
          key={`${tsMs} ${events.length - at}`}
          detail={eventMore(sentence, desc, text)}
          end={date(tsMs, SHORTLY)}
        >
          {severity !== "info" && (
            <>
              <Badge tone="slip">{t(`monitoring.severity_${severity}`)}</Badge>{" "}
            </>
          )}
          {sentenceText("event", sentence, title, text)}
        </ListRow>
      ))}
    </List>
  );
}
