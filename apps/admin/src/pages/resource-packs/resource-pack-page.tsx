import { Anchor, Button, Empty, Headline, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import { listAdminPacks } from "virtual:endpoints";
import { useState } from "react";
import { useParams } from "wouter";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import type { AdminPack } from "./board.ts";
import { PackBoard } from "./pack-board.tsx";
import { ActivateDialog, WithdrawDialog, type PackAct } from "./pack-dialogs.tsx";
import { PackInstalls } from "./pack-installs.tsx";
import { PackVersions } from "./pack-versions.tsx";
import { SmokeChecklist } from "./smoke-checklist.tsx";

/** One pack: the versions in force, the candidates, and the results of its installations. */
export function ResourcePackPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const packs = useRead(listAdminPacks);
  return (
    <Reading
      query={packs}
      level={1}
      heading={t("resource-packs.failed")}
      skeleton={<SkeletonRows />}
    >
      {(data) => {
        const pack = data.find(({ packId }) => packId === id);
        return pack === undefined ? <NoPack id={id} /> : <Pack pack={pack} />;
      }}
    </Reading>
  );
}

function NoPack({ id }: { readonly id: string }) {
  const { t } = useText();
  const toUpload = <Button href={`/packs/upload?pack=${id}`}>{t("resource-packs.upload")}</Button>;
  return <Empty level={1} heading={t("resource-packs.no_pack", { pack: id })} action={toUpload} />;
}

function Pack({ pack }: { readonly pack: AdminPack }) {
  const text = useText();
  const { t } = text;
  const [act, setAct] = useState<PackAct>();
  const close = () => setAct(undefined);
  const { packId, description } = pack;
  return (
    <Stack space={4}>
      <Row spread align="end">
        <header>
          <Text tone="soft" size="small">
            <Anchor href="/packs">{t("shell.packs")}</Anchor> · {packId}
          </Text>
          <Headline>{headlineOf(pack, text)}</Headline>
          {description !== "" && (
            <Text dir="auto" tone="soft">
              {description}
            </Text>
          )}
        </header>
        <Button kind="primary" href={`/packs/upload?pack=${packId}`}>
          {t("resource-packs.upload")}
        </Button>
      </Row>
      <PackBoard pack={pack} onAct={setAct} />
      <SmokeChecklist pack={pack} />
      <PackInstalls packId={packId} />
      <PackVersions pack={pack} onAct={setAct} />
      {act?.kind === "activate" && <ActivateDialog {...act} pack={pack} onClose={close} />}
      {act?.kind === "withdraw" && <WithdrawDialog {...act} pack={pack} onClose={close} />}
    </Stack>
  );
}

function headlineOf({ active: { stable }, versions }: AdminPack, { t }: Translator): string {
  if (stable !== null) return t("resource-packs.head_stable", { version: stable });
  return versions.some(({ deactivatedAt }) => deactivatedAt === null)
    ? t("resource-packs.head_unshown")
    : t("resource-packs.head_withdrawn");
}
