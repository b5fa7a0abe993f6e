import { Table } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { compareEngineVersions } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { shortHash } from "./version-text.ts";

type Figures = CallOutput<typeof compareEngineVersions>["a"];

const names = [
  ...(["eventCount", "anomalyRate", "meanLatencyMs", "meanReward"] as const),
  ...(["meanAttention", "meanFatigue", "meanMotivation", "meanConfidence"] as const),
];

const REFRESH_MS = 30_000;

/** The decisions made with two versions, side by side. */
export function VersionFigures(chosen: { readonly versionA: string; readonly versionB: string }) {
  const text = useText();
  const { t } = text;
  const both = useRead(compareEngineVersions, { query: chosen }, { refetchInterval: REFRESH_MS });
  return (
    <Loaded of={both} failed={t("parameters.monitor_failed")}>
      {({ a, b }) => (
        <Table
          dense
          captionHidden
          caption={t("parameters.monitor")}
          rows={names.map((name) => ({ name, a: said(a, name, text), b: said(b, name, text) }))}
          rowKey={({ name }) => name}
          columns={[
            {
              key: "name",
              header: t("parameters.monitor_figure"),
              rowHeader: true,
              cell: ({ name }) => t(`parameters.figure_${name}`),
            },
            { key: "a", header: shortHash(a.versionHash), align: "end", cell: (row) => row.a },
            { key: "b", header: shortHash(b.versionHash), align: "end", cell: (row) => row.b },
          ]}
        />
      )}
    </Loaded>
  );
}

function said(figures: Figures, name: (typeof names)[number], { number }: Translator): string {
  const value = figures[name];
  if (value === null) return "–";
  if (name === "eventCount") return number(value);
  const options = { maximumFractionDigits: 3 } as const;
  return name === "anomalyRate"
    ? number(value, { style: "percent", maximumFractionDigits: 2 })
    : number(value, options);
}
