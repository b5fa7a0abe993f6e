import { Empty, List, ListRow, Section, Sheet, Stack, Text } from "@wordloom/ui";
import type { AppEventErrors } from "@wordloom/contract";
import { Loaded, useNowMs } from "@wordloom/web";
import { readAppEventErrors } from "virtual:endpoints";
import { useState } from "react";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { Facts, JsonFact } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

const LIMIT = 100;

type Group = AppEventErrors["rows"][number];

/** Errors in the apps: equal ones are grouped, with the latest of each. */
export function Errors({ days }: PartProps) {
  const text = useText();
  const { t } = text;
  const query = { days, limit: LIMIT };
  const errors = useRead(readAppEventErrors, { query }, { keepPrevious: true });
  const rows = errors.data?.rows ?? [];
  return (
    <Section
      heading={t("app-events.part_errors")}
      action={<CsvButton table={chartTable(t("app-events.part_errors"), rows, columnsIn(text))} />}
    >
      <Loaded of={errors} failed={t("app-events.failed")}>
        {() =>
          rows.length === 0 ? (
            <Empty level={3} heading={t("app-events.no_errors")} />
          ) : (
            <Groups rows={rows} />
          )
        }
      </Loaded>
    </Section>
  );
}

const keyOf = ({ name, signature }: Group) => `${name} ${signature}`;

function Groups({ rows }: { readonly rows: readonly Group[] }) {
  const { t, number, relative } = useText();
  const nowMs = useNowMs();
  const [open, setOpen] = useState<string>();
  const opened = rows.find((row) => keyOf(row) === open);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const first = rows[0]!;
  return (
    <Stack space={2}>
      <Text tone="soft">
        {t("app-events.errors_sentence", {
          total: number(total),
          count: rows.length,
          share: number(first.count / total, { style: "percent" }),
        })}
      </Text>
      <List keyboard aria-label={t("app-events.part_errors")}>
        {rows.map((row) => (
          <ListRow
            key={keyOf(row)}
            onPress={() => setOpen(keyOf(row))}
            detail={row.signature === "" ? undefined : <code>{row.signature}</code>}
            end={t("app-events.error_end", {
              count: number(row.count),
              seen: relative(row.lastSeen, nowMs),
            })}
          >
            {row.name}
          </ListRow>
        ))}
      </List>
      {opened !== undefined && <Samples group={opened} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

function Samples({
  group: { name, samples },
  onClose,
}: {
  readonly group: Group;
  readonly onClose: () => void;
}) {
  const { t, date } = useText();
  return (
    <Sheet open onClose={onClose} title={name}>
      {samples.length === 0 ? (
        <Text tone="soft">{t("app-events.no_samples")}</Text>
      ) : (
        <Stack space={4}>
          {samples.map(({ at, platform, appVersion, props }, place) => (
            <Facts
              key={`${at} ${place}`}
              rows={[
                [t("app-events.at"), date(at, { dateStyle: "medium", timeStyle: "medium" })],
                [t("app-events.app"), `${platform} ${appVersion}`],
                [t("app-events.props"), <JsonFact key="props" value={props} />],
              ]}
            />
          ))}
        </Stack>
      )}
    </Sheet>
  );
}

function columnsIn({ t, number }: Translator) {
  const seen = ({ lastSeen }: Group) => lastSeen;
  return [
    {
      header: t("app-events.event"),
      text: ({ name }: Group) => name,
      value: ({ name }: Group) => name,
    },
    {
      header: t("app-events.signature"),
      text: ({ signature }: Group) => signature,
      value: ({ signature }: Group) => signature,
    },
    {
      header: t("app-events.count"),
      text: ({ count }: Group) => number(count),
      value: ({ count }: Group) => count,
    },
    { header: t("app-events.last_seen"), text: seen, value: seen },
  ];
}
