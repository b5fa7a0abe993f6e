import { Figure, Figures, Section, Stack, Table } from "@wordloom/ui";
import type { MonitoredDatabase } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readMonitoredDatabase, readMonitoringHealth } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { bytesText } from "../../features/units/bytes-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./monitoring.module.css";

/** The size and contents of the database. */
export function DatabaseFacts() {
  const { t } = useText();
  const database = useRead(readMonitoredDatabase);
  return (
    <Loaded of={database} failed={t("monitoring.database_failed")}>
      {(data) => (
        <Stack space={4}>
          <Sizes database={data} />
          <Tables tables={data.tables} />
        </Stack>
      )}
    </Loaded>
  );
}

function Sizes({ database }: { readonly database: MonitoredDatabase }) {
  const { t, number } = useText();
  const { data: health } = useRead(readMonitoringHealth);
  const { sizeOnDisk, tableCount, pageCount, pageSize, walEnabled, walSizeBytes } = database;
  const pool = health?.resources.pool;
  return (
    <Figures>
      <Figure value={bytesText(sizeOnDisk, number)} label={t("monitoring.size")} />
      <Figure value={number(tableCount)} label={t("monitoring.tables")} />
      {pageCount !== null && pageSize !== null && (
        <Figure
          value={number(pageCount)}
          label={t("monitoring.pages", { size: bytesText(pageSize, number) })}
        />
      )}
      {walEnabled !== null && (
        <Figure
          value={walEnabled ? bytesText(walSizeBytes ?? 0, number) : "–"}
          label={t(walEnabled ? "monitoring.wal" : "monitoring.no_wal")}
        />
      )}
      {pool !== undefined && (
        <Figure
          value={number(pool.connections - pool.idle)}
          label={t("monitoring.connections", { max: number(pool.max) })}
        />
      )}
    </Figures>
  );
}

function Tables({ tables }: { readonly tables: MonitoredDatabase["tables"] }) {
  const { t, number } = useText();
  const figures = chartTable(t("monitoring.tables"), tables, [
    { header: t("monitoring.table"), text: ({ name }) => name, value: ({ name }) => name },
    {
      header: t("monitoring.rows"),
      value: ({ rows }) => rows,
      text: ({ rows }) => number(rows),
    },
  ]);
  return (
    <Section
      className={styles.narrow}
      heading={t("monitoring.tables")}
      action={<CsvButton table={figures} />}
    >
      <Table
        caption={t("monitoring.tables")}
        captionHidden
        dense
        rows={tables}
        rowKey={({ name }) => name}
        columns={[
          {
            key: "name",
            header: t("monitoring.table"),
            rowHeader: true,
            cell: ({ name }) => <code>{name}</code>,
          },
          {
            key: "rows",
            header: t("monitoring.rows"),
            align: "end",
            cell: ({ rows }) => number(rows),
          },
        ]}
      />
    </Section>
  );
}
