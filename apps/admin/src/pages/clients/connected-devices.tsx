import { Anchor, Badge, Empty, Stack, Table, Text, useListKeys, type Column } from "@wordloom/ui";
import type { DataChannels, LiveClient } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listClients } from "virtual:endpoints";
import { useRef } from "react";
import { deviceHref } from "../../features/devices/device-href.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

const REFRESH_MS = 10_000;
/** More rows than anybody reads; a search finds the others. */
const SHOWN = 200;

/** Devices that have the app open now, and their latest reports. */
export function ConnectedDevices() {
  const { t, number } = useText();
  const clients = useRead(listClients, {}, { refetchInterval: REFRESH_MS });
  return (
    <Loaded of={clients} failed={t("clients.failed")}>
      {({ sseLive: live }) =>
        live.length === 0 ? (
          <Empty heading={t("clients.none_connected")} text={t("clients.none_connected_text")} />
        ) : (
          <Stack space={1}>
            <Rows devices={live.slice(0, SHOWN)} />
            {live.length > SHOWN && (
              <Text tone="faint" size="small">
                {t("clients.some_of", { shown: number(SHOWN), total: number(live.length) })}
              </Text>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Rows({ devices }: { readonly devices: readonly LiveClient[] }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useListKeys(place);
  return (
    <div ref={place}>
      <Table
        caption={text.t("clients.part_connected")}
        captionHidden
        rows={devices}
        rowKey={({ deviceId, userId }) => `${deviceId}/${userId}`}
        columns={columnsIn(text)}
      />
    </div>
  );
}

function columnsIn(text: Translator): Column<LiveClient>[] {
  const { t, number, duration, list } = text;
  return [
    {
      key: "device",
      header: t("clients.device"),
      rowHeader: true,
      cell: ({ deviceId, isBanned }) => (
        <>
          <Anchor href={deviceHref(deviceId)}>{deviceId}</Anchor>{" "}
          {isBanned && <Badge tone="slip">{t("clients.banned")}</Badge>}
        </>
      ),
    },
    {
      key: "platform",
      header: t("clients.platform"),
      cell: ({ platform }) => platformName(platform, text),
    },
    { key: "version", header: t("clients.version"), cell: ({ appVersion }) => appVersion ?? "–" },
    {
      key: "since",
      oneLine: true,
      header: t("clients.connected_for"),
      cell: ({ connectedSecs }) => duration(connectedSecs),
    },
    {
      key: "streams",
      header: t("clients.streams"),
      align: "end",
      cell: ({ connectionCount }) => number(connectionCount),
    },
    {
      key: "sent",
      header: t("clients.sent_lately"),
      cell: ({ dataChannels }) => list(channelsOf(dataChannels, t)),
    },
  ];
}

function channelsOf(channels: DataChannels, t: Translator["t"]): string[] {
  const names = Object.keys(channels) as (keyof DataChannels)[];
  return names.filter((name) => channels[name]).map((name) => t(`clients.channel_${name}`));
}
