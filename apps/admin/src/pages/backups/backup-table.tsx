import { Badge, Menu, MoreIcon, Table, toast, type Column } from "@wordloom/ui";
import type { BackupEntry } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { useIsSuper } from "../../features/access/use-admin.ts";
import { bytesText } from "../../features/units/bytes-text.ts";
import { download } from "../../server-state/download.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { RestoreBackup } from "./restore-backup.tsx";
import { VerifyBackup } from "./verify-backup.tsx";

type Open = { readonly what: "verify" | "restore"; readonly backup: BackupEntry };

/** All backups, newest first, with the actions for each. */
export function BackupTable({ backups }: { readonly backups: readonly BackupEntry[] }) {
  const text = useText();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Table
        caption={text.t("shell.backups")}
        captionHidden
        rows={backups}
        rowKey={({ host, name }) => `${host}/${name}`}
        columns={[
          ...columnsIn(text),
          {
            key: "acts",
            header: text.t("backups.do"),
            align: "end",
            cell: (backup) => <Acts backup={backup} onOpen={(what) => setOpen({ what, backup })} />,
          },
        ]}
      />
      {open?.what === "verify" && <VerifyBackup backup={open.backup} onClose={close} />}
      {open?.what === "restore" && <RestoreBackup backup={open.backup} onClose={close} />}
    </>
  );
}

function columnsIn({ t, date, number }: Translator): Column<BackupEntry>[] {
  return [
    {
      key: "when",
      oneLine: true,
      header: t("backups.when"),
      rowHeader: true,
      cell: ({ createdAt }) => date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
    },
    { key: "kind", header: t("backups.kind"), cell: ({ kind }) => t(`backups.kind_${kind}`) },
    { key: "version", header: t("backups.version"), cell: ({ version }) => version ?? "–" },
    {
      key: "size",
      header: t("backups.size"),
      align: "end",
      cell: ({ sizeBytes }) => bytesText(sizeBytes, number),
    },
    {
      key: "state",
      header: t("backups.state"),
      cell: ({ verified, host }) => (
        <>
          <Badge tone={verified ? "firm" : "slip"}>
            {t(verified ? "backups.verified" : "backups.damaged")}
          </Badge>{" "}
          {t("backups.elsewhere", { host })}
        </>
      ),
    },
  ];
}

function Acts({
  backup: { name },
  onOpen,
}: {
  readonly backup: BackupEntry;
  readonly onOpen: (what: Open["what"]) => void;
}) {
  const text = useText();
  const isSuper = useIsSuper();
  const { t } = text;
  const address = `/api/admin/updates/backups/${encodeURIComponent(name)}/download?part=bundle`;
  const fetchAll = () =>
    void download(address, `${name}.tar`).catch((error: unknown) =>
      toast({ text: refusalText(error, text), tone: "slip" }),
    );
  return (
    <Menu
      label={t("backups.acts", { name })}
      icon={<MoreIcon />}
      kind="plain"
      size="small"
      items={[
        { label: t("backups.verify"), onSelect: () => onOpen("verify") },
        { label: t("backups.download"), onSelect: fetchAll, disabled: !isSuper },
        {
          label: t("backups.restore"),
          onSelect: () => onOpen("restore"),
          disabled: !isSuper,
          tone: "slip",
        },
        ...(isSuper ? [] : [{ label: t("backups.only_super"), disabled: true, ruled: true }]),
      ]}
    />
  );
}
