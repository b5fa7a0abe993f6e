import {
  Anchor,
  Badge,
  Button,
  Headline,
  Row,
  SkeletonRows,
  Stack,
  Table,
  Text,
  type Column,
} from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import { listEngineVersions } from "virtual:endpoints";
import { useState } from "react";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { useAdmin } from "../../features/access/use-admin.ts";
import { useAddress } from "../../features/address/use-address.ts";
import {
  authorOf,
  noteOf,
  shortHash,
  type EngineVersion,
} from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { VersionDifference } from "./version-difference.tsx";

const VERSIONS_A_PAGE = 50;

/**
 * All versions of the parameters: author, time, reason and origin; compares two, and restores one.
 */
export function VersionsPage() {
  const text = useText();
  const { t } = text;
  const { id } = useAdmin();
  const { nameOf } = useAdminNames();
  const [{ from, to, skip }, change] = useAddress({ from: "", to: "", skip: "0" });
  const offset = Math.max(0, Number.parseInt(skip, 10) || 0);
  const newest = useRead(listEngineVersions, { query: { limit: 1 } });
  const versions = useRead(
    listEngineVersions,
    { query: { limit: VERSIONS_A_PAGE, offset } },
    { keepPrevious: true },
  );
  const [restoring, setRestoring] = useState<EngineVersion>();
  const inForce = newest.data?.[0]?.version_hash;
  return (
    <Stack space={3}>
      <header>
        <Text tone="soft" size="small">
          <Anchor href="/engine/parameters">{t("parameters.title")}</Anchor>
        </Text>
        <Headline>{t("parameters.versions_title")}</Headline>
      </header>
      <Reading
        query={versions}
        heading={t("parameters.versions_failed")}
        skeleton={<SkeletonRows rows={6} />}
      >
        {(rows) => (
          <Stack space={3}>
            <VersionDifference {...{ rows, from, to }} onChoose={change} />
            <Table
              captionHidden
              caption={t("parameters.versions_title")}
              rows={rows}
              rowKey={(row) => String(row.id)}
              columns={columnsIn(text, {
                own: id,
                nameOf,
                inForce,
                onCompare: ({ version_hash, parent_version_hash }) =>
                  change({ from: parent_version_hash ?? "", to: version_hash }),
                onRestore: setRestoring,
              })}
            />
            <Row>
              {offset > 0 && (
                <Button
                  onClick={() => change({ skip: String(Math.max(0, offset - VERSIONS_A_PAGE)) })}
                >
                  {t("parameters.newer")}
                </Button>
              )}
              {rows.length === VERSIONS_A_PAGE && (
                <Button onClick={() => change({ skip: String(offset + VERSIONS_A_PAGE) })}>
                  {t("parameters.older")}
                </Button>
              )}
            </Row>
          </Stack>
        )}
      </Reading>
      {restoring !== undefined && (
        <RestoreDialog version={restoring} onClose={() => setRestoring(undefined)} />
      )}
    </Stack>
  );
}

interface Acts {
  readonly own: string;
  readonly nameOf: (adminId: string) => string;
  readonly inForce: string | undefined;
  readonly onCompare: (version: EngineVersion) => void;
  readonly onRestore: (version: EngineVersion) => void;
}

function columnsIn(text: Translator, acts: Acts): Column<EngineVersion>[] {
  const { t, date } = text;
  return [
    {
      key: "hash",
      header: t("parameters.version", { hash: "" }),
      rowHeader: true,
      cell: ({ version_hash: hash }) => (
        <Row space={1}>
          <code>{shortHash(hash)}</code>
          {hash === acts.inForce && <Badge tone="firm">{t("parameters.in_force")}</Badge>}
        </Row>
      ),
    },
    {
      key: "when",
      oneLine: true,
      header: t("parameters.when"),
      cell: ({ created_at: at }) => date(at, { dateStyle: "medium", timeStyle: "short" }),
    },
    {
      key: "who",
      header: t("parameters.who"),
      cell: (version) => (
        <>
          {authorOf(version, acts, text)}
          <Text tone="soft" size="small">
            {t(`parameters.source_${version.source}`)}
          </Text>
        </>
      ),
    },
    {
      key: "why",
      header: t("parameters.why"),
      cell: (version) =>
        noteOf(version, text) ?? (
          <Text as="span" tone="faint">
            {t("parameters.no_note")}
          </Text>
        ),
    },
    {
      key: "parent",
      header: t("parameters.parent"),
      cell: ({ parent_version_hash: hash }) =>
        hash === null ? "–" : <code>{shortHash(hash)}</code>,
    },
    {
      key: "acts",
      header: t("parameters.acts"),
      cell: (version) => <VersionActs version={version} {...acts} />,
    },
  ];
}

function VersionActs({
  version,
  inForce,
  onCompare,
  onRestore,
}: Acts & { readonly version: EngineVersion }) {
  const { t } = useText();
  const hash = shortHash(version.version_hash);
  return (
    <Row space={1}>
      {version.parent_version_hash !== null && (
        <Button
          size="small"
          aria-label={t("parameters.compare_with", { hash })}
          onClick={() => onCompare(version)}
        >
          {t("parameters.compare")}
        </Button>
      )}
      {version.version_hash !== inForce && (
        <Button
          size="small"
          aria-label={t("parameters.restore_of", { hash })}
          onClick={() => onRestore(version)}
        >
          {t("parameters.restore")}
        </Button>
      )}
    </Row>
  );
}
