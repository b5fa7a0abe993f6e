import { Anchor, Badge, Button, Empty, Headline, Row, Stack, Table, Text } from "@wordloom/ui";
import { SkeletonRows, useListKeys, type Column } from "@wordloom/ui";
import type { CallOutput } from "@wordloom/contract/client";
import { Loaded, Reading } from "@wordloom/web";
import { listAdminPacks, readPackSummary } from "virtual:endpoints";
import { useRef } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { channelOrder, type AdminPack } from "./board.ts";
import { failuresOf } from "./outcomes.ts";

/** Content that apps show without an app release: every pack, and its versions in force. */
export function ResourcePacksPage() {
  const { t } = useText();
  const packs = useRead(listAdminPacks);
  return (
    <Reading
      query={packs}
      level={1}
      heading={t("resource-packs.failed")}
      skeleton={<SkeletonRows />}
    >
      {(data) => (
        <Stack space={3}>
          <Row spread align="end">
            <Head packs={data} />
            <Button kind="primary" href="/packs/upload">
              {t("resource-packs.upload")}
            </Button>
          </Row>
          {data.length === 0 ? (
            <Empty heading={t("resource-packs.none")} text={t("resource-packs.none_text")} />
          ) : (
            <PackTable packs={data} />
          )}
        </Stack>
      )}
    </Reading>
  );
}

function Head({ packs }: { readonly packs: readonly AdminPack[] }) {
  const text = useText();
  const summary = useRead(readPackSummary);
  return (
    <header>
      <Loaded of={summary} failed={text.t("resource-packs.figures_failed")}>
        {(figures) => (
          <Text tone="soft" size="small">
            {figuresText(figures, text)}
          </Text>
        )}
      </Loaded>
      <Headline>{headlineOf(packs, text)}</Headline>
    </header>
  );
}

function figuresText(
  { installsToday, installsTodaySuccess, onlineClients }: CallOutput<typeof readPackSummary>,
  { t }: Translator,
): string {
  return t("resource-packs.figures", {
    installs: installsToday,
    failed: installsToday - installsTodaySuccess,
    clients: onlineClients,
  });
}

function headlineOf(packs: readonly AdminPack[], { t }: Translator): string {
  const failing = packs.filter(({ outcomes7d }) => failuresOf(outcomes7d) > 0);
  const [first] = failing;
  if (first !== undefined) {
    return t("resource-packs.head_failing", { count: failing.length, pack: first.packId });
  }
  const count = packs.filter(({ active }) => active.stable !== null).length;
  const hasInstalls = packs.some(({ outcomes7d }) => outcomes7d.installed > 0);
  return t(hasInstalls ? "resource-packs.head_well" : "resource-packs.head_quiet", { count });
}

function PackTable({ packs }: { readonly packs: readonly AdminPack[] }) {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <div ref={list}>
      <Table
        caption={text.t("shell.packs")}
        captionHidden
        rows={packs}
        rowKey={({ packId }) => packId}
        columns={columnsIn(text)}
      />
    </div>
  );
}

function columnsIn({ t, number }: Translator): Column<AdminPack>[] {
  const failed = ({ outcomes7d }: AdminPack) => failuresOf(outcomes7d);
  return [
    {
      key: "pack",
      header: t("resource-packs.pack"),
      rowHeader: true,
      cell: ({ packId, description }) => (
        <>
          <Anchor href={`/packs/${packId}`}>{packId}</Anchor>
          {description !== "" && (
            <Text dir="auto" tone="soft" size="small">
              {description}
            </Text>
          )}
        </>
      ),
    },
    ...channelOrder.map((channel) => ({
      key: channel,
      header: t(`resource-packs.channel_${channel}`),
      cell: ({ active }: AdminPack) => active[channel] ?? "–",
    })),
    {
      key: "installs",
      header: t("resource-packs.installed_7d"),
      align: "end",
      cell: ({ outcomes7d: { installed } }) => number(installed),
    },
    {
      key: "failures",
      header: t("resource-packs.failed_7d"),
      align: "end",
      cell: (pack) =>
        failed(pack) === 0 ? "0" : <Badge tone="slip">{number(failed(pack))}</Badge>,
    },
  ];
}
