import { Anchor, Button, Headline, Row, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import {
  disableEngineCanary,
  listEngineVersions,
  readEngineCanary,
  readEngineVersion,
} from "virtual:endpoints";
import { useState, type ReactNode } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAddress } from "../../features/address/use-address.ts";
import { VersionFigures } from "../../features/engine-config/version-figures.tsx";
import { shortHash, type EngineVersion } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { CanaryForm } from "./canary-form.tsx";

type Canary = NonNullable<CallOutput<typeof readEngineCanary>["canary"]>;

const REFRESH_MS = 15_000;
const VERSIONS_OFFERED = 100;

/** A version served to some learners first, compared with the one in force. */
export function CanaryPage() {
  const { t } = useText();
  const canary = useRead(readEngineCanary, {}, { refetchInterval: REFRESH_MS });
  const versions = useRead(listEngineVersions, { query: { limit: VERSIONS_OFFERED } });
  return (
    <Stack space={4}>
      <header>
        <Text tone="soft" size="small">
          <Anchor href="/engine/parameters">{t("parameters.title")}</Anchor>
        </Text>
        <Headline>{t("parameters.canary_title")}</Headline>
      </header>
      <Loaded of={canary} failed={t("parameters.canary_failed")}>
        {(present) => (
          <Loaded of={versions} failed={t("parameters.versions_failed")}>
            {(list) => (
              <Stack space={4}>
                <State canary={present.canary} inForce={list[0]?.version_hash} />
                <Offered list={list.slice(1)}>
                  {(versions, first) => (
                    <CanaryForm
                      {...{ versions, first }}
                      isRunning={present.canary?.status === "running"}
                    />
                  )}
                </Offered>
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

interface OfferedProps {
  readonly list: readonly EngineVersion[];
  readonly children: (versions: readonly EngineVersion[], first: string) => ReactNode;
}

/**
 * The versions to choose from, including the one in the address, which may not be in the list yet.
 */
function Offered({ list, children }: OfferedProps) {
  const { t } = useText();
  const [{ version }] = useAddress({ version: "" });
  const isListed = list.some(({ version_hash: hash }) => hash === version);
  const isAsked = version !== "" && !isListed;
  const named = useRead(readEngineVersion, { params: { hash: version } }, { enabled: isAsked });
  if (!isAsked && list.length === 0) {
    return <Text tone="soft">{t("parameters.canary_no_other")}</Text>;
  }
  if (!isAsked) return children(list, isListed ? version : "");
  return (
    <Loaded of={named} failed={t("parameters.versions_failed")}>
      {(found) => children([found, ...list], version)}
    </Loaded>
  );
}

interface StateProps {
  readonly canary: Canary | null;
  readonly inForce: string | undefined;
}

function State({ canary, inForce }: StateProps) {
  const { t, date, number } = useText();
  const [isEnding, setIsEnding] = useState(false);
  if (canary === null) return <Text tone="soft">{t("parameters.canary_none")}</Text>;
  const hash = shortHash(canary.versionHash);
  const isRunning = canary.status === "running";
  const facts = {
    hash,
    percent: number(canary.percent, { maximumFractionDigits: 2 }),
    when: date(canary.startedAt, { dateStyle: "medium", timeStyle: "short" }),
  };
  return (
    <Stack space={3}>
      <Row spread>
        <Text size="large">{t(`parameters.canary_${canary.status}`, facts)}</Text>
        {isRunning && (
          <Button kind="danger" onClick={() => setIsEnding(true)}>
            {t("parameters.canary_stop")}
          </Button>
        )}
      </Row>
      {isRunning && inForce === canary.versionHash && (
        <Text tone="soft">{t("parameters.canary_in_force")}</Text>
      )}
      {inForce !== undefined && inForce !== canary.versionHash && (
        <Section heading={t("parameters.monitor")}>
          <VersionFigures versionA={canary.versionHash} versionB={inForce} />
        </Section>
      )}
      {isEnding && (
        <ActDialog
          act={disableEngineCanary}
          input={{}}
          done={() => t("parameters.canary_stopped")}
          onClose={() => setIsEnding(false)}
          title={t("parameters.canary_stop_title", { hash })}
          confirmLabel={t("parameters.canary_stop")}
        >
          {t("parameters.canary_stop_text")}
        </ActDialog>
      )}
    </Stack>
  );
}
