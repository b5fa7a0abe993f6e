import { Badge, Menu, MoreIcon, Row, Section, Table, type Column } from "@wordloom/ui";
import { useText, type Translator } from "../../text/use-text.ts";
import { channelOrder, channelsOf, type AdminPack, type AdminPackVersion } from "./board.ts";
import type { PackAct } from "./pack-dialogs.tsx";
import styles from "./resource-packs.module.css";

interface VersionsProps {
  readonly pack: AdminPack;
  readonly onAct: (act: PackAct) => void;
}

/** Every version that ever existed, with the remaining acts. */
export function PackVersions({ pack, onAct }: VersionsProps) {
  const text = useText();
  const { t } = text;
  return (
    <Section heading={t("resource-packs.versions")}>
      <Table
        caption={t("resource-packs.versions")}
        captionHidden
        dense
        className={styles.versions}
        rows={pack.versions}
        rowKey={({ version }) => version}
        columns={[
          ...columnsIn(pack, text),
          {
            key: "acts",
            header: t("resource-packs.acts"),
            align: "end",
            cell: (version) => <Acts pack={pack} version={version} onAct={onAct} />,
          },
        ]}
      />
    </Section>
  );
}

function columnsIn(pack: AdminPack, { t, date, number }: Translator): Column<AdminPackVersion>[] {
  return [
    {
      key: "version",
      header: t("resource-packs.version"),
      rowHeader: true,
      cell: ({ version }) => version,
    },
    {
      key: "state",
      header: t("resource-packs.state"),
      cell: (version) =>
        version.deactivatedAt === null ? (
          <Row space={0.5}>
            {channelsOf(pack, version).map((channel) => (
              <Badge key={channel} tone="firm">
                {t(`resource-packs.channel_${channel}`)}
              </Badge>
            ))}
          </Row>
        ) : (
          <Badge>{t("resource-packs.state_withdrawn", { day: date(version.deactivatedAt) })}</Badge>
        ),
    },
    {
      key: "channel",
      header: t("resource-packs.meant_for"),
      cell: ({ channel }) => t(`resource-packs.channel_${channel}`),
    },
    {
      key: "uploaded",
      oneLine: true,
      header: t("resource-packs.uploaded"),
      cell: ({ publishedAt }) => date(publishedAt, { dateStyle: "medium", timeStyle: "short" }),
    },
    {
      key: "size",
      header: t("resource-packs.size"),
      align: "end",
      cell: ({ sizeBytes }) => number(sizeBytes),
    },
    {
      key: "app",
      header: t("resource-packs.min_app"),
      cell: ({ minAppVersion }) => minAppVersion ?? "–",
    },
    {
      key: "hash",
      header: "SHA-256",
      cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}…</code>,
    },
  ];
}

function Acts({ pack, version, onAct }: VersionsProps & { readonly version: AdminPackVersion }) {
  const { t } = useText();
  const isGone = version.deactivatedAt !== null;
  const { packId, active } = pack;
  return (
    <Menu
      label={t("resource-packs.acts_with", { version: version.version })}
      icon={<MoreIcon />}
      kind="plain"
      size="small"
      items={[
        ...channelOrder.map((channel) => ({
          label: t("resource-packs.activate_in", {
            channel: t(`resource-packs.channel_${channel}`),
          }),
          onSelect: () => onAct({ kind: "activate" as const, version, channel }),
          disabled: isGone || active[channel] === version.version,
        })),
        {
          label: t("resource-packs.begin_from"),
          href: `/packs/upload?pack=${packId}&from=${version.version}`,
        },
        {
          label: t("resource-packs.withdraw"),
          onSelect: () => onAct({ kind: "withdraw", version }),
          tone: "slip" as const,
          disabled: isGone,
        },
      ]}
    />
  );
}
