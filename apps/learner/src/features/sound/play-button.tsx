import { IconButton, SoundIcon } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import { useAppSettings } from "../app-settings/use-app-settings.ts";
import { usePrintedKey } from "../keys/use-printed-key.ts";

/** Lets the word on a card be heard; the card itself listens to the key that is printed on it. */
export function PlayButton({ onPlay }: { readonly onPlay: () => void }) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  return (
    <IconButton
      look="ring"
      size="small"
      label={t("study.play")}
      keys={printedKey(keys.sound)}
      onClick={onPlay}
    >
      <SoundIcon size={18} />
    </IconButton>
  );
}
