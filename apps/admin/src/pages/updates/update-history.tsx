import { Anchor, Badge, Section, Table, Text, type Column } from "@wordloom/ui";
import type { UpdateHistoryEntry } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listUpdates } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { FOLLOW_MS } from "./update-task.ts";

const tones = {
  in_progress: "plain",
  success: "firm",
  failed: "slip",
  rolled_back: "slip",
} as const satisfies Record<UpdateHistoryEntry["outcome"], string>;

const everyMs = ({ entries }: { readonly entries: readonly UpdateHistoryEntry[] }) =>
  entries.some(({ outcome }) => outcome === "in_progress") ? FOLLOW_MS : undefined;

/** The latest updates and rollbacks, and their results. */
export function UpdateHistory() {
  const text = useText();
  const { t } = text;
  const history = useRead(listUpdates, {}, { refetchInterval: everyMs });
  return (
    <Section heading={t("updates.history")}>
      <Loaded of={history} failed={t("updates.history_failed")}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Text tone="soft">{t("updates.history_none")}</Text>
          ) : (
            <Table
              caption={t("updates.history")}
              captionHidden
              rows={entries}
              rowKey={({ id }) => String(id)}
              columns={columnsIn(text)}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function columnsIn({ t, date }: Translator): Column<UpdateHistoryEntry>[] {
  return [
    {
      key: "when",
      header: t("updates.when"),
      rowHeader: true,
      cell: ({ id, startedAt }) => (
        <Anchor href={`/audit/${id}`}>
          {date(startedAt, { dateStyle: "medium", timeStyle: "short" })}
        </Anchor>
      ),
    },
    { key: "what", header: t("updates.what"), cell: ({ action }) => t(`updates.was_${action}`) },
    {
      key: "versions",
      header: t("updates.versions"),
      cell: ({ fromVersion, toVersion }) => `${fromVersion} → ${toVersion}`,
    },
    {
      key: "outcome",
      header: t("updates.outcome"),
      cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`updates.outcome_${outcome}`)}</Badge>,
    },
    { key: "error", header: t("updates.why"), cell: ({ error }) => error ?? "" },
  ];
}
