import { Stack } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { listUpgradePolicies } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { PlatformUpgrades } from "./platform-upgrades.tsx";
import { VersionGateSection } from "./version-gate.tsx";

/** The platforms for which the service accepts rules. */
const platforms = ["web", "ios", "android"] as const;

/** Which versions devices need, and whom that locks out. */
export function Upgrades() {
  const { t } = useText();
  const rules = useRead(listUpgradePolicies);
  return (
    <Stack space={5}>
      <VersionGateSection />
      <Loaded of={rules} failed={t("clients.rules_failed")}>
        {({ policies, broadcasts }) =>
          platforms.map((platform) => (
            <PlatformUpgrades
              key={platform}
              platform={platform}
              policy={policies.find((policy) => policy.platform === platform)}
              request={broadcasts.find((broadcast) => broadcast.platform === platform)}
            />
          ))
        }
      </Loaded>
    </Stack>
  );
}
