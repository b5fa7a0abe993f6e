import { Button, Empty, Row, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { ApiKeyWithSecret } from "@wordloom/contract";
import { listApiKeys } from "virtual:endpoints";
import { useState } from "react";
import { useIsSuper } from "../../../features/access/use-admin.ts";
import { ShownOnce } from "../../../features/secrets/shown-once.tsx";
import { useRead } from "../../../server-state/use-read.ts";
import { useText } from "../../../text/use-text.ts";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";

/** Keys for programs, and what each of them may do. */
export function ApiKeys() {
  const { t } = useText();
  const isSuper = useIsSuper();
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret>();
  return (
    <Stack space={3}>
      <Text>{t("keys.about")}</Text>
      <Row>
        <Button kind="primary" disabled={!isSuper} onClick={() => setNew(true)}>
          {t("keys.create")}
        </Button>
        {!isSuper && <Text tone="soft">{t("keys.only_super")}</Text>}
      </Row>
      {isSuper && <AllKeys onMade={setMade} />}
      {isNew && (
        <NewKey
          onClose={() => setNew(false)}
          onMade={(key) => {
            setNew(false);
            setMade(key);
          }}
        />
      )}
      {made !== undefined && <Made made={made} onClose={() => setMade(undefined)} />}
    </Stack>
  );
}

/** Only super administrators may read them. */
function AllKeys({ onMade }: { readonly onMade: (key: ApiKeyWithSecret) => void }) {
  const { t } = useText();
  const all = useRead(listApiKeys);
  return (
    <Loaded of={all} failed={t("keys.failed")}>
      {({ keys }) =>
        keys.length === 0 ? (
          <Empty heading={t("keys.none")} text={t("keys.none_text")} />
        ) : (
          <KeyTable keys={keys} onMade={onMade} />
        )
      }
    </Loaded>
  );
}

function Made({
  made: { name, key },
  onClose,
}: {
  readonly made: ApiKeyWithSecret;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  return (
    <ShownOnce
      title={t("keys.made_title", { name })}
      label={t("keys.key")}
      secrets={[key]}
      onClose={onClose}
    >
      <p>{t("keys.made_text")}</p>
    </ShownOnce>
  );
}
