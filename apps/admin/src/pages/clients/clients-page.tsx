import { Headline, Stack, Tabs, Text } from "@wordloom/ui";
import { readClientDistribution } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useOverview } from "../../features/overview/use-overview.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { AppVersions } from "./app-versions.tsx";
import { ConnectedDevices } from "./connected-devices.tsx";
import { DeviceList } from "./device-list.tsx";
import { FlaggedDevices } from "./flagged-devices.tsx";
import { Upgrades } from "./upgrades.tsx";

const parts = {
  devices: DeviceList,
  connected: ConnectedDevices,
  flagged: FlaggedDevices,
  versions: AppVersions,
  upgrades: Upgrades,
} as const satisfies Record<string, ComponentType>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

const hrefOf = (name: Part) => `/clients${name === "devices" ? "" : `?part=${name}`}`;

/** Learners' devices, and the app versions required of them. */
export function ClientsPage() {
  const { t, number } = useText();
  const [{ part }] = useAddress({ part: "devices" });
  const overview = useOverview();
  const shown = names.find((name) => name === part) ?? "devices";
  const Shown = parts[shown];
  const flagged = overview.data?.waiting.flaggedDevices ?? 0;
  const items = names.map((name) => ({
    href: hrefOf(name),
    label: t(`clients.part_${name}`),
    ...(name === "flagged" && flagged > 0 && { count: number(flagged) }),
  }));
  return (
    <Stack space={3}>
      <Head live={overview.data?.live.devices} flagged={flagged} />
      <Tabs label={t("shell.clients")} items={items} current={hrefOf(shown)} />
      <Shown />
    </Stack>
  );
}

/** The headline as a sentence, or the page's name until the data is known. */
function Head({ live, flagged }: { readonly live: number | undefined; readonly flagged: number }) {
  const { t, sentences } = useText();
  const platforms = useRead(readClientDistribution).data?.platforms;
  if (platforms === undefined || live === undefined) {
    return <Headline>{t("shell.clients")}</Headline>;
  }
  const total = platforms.reduce((sum, platform) => sum + platform.total, 0);
  const wait = flagged > 0 ? [t("clients.head_flagged", { flagged })] : [];
  return (
    <header>
      <Text tone="soft" size="small">
        {t("clients.connected_now", { live })}
      </Text>
      <Headline>{sentences([t("clients.head", { total }), ...wait])}</Headline>
    </header>
  );
}
