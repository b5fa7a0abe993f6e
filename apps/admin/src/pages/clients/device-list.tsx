import { Badge, Button, Empty, SearchField, SelectField, Stack } from "@wordloom/ui";
import type { ClientRow } from "@wordloom/contract";
import { pageClients, readClientDistribution } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { deviceHref } from "../../features/devices/device-href.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { Filters } from "../../features/filters/filters.tsx";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

const none = { q: "", platform: "", recentMinutes: "" } as const;
const HOUR = 60;
const DAY = 24 * HOUR;
/** In minutes. */
const spans = [HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/** All devices, the most recently seen first. */
export function DeviceList() {
  const text = useText();
  const { t } = text;
  const [filter, change] = useAddress(none);
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const reason = Object.keys(given).length > 0 ? "none" : "none_yet";
  return (
    <Stack space={3}>
      <Filters>
        <SearchField
          label={t("clients.search")}
          placeholder={t("clients.search")}
          value={filter.q}
          onChange={(q) => change({ q })}
        />
        <PlatformField value={filter.platform} onChange={(platform) => change({ platform })} />
        <SelectField
          label={t("clients.seen_within")}
          value={filter.recentMinutes}
          options={[
            { value: "", label: t("clients.any") },
            ...spans.map((minutes) => ({
              value: String(minutes),
              label: text.duration(minutes * 60),
            })),
          ]}
          onChange={(recentMinutes) => change({ recentMinutes })}
        />
        {Object.keys(given).length > 0 && (
          <Button kind="plain" onClick={() => change(none)}>
            {t("shell.all")}
          </Button>
        )}
      </Filters>
      <PagedTable
        caption={t("shell.clients")}
        failed={t("clients.failed")}
        endpoint={pageClients}
        query={given}
        standardSort="-lastSeenAt"
        columns={columnsIn(text)}
        hrefOf={({ deviceId }) => deviceHref(deviceId)}
        empty={<Empty heading={t(`clients.${reason}`)} text={t(`clients.${reason}_text`)} />}
      />
    </Stack>
  );
}

/** A field with the platforms that devices have reported. */
function PlatformField(props: {
  readonly value: string;
  readonly onChange: (platform: string) => void;
}) {
  const text = useText();
  const { t } = text;
  const platforms = useRead(readClientDistribution).data?.platforms ?? [];
  // Includes the address's platform even if no device has it, so that the filter stays visible.
  const named = new Set([...platforms.map(({ platform }) => platform), props.value]);
  named.delete("");
  const options = [...named].map((value) => ({ value, label: platformName(value, text) }));
  return (
    <SelectField
      label={t("clients.platform")}
      options={[{ value: "", label: t("clients.any") }, ...options]}
      {...props}
    />
  );
}

function columnsIn(text: Translator): PagedColumn<ClientRow>[] {
  const { t, date, relative } = text;
  const now = Date.now();
  return [
    {
      key: "device",
      header: t("clients.device"),
      width: "2fr",
      cell: ({ model, deviceId, isBanned }) => (
        <>
          {isBanned && <Badge tone="slip">{t("clients.banned")}</Badge>} {model ?? deviceId}
        </>
      ),
    },
    {
      key: "id",
      header: t("clients.id"),
      width: "2fr",
      wideOnly: true,
      cell: ({ deviceId }) => deviceId,
    },
    {
      key: "platform",
      header: t("clients.platform"),
      width: "5rem",
      wideOnly: true,
      cell: ({ platform }) => platformName(platform, text),
    },
    {
      key: "version",
      header: t("clients.version"),
      width: "6rem",
      wideOnly: true,
      cell: ({ appVersion }) => appVersion ?? "–",
    },
    {
      key: "seen",
      header: t("clients.seen"),
      width: "8rem",
      sortField: "lastSeenAt",
      cell: ({ lastSeenAt }) => relative(lastSeenAt, now),
    },
    {
      key: "first",
      header: t("clients.first_seen"),
      width: "8rem",
      wideOnly: true,
      sortField: "firstSeenAt",
      cell: ({ firstSeenAt }) => date(firstSeenAt),
    },
  ];
}
