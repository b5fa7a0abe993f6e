import { Empty, Headline, Row, Stack, Text } from "@wordloom/ui";
import type { AuditLogEntry } from "@wordloom/contract";
import { exportAuditLog, listAuditLog } from "virtual:endpoints";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { useIsSuper } from "../../features/access/use-admin.ts";
import { useAddress } from "../../features/address/use-address.ts";
import { actionText, actorText, targetText } from "../../features/audit/audit-words.ts";
import { ExportButton } from "../../features/csv-export/export-button.tsx";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { askedFor, none } from "./audit-filter.ts";

/** Who did what to whom, and when. */
export function AuditPage() {
  const text = useText();
  const { t } = text;
  const isSuper = useIsSuper();
  const [filter, change] = useAddress(none);
  const given = askedFor(filter);
  const { nameOf } = useAdminNames();
  return (
    <Stack space={3}>
      <Row spread align="end">
        <Headline>{t("shell.audit")}</Headline>
        <Row>
          {!isSuper && <Text tone="soft">{t("audit.only_super")}</Text>}
          <ExportButton
            label={t("audit.export")}
            path={exportAuditLog.path}
            query={given}
            name="audit-log.csv"
            disabled={!isSuper}
          />
        </Row>
      </Row>
      <AuditFilters filter={filter} onChange={change} />
      <PagedTable
        caption={t("shell.audit")}
        failed={t("audit.failed")}
        endpoint={listAuditLog}
        query={given}
        standardSort="-startedAt"
        columns={columnsIn(text, nameOf)}
        hrefOf={({ id }) => `/audit/${id}`}
        empty={<Empty heading={t("audit.none")} />}
      />
    </Stack>
  );
}

function columnsIn(
  text: Translator,
  nameOf: (adminId: string) => string,
): PagedColumn<AuditLogEntry>[] {
  const { t, date } = text;
  return [
    {
      key: "action",
      header: t("audit.action"),
      width: "2fr",
      cell: ({ action }) => actionText(action, text),
    },
    {
      key: "when",
      header: t("audit.when"),
      width: "12rem",
      sortField: "startedAt",
      cell: ({ startedAt }) => date(startedAt, { dateStyle: "medium", timeStyle: "short" }),
    },
    {
      key: "by",
      header: t("audit.by"),
      width: "2fr",
      wideOnly: true,
      cell: (entry) => actorText(entry, text, nameOf),
    },
    {
      key: "ip",
      header: t("audit.ip"),
      width: "9rem",
      wideOnly: true,
      cell: ({ ip }) => ip,
    },
    {
      key: "target",
      header: t("audit.target"),
      width: "3fr",
      wideOnly: true,
      cell: (entry) => targetText(entry, text),
    },
    {
      key: "outcome",
      header: t("audit.outcome"),
      width: "8rem",
      wideOnly: true,
      cell: ({ outcome }) => t(`audit.outcome_${outcome}`),
    },
  ];
}
