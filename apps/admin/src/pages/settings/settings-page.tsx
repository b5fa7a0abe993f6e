import { Headline, Stack, Tabs } from "@wordloom/ui";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import {
  SETTINGS_PARTS,
  settingsPath,
  type SettingsPart,
} from "../../features/settings/setting-places.ts";
import { useText } from "../../text/use-text.ts";
import { Administrators } from "./administrators.tsx";
import { FixedSettings } from "./fixed-settings.tsx";
import { ApiKeys } from "./keys/api-keys.tsx";
import { Maintenance } from "./maintenance.tsx";
import { OwnAccount } from "./own-account.tsx";
import { StoredSettings } from "./stored-settings.tsx";

const parts = {
  service: StoredSettings,
  maintenance: Maintenance,
  administrators: Administrators,
  keys: ApiKeys,
  own: OwnAccount,
  machine: FixedSettings,
} as const satisfies Record<SettingsPart, ComponentType>;

/** The operator's decisions: for the service, for its administrators, for the signed-in account. */
export function SettingsPage() {
  const { t } = useText();
  const [{ part }] = useAddress({ part: "service" });
  const shown = SETTINGS_PARTS.find((name) => name === part) ?? "service";
  const Shown = parts[shown];
  return (
    <Stack space={3}>
      <Headline>{t("shell.settings")}</Headline>
      <Tabs
        label={t("shell.settings")}
        items={SETTINGS_PARTS.map((name) => ({
          href: settingsPath(name),
          label: t(`settings.part_${name}`),
        }))}
        current={settingsPath(shown)}
      />
      <Shown />
    </Stack>
  );
}
