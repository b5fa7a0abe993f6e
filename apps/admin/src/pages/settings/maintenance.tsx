import { Button, Notice, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { previewMaintenance, readAdminSettings, setMaintenance } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Locks learners out during maintenance; usable on a phone, too. */
export function Maintenance() {
  const { t } = useText();
  const settings = useRead(readAdminSettings);
  return (
    <Loaded of={settings} failed={t("settings.failed")}>
      {({ maintenance_mode: isOn }) => (isOn ? <UnderWay /> : <Off />)}
    </Loaded>
  );
}

function UnderWay() {
  const { t } = useText();
  const end = useAct(setMaintenance, { done: () => t("settings.maintenance_ended") });
  return (
    <Stack space={3}>
      <Notice tone="slip">{t("settings.maintenance_on")}</Notice>
      <div>
        <Button
          kind="primary"
          size="large"
          busy={end.busy}
          onClick={() => end.run({ body: { active: false } })}
        >
          {t("settings.maintenance_end")}
        </Button>
      </div>
    </Stack>
  );
}

type Reach = CallOutput<typeof previewMaintenance>;

function Off() {
  const { t } = useText();
  const [reach, setReach] = useState<Reach>();
  const look = useAct(previewMaintenance, { onDone: setReach });
  return (
    <Stack space={3}>
      <Text>{t("settings.maintenance_off")}</Text>
      <Section heading={t("settings.learners_see")}>
        <blockquote>
          <Text size="large">{t("settings.learners_headline")}</Text>
          <Text tone="soft">{t("settings.learners_text")}</Text>
        </blockquote>
      </Section>
      <div>
        <Button kind="danger" size="large" busy={look.busy} onClick={() => look.run({})}>
          {t("settings.maintenance_begin")}
        </Button>
      </div>
      {reach !== undefined && <Confirm reach={reach} onClose={() => setReach(undefined)} />}
    </Stack>
  );
}

function Confirm({ reach, onClose }: { readonly reach: Reach; readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <ActDialog
      act={setMaintenance}
      input={{ body: { active: true } }}
      done={() => t("settings.maintenance_begun")}
      danger
      onClose={onClose}
      title={t("settings.maintenance_title")}
      confirmLabel={t("settings.maintenance_now")}
    >
      {t("settings.maintenance_reach", { ...reach })}
    </ActDialog>
  );
}
