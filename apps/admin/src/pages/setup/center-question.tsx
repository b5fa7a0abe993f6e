import { Button, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { listAdminWordbooks, readAdminSettings } from "virtual:endpoints";
import { CenterAddress } from "../../features/wordbook-center/center-address.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { QuestionProps } from "./question-props.ts";

/** The source of the first wordbooks. Given an address, setup ends at the books of that center. */
export function CenterQuestion({ onNext }: QuestionProps) {
  const { t } = useText();
  const settings = useRead(readAdminSettings);
  const books = useRead(listAdminWordbooks, { query: { perPage: 1 } });
  return (
    <Stack space={3}>
      <Text tone="soft">{t("setup.center_text", { count: books.data?.counts.system ?? 0 })}</Text>
      <Loaded of={settings} failed={t("settings.failed")}>
        {({ wordbook_center_url: address }) => (
          <CenterAddress
            address={address}
            finish={{
              label: t("setup.finish"),
              onDone: (isChanged) => onNext(isChanged ? "/books?part=center" : "/"),
              beside: (
                <Button kind="plain" onClick={() => onNext()}>
                  {t("setup.skip")}
                </Button>
              ),
            }}
          />
        )}
      </Loaded>
    </Stack>
  );
}
