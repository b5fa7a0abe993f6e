import { IconButton, SearchIcon } from "@wordloom/ui";
import { focusOwnSearch, latePart, PartBoundary, printedKey, useKeys } from "@wordloom/web";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useText } from "../../text/use-text.ts";

const PaletteDialog = latePart(() => import("./palette-dialog.tsx"), "PaletteDialog");

const KEY = "ctrl+k";

/**
 * Opens the palette. Ctrl+K or Cmd+K opens it everywhere, and / on pages without a search field.
 */
export function PaletteButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useKeys({ [KEY]: open, "/": () => focusOwnSearch() || open() });
  // Any navigation closes it.
  useEffect(() => setOpen(false), [location]);
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
