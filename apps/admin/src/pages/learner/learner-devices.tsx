import { Anchor, Badge, Empty, Table } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listUserDevices } from "virtual:endpoints";
import { deviceHref } from "../../features/devices/device-href.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The devices that belong to the learner. */
export function LearnerDevices({ learner: { id } }: { readonly learner: AdminUser }) {
  const text = useText();
  const { t, relative } = text;
  const devices = useRead(listUserDevices, { params: { id } });
  return (
    <Loaded of={devices} failed={t("learners.part_failed")}>
      {({ devices: rows }) =>
        rows.length === 0 ? (
          <Empty heading={t("learners.no_devices")} />
        ) : (
          <Table
            caption={t("learners.devices")}
            captionHidden
            rows={rows}
            rowKey={({ deviceId }) => deviceId}
            columns={[
              {
                key: "id",
                header: t("learners.device"),
                rowHeader: true,
                cell: ({ deviceId }) => <Anchor href={deviceHref(deviceId)}>{deviceId}</Anchor>,
              },
              {
                key: "platform",
                header: t("learners.platform"),
                cell: ({ platform }) => platformName(platform, text),
              },
              {
                key: "version",
                header: t("learners.app_version"),
                cell: ({ appVersion }) => appVersion ?? "–",
              },
              {
                key: "seen",
                header: t("learners.seen"),
                cell: ({ lastSeenAt }) => relative(lastSeenAt, Date.now()),
              },
              {
                key: "banned",
                header: t("learners.status"),
                cell: ({ isBanned }) =>
                  isBanned ? <Badge tone="slip">{t("learners.device_banned")}</Badge> : "",
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
