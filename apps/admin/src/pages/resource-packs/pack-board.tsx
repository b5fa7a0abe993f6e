import { Badge, Button, Text } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import {
  boardOf,
  channelOrder,
  type BoardColumn,
  type AdminPack,
  type AdminPackVersion,
} from "./board.ts";
import type { PackAct } from "./pack-dialogs.tsx";
import styles from "./resource-packs.module.css";

interface BoardProps {
  readonly pack: AdminPack;
  readonly onAct: (act: PackAct) => void;
}

/** The channels side by side, in the order of promotion. */
export function PackBoard({ pack, onAct }: BoardProps) {
  const { t } = useText();
  return (
    <ol className={styles.board} aria-label={t("resource-packs.board")}>
      {boardOf(pack).map((column) => (
        <Column key={column.channel} column={column} onAct={onAct} />
      ))}
    </ol>
  );
}

function Column({
  column: { channel, inForce, waiting },
  onAct,
}: {
  readonly column: BoardColumn;
  readonly onAct: BoardProps["onAct"];
}) {
  const { t } = useText();
  return (
    <li className={styles.channel} data-channel={channel}>
      <h2 className={styles.channelName}>
        {channelOrder.indexOf(channel) + 1}. {t(`resource-packs.channel_${channel}`)}
      </h2>
      <Text tone="soft" size="small">
        {t(`resource-packs.channel_${channel}_who`)}
      </Text>
      {inForce === undefined ? (
        <Text tone="soft">{t("resource-packs.nothing_in_force")}</Text>
      ) : (
        <Card version={inForce}>
          <Badge tone="firm">{t("resource-packs.in_force")}</Badge>
        </Card>
      )}
      {waiting.map((version) => (
        <Card key={version.version} version={version}>
          <Button size="small" onClick={() => onAct({ kind: "activate", version, channel })}>
            {t(version.channel === channel ? "resource-packs.activate" : "resource-packs.promote")}
          </Button>
        </Card>
      ))}
    </li>
  );
}

function Card({
  version: { version, minAppVersion, publishedAt },
  children,
}: {
  readonly version: AdminPackVersion;
  readonly children: React.ReactNode;
}) {
  const { t, date } = useText();
  return (
    <div className={styles.card}>
      <div>
        <strong>{version}</strong>
        <Text tone="soft" size="small">
          {t("resource-packs.uploaded_on", { day: date(publishedAt) })}
          {minAppVersion !== null &&
            ` · ${t("resource-packs.from_app", { version: minAppVersion })}`}
        </Text>
      </div>
      {children}
    </div>
  );
}
