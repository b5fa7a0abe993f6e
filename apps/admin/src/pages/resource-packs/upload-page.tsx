import { Anchor, Button, Headline, List, ListRow, Row, SkeletonRows, Stack } from "@wordloom/ui";
import { Section, Text, TextField } from "@wordloom/ui";
import { packContainers, packIdForm } from "@wordloom/contract/packs";
import { Reading } from "@wordloom/web";
import { listAdminPacks } from "virtual:endpoints";
import { useState } from "react";
import { useLocation } from "wouter";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { AdminPack } from "./board.ts";
import { UploadStart } from "./upload-start.tsx";

/** A new version: first its pack, then its content. An upload puts nothing in force. */
export function UploadPage() {
  const { t } = useText();
  const [{ pack: packId, from }] = useAddress({ pack: "", from: "" });
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
          <header>
            <Text tone="soft" size="small">
              <Anchor href="/packs">{t("shell.packs")}</Anchor>
              {packId !== "" && ` · ${packId}`}
            </Text>
            <Headline>
              {packId === ""
                ? t("resource-packs.which")
                : t("resource-packs.upload_title", { pack: packId })}
            </Headline>
            <Text tone="soft">{t("resource-packs.upload_text")}</Text>
          </header>
          {packId === "" ? (
            <Choice packs={data} />
          ) : (
            <UploadStart
              key={packId + from}
              packId={packId}
              pack={data.find((one) => one.packId === packId)}
              from={from}
            />
          )}
        </Stack>
      )}
    </Reading>
  );
}

/** The packs that are there, those whose form is known, or a new name. */
function Choice({ packs }: { readonly packs: readonly AdminPack[] }) {
  const { t } = useText();
  const ids = new Set([...packs.map(({ packId }) => packId), ...Object.keys(packContainers)]);
  return (
    <Stack space={4}>
      <List keyboard>
        {[...ids].map((id) => (
          <ListRow
            key={id}
            href={`/packs/upload?pack=${id}`}
            detail={
              id in packContainers
                ? t(`resource-packs.container_${id as keyof typeof packContainers}`)
                : packs.find(({ packId }) => packId === id)?.description
            }
          >
            {id}
          </ListRow>
        ))}
      </List>
      <OtherPack />
    </Stack>
  );
}

function OtherPack() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const [id, setId] = useState("");
  const isWrong = id !== "" && !packIdForm.test(id);
  return (
    <Section heading={t("resource-packs.other")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (packIdForm.test(id)) navigate(`/packs/upload?pack=${id}`);
        }}
      >
        <Row align="end">
          <TextField
            label={t("resource-packs.pack_id")}
            hint={t("resource-packs.pack_id_hint")}
            value={id}
            onChange={setId}
            autoCapitalize="none"
            spellCheck={false}
            {...(isWrong && { error: t("resource-packs.pack_id_wrong") })}
          />
          <Button type="submit" disabled={!packIdForm.test(id)}>
            {t("resource-packs.go_on")}
          </Button>
        </Row>
      </form>
    </Section>
  );
}
