import { Empty, Row, SearchField, Section, Table, type Column } from "@wordloom/ui";
import { useAddress } from "../../features/address/use-address.ts";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { msText } from "../../features/units/ms-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { shareText } from "./request-charts.tsx";
import { routesBy, sortOf, sortText, type Route } from "./route-order.ts";

/** The same figures by route: busy, slow and failing ones. */
export function RouteTable({ routes }: { readonly routes: readonly Route[] }) {
  const text = useText();
  const { t } = text;
  const [{ route: wanted, sort: asked }, change] = useAddress({ route: "", sort: "-count" });
  const sort = sortOf(asked);
  const rows = routesBy(routes, wanted, sort);
  return (
    <Section heading={t("monitoring.routes")} action={<CsvButton table={csvOf(rows, text)} />}>
      <Row>
        <SearchField
          label={t("monitoring.route_search")}
          placeholder={t("monitoring.route_search")}
          value={wanted}
          onChange={(route) => change({ route })}
        />
      </Row>
      {rows.length === 0 ? (
        <Empty level={3} heading={t("monitoring.no_routes")} />
      ) : (
        <Table
          caption={t("monitoring.routes")}
          captionHidden
          dense
          rows={rows}
          rowKey={({ route }) => route}
          sort={sort}
          onSort={(next) => change({ sort: sortText(next) })}
          columns={columnsIn(text)}
        />
      )}
    </Section>
  );
}

function columnsIn(text: Translator): Column<Route>[] {
  const { t, number } = text;
  const figure = { align: "end", sortable: true } as const;
  return [
    {
      key: "route",
      header: t("monitoring.route"),
      rowHeader: true,
      sortable: true,
      cell: ({ route }) => <code>{route}</code>,
    },
    {
      key: "count",
      header: t("monitoring.all"),
      ...figure,
      cell: ({ count }) => number(count),
    },
    {
      key: "p95",
      header: "p95",
      ...figure,
      cell: ({ p95Ms }) => msText(p95Ms, number),
    },
    {
      key: "errors",
      header: t("monitoring.failed"),
      ...figure,
      cell: ({ errorRate }) => shareText(errorRate, text),
    },
  ];
}

function csvOf(rows: readonly Route[], text: Translator) {
  const { t, number } = text;
  return chartTable(t("monitoring.routes"), rows, [
    { header: t("monitoring.route"), text: ({ route }) => route, value: ({ route }) => route },
    {
      header: t("monitoring.all"),
      value: ({ count }) => count,
      text: ({ count }) => number(count),
    },
    {
      header: t("monitoring.in_ms", { name: "p95" }),
      value: ({ p95Ms }) => p95Ms,
      text: ({ p95Ms }) => msText(p95Ms, number),
    },
    {
      header: t("monitoring.failed"),
      value: ({ errorRate }) => errorRate,
      text: ({ errorRate }) => shareText(errorRate, text),
    },
  ]);
}
