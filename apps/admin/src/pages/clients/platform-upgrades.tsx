import { Button, Notice, Row, Section, Stack, Text } from "@wordloom/ui";
import type { UpgradeBroadcast, UpgradePolicy } from "@wordloom/contract";
import { revokeUpgradeBroadcast } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { PolicyDialog } from "./policy-dialog.tsx";
import { UpgradeRequestDialog } from "./upgrade-request-dialog.tsx";

interface PlatformUpgradesProps {
  readonly platform: string;
  readonly policy: UpgradePolicy | undefined;
  /** The current update request. */
  readonly request: UpgradeBroadcast | undefined;
}

/** The requirements and the update request for one platform's apps, and how to change them. */
export function PlatformUpgrades({ platform, policy, request }: PlatformUpgradesProps) {
  const text = useText();
  const { t } = text;
  const name = platformName(platform, text);
  const [open, setOpen] = useState<"policy" | "request">();
  const close = () => setOpen(undefined);
  return (
    <Section ruled heading={name} aria-label={name}>
      <Stack space={2}>
        <Text>{policyText(platform, policy, text)}</Text>
        {request !== undefined && <InForce request={request} />}
        <Row>
          <Button onClick={() => setOpen("policy")}>{t("clients.change_policy")}</Button>
          <Button onClick={() => setOpen("request")}>{t("clients.request")}</Button>
        </Row>
      </Stack>
      {open === "policy" && <PolicyDialog {...{ platform, policy }} onClose={close} />}
      {open === "request" && <UpgradeRequestDialog {...{ platform }} onClose={close} />}
    </Section>
  );
}

function policyText(
  platform: string,
  policy: UpgradePolicy | undefined,
  { t, sentences, percent }: Translator,
): string {
  const { minVersion = null, suggestedVersion = null, grayscalePct = 0 } = policy ?? {};
  const share = percent(grayscalePct / 100);
  const said = [
    minVersion === null ? t("clients.no_minimum") : t("clients.minimum", { version: minVersion }),
    ...(suggestedVersion === null
      ? []
      : [t("clients.suggested", { version: suggestedVersion, share })]),
    ...(platform === "web" && policy !== undefined
      ? [t(policy.pwaSilentUpdate ? "clients.silent" : "clients.asks")]
      : []),
  ];
  return sentences(said);
}

function InForce({ request }: { readonly request: UpgradeBroadcast }) {
  const { t, date } = useText();
  const { platform, belowVersion, latestVersion, message, createdAt } = request;
  const revoke = useAct(revokeUpgradeBroadcast, {
    done: ({ pushedConnections }) => t("clients.request_revoked", { streams: pushedConnections }),
  });
  return (
    <Notice
      action={
        <Button
          size="small"
          busy={revoke.busy}
          onClick={() => revoke.run({ params: { platform } })}
        >
          {t("clients.request_revoke")}
        </Button>
      }
    >
      {t("clients.request_in_force", {
        below: belowVersion,
        latest: latestVersion,
        when: date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
      })}
      {message !== null && <blockquote>{message}</blockquote>}
    </Notice>
  );
}
