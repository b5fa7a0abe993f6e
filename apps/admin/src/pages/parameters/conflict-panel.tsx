import { Button, Notice, Row, Stack, Table, Text, type Column } from "@wordloom/ui";
import { listEngineVersions } from "virtual:endpoints";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { useAdmin } from "../../features/access/use-admin.ts";
import { valueText } from "../../features/engine-config/change-list.tsx";
import type { Conflict, ConfigVersion } from "../../features/engine-config/drafts.ts";
import { authorOf, noteOf, shortHash } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface ConflictProps {
  readonly sides: readonly Conflict[];
  readonly now: ConfigVersion;
  readonly onTakeTheirs: (path: string) => void;
  readonly onGoOn: () => void;
}

/** Somebody else saved a version while values were typed: both values of each, and a choice. */
export function ConflictPanel({ sides, now, onTakeTheirs, onGoOn }: ConflictProps) {
  const text = useText();
  const { t } = text;
  const { id } = useAdmin();
  const { nameOf } = useAdminNames();
  const versions = useRead(listEngineVersions, { query: { limit: 20 } });
  const version = versions.data?.find(({ version_hash: hash }) => hash === now.hash);
  const by =
    version === undefined ? t("parameters.someone") : authorOf(version, { own: id, nameOf }, text);
  const note = version && noteOf(version, text);
  return (
    <Notice tone="slip" announce heading={t("parameters.conflict_title")}>
      <Stack space={2}>
        <p>{t("parameters.conflict_text", { by, hash: shortHash(now.hash) })}</p>
        {note !== undefined && <p>“{note}”</p>}
        <Table
          dense
          captionHidden
          caption={t("parameters.conflict_table")}
          columns={columnsIn(t, onTakeTheirs)}
          rows={sides}
          rowKey={({ path }) => path}
        />
        <Row>
          <Button kind="primary" onClick={onGoOn}>
            {t("parameters.go_on")}
          </Button>
          <Text as="span" tone="soft" size="small">
            {t("parameters.go_on_hint")}
          </Text>
        </Row>
      </Stack>
    </Notice>
  );
}

function columnsIn(
  t: ReturnType<typeof useText>["t"],
  onTakeTheirs: (path: string) => void,
): Column<Conflict>[] {
  const shown = (value: unknown) =>
    value === undefined ? t("parameters.unchanged") : valueText(value);
  return [
    {
      key: "path",
      header: t("parameters.parameter"),
      rowHeader: true,
      cell: ({ path }) => <code>{path}</code>,
    },
    {
      key: "before",
      header: t("parameters.before"),
      align: "end",
      cell: ({ before }) => valueText(before),
    },
    {
      key: "theirs",
      header: t("parameters.theirs"),
      align: "end",
      cell: ({ theirs }) => shown(theirs),
    },
    {
      key: "mine",
      header: t("parameters.mine"),
      align: "end",
      cell: ({ mine }) => shown(mine),
    },
    {
      key: "choice",
      header: t("parameters.choice"),
      cell: ({ path, theirs, mine }) =>
        theirs !== undefined &&
        mine !== undefined && (
          <Button
            size="small"
            aria-label={t("parameters.take_theirs_for", { path })}
            onClick={() => onTakeTheirs(path)}
          >
            {t("parameters.take_theirs")}
          </Button>
        ),
    },
  ];
}
