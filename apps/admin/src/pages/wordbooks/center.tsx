import { Empty, Stack } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readAdminSettings } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { CenterAddress } from "../../features/wordbook-center/center-address.tsx";
import { CenterBooks } from "./center-books.tsx";

/** The wordbook center: its address, its books, and which of them are imported. */
export function Center() {
  const { t } = useText();
  const settings = useRead(readAdminSettings);
  return (
    <Loaded of={settings} failed={t("wordbooks.center_failed")}>
      {({ wordbook_center_url: address }) => (
        <Stack space={4}>
          <CenterAddress key={address} address={address} />
          {address === "" ? (
            <Empty heading={t("wordbooks.no_center")} text={t("wordbooks.no_center_text")} />
          ) : (
            <CenterBooks key={address} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
