import { IconButton, SearchIcon } from "@wordloom/ui";
import { focusOwnSearch, latePart, PartBoundary, printedKey, useKeys } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";
import { useOpenHere } from "../address/use-open-here.ts";

const PaletteDialog = latePart(() => import("./palette-dialog.tsx"), "PaletteDialog");

const KEY = "ctrl+k";

/**
 * Opens the palette. Ctrl+K or Cmd+K opens it everywhere, and / on pages without a search field.
 */
export function PaletteButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useOpenHere();
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useKeys({ [KEY]: open, "/": () => focusOwnSearch() || open() });
  return (
    <>
      <IconButton label={t("find.title")} keys={printedKey(KEY, "")} onClick={open}>
        <SearchIcon />
      </IconButton>
      {isOpen && (
        <PartBoundary onMissing={close}>
          <PaletteDialog onClose={close} />
        </PartBoundary>
      )}
    </>
  );
}
