import { Headline, Stack, Tabs, Text } from "@wordloom/ui";
import { listBroadcasts, listScheduledBroadcasts } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { partHref, parts as names, type Part } from "./part-href.ts";
import { ScheduledBroadcasts } from "./scheduled-broadcasts.tsx";
import { SentBroadcasts } from "./sent-broadcasts.tsx";
import { WriteBroadcast } from "./write-broadcast.tsx";

const shownBy = {
  sent: SentBroadcasts,
  scheduled: ScheduledBroadcasts,
  write: WriteBroadcast,
} as const satisfies Record<Part, ComponentType>;

/** Messages to many learners: sent, scheduled, and new ones. */
export function BroadcastsPage() {
  const { t, number } = useText();
  const [{ part }] = useAddress({ part: "sent" });
  const waiting = useRead(listScheduledBroadcasts).data?.total ?? 0;
  const shown = names.find((name) => name === part) ?? "sent";
  const Shown = shownBy[shown];
  const items = names.map((name) => ({
    href: partHref(name),
    label: t(`broadcasts.part_${name}`),
    ...(name === "scheduled" && waiting > 0 && { count: number(waiting) }),
  }));
  return (
    <Stack space={3}>
      <Head waiting={waiting} />
      <Tabs label={t("shell.broadcasts")} items={items} current={partHref(shown)} />
      <Shown />
    </Stack>
  );
}

/** The headline as a sentence, or the page's name until the data is known. */
function Head({ waiting }: { readonly waiting: number }) {
  const { t, number, sentences, percent } = useText();
  const stats = useRead(listBroadcasts, { query: { limit: 1 } }).data?.stats;
  if (stats === undefined) return <Headline>{t("shell.broadcasts")}</Headline>;
  const { total, totalSent, avgReadRate, online } = stats;
  const wait = waiting > 0 ? [t("broadcasts.head_waiting", { waiting })] : [];
  return (
    <header>
      <Text tone="soft" size="small">
        {sentences([
          t("broadcasts.online", { online }),
          ...(totalSent > 0
            ? [t("broadcasts.head_read", { sent: number(totalSent), share: percent(avgReadRate) })]
            : []),
        ])}
      </Text>
      <Headline>{sentences([t("broadcasts.head", { total }), ...wait])}</Headline>
    </header>
  );
}
