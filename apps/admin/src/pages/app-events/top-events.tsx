import { Empty, Row, Section, SelectField, Stack, Table } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readTopAppEvents } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

const categories = ["behavior", "error", "perf"] as const;
const LIMIT = 50;

/** The most frequent events, and how many learners reported them. */
export function TopEvents({ days }: PartProps) {
  const text = useText();
  const { t, number } = text;
  const [{ category: asked }, change] = useAddress({ category: "" });
  const category = categories.find((one) => one === asked);
  const query = { days, limit: LIMIT, ...(category !== undefined && { category }) };
  const top = useRead(readTopAppEvents, { query }, { keepPrevious: true });
  const rows = top.data?.rows ?? [];
  return (
    <Section
      heading={t("app-events.top")}
      action={<CsvButton table={chartTable(t("app-events.top"), rows, columnsIn(text))} />}
    >
      <Stack space={2}>
        <Row>
          <SelectField
            label={t("app-events.category")}
            value={category ?? ""}
            options={[
              { value: "", label: t("app-events.any_category") },
              ...categories.map((value) => ({
                value: value as string,
                label: t(`app-events.category_${value}`),
              })),
            ]}
            onChange={(next) => change({ category: next })}
          />
        </Row>
        <Loaded of={top} failed={t("app-events.failed")}>
          {() =>
            rows.length === 0 ? (
              <Empty level={3} heading={t("app-events.no_events")} />
            ) : (
              <Table
                caption={t("app-events.top")}
                captionHidden
                dense
                rows={rows}
                rowKey={({ category: kind, name }) => `${kind} ${name}`}
                columns={[
                  {
                    key: "name",
                    header: t("app-events.event"),
                    rowHeader: true,
                    cell: ({ name }) => <code>{name}</code>,
                  },
                  {
                    key: "category",
                    header: t("app-events.category"),
                    cell: ({ category: kind }) => t(`app-events.category_${kind}`),
                  },
                  {
                    key: "count",
                    header: t("app-events.count"),
                    align: "end",
                    cell: ({ count }) => number(count),
                  },
                  {
                    key: "users",
                    header: t("app-events.learners"),
                    align: "end",
                    cell: ({ users }) => number(users),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}

interface Top {
  readonly name: string;
  readonly category: (typeof categories)[number];
  readonly count: number;
  readonly users: number;
}

function columnsIn({ t, number }: Translator) {
  const kindOf = ({ category }: Top) => t(`app-events.category_${category}`);
  return [
    {
      header: t("app-events.event"),
      text: ({ name }: Top) => name,
      value: ({ name }: Top) => name,
    },
    { header: t("app-events.category"), text: kindOf, value: ({ category }: Top) => category },
    {
      header: t("app-events.count"),
      text: ({ count }: Top) => number(count),
      value: ({ count }: Top) => count,
    },
    {
      header: t("app-events.learners"),
      text: ({ users }: Top) => number(users),
      value: ({ users }: Top) => users,
    },
  ];
}
